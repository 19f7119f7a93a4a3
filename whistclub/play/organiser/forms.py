from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils import timezone

from whistclub.club.forms import PlayerNameField
from whistclub.club.queries import Club
from whistclub.engine.hand import MOST_ADJUSTED
from whistclub.play.games import NewGame
from whistclub.play.other_day import FIRST_DAY
from whistclub.rules.summary import RulesSummary
from whistclub.stats.evening import evening_of
from whistclub.web.fields import DayField, SignedField


def offer(form: forms.Form, name: str, values: Iterable[object]) -> None:
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)
    field.choices = [(each, each) for each in values]


class StartForm(forms.Form):
    """People on their chairs, the rules (of these `cards`), the first dealer."""

    rules = forms.ChoiceField(
        error_messages={
            "required": "Choose the rules.",
            "invalid_choice": "These rules are no longer available. Choose others.",
        }
    )
    dealer = forms.TypedChoiceField(coerce=int, error_messages={"required": "Choose the first dealer."})
    requires_confirmation = forms.BooleanField(required=False)

    def __init__(self, seats: int, cards: Sequence[RulesSummary], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.seats = range(seats)
        self.cards = {card.key: card for card in cards if card.rules.form.seats == seats}
        for seat in self.seats:
            self.fields[f"seat{seat}"] = PlayerNameField()
            self.fields[f"seat{seat}"].error_messages["required"] = "Enter a name."
        offer(self, "rules", self.cards)
        offer(self, "dealer", self.seats)

    @property
    def chosen(self) -> RulesSummary | None:
        """The rules that are ticked; the first where none is."""
        return self.cards.get(self["rules"].value()) or next(iter(self.cards.values()), None)

    def setting(self) -> NewGame:
        data = self.cleaned_data
        card = self.cards[data["rules"]]
        return NewGame(
            tuple(data[f"seat{seat}"] for seat in self.seats),
            card.base,
            data["dealer"],
            options=card.rules,
            rules_name=card.title if card.is_own else "",
            requires_confirmation=data["requires_confirmation"],
        )


class AdjustForm(forms.Form):
    """Points given to a side (or taken, below nil), and why."""

    side = forms.TypedChoiceField(
        coerce=int, error_messages={"required": "Choose a side.", "invalid_choice": "Choose a side."}
    )
    points = SignedField(
        min_value=-MOST_ADJUSTED,
        max_value=MOST_ADJUSTED,
        error_messages={
            "required": "Enter the points.",
            "invalid": "Points must be a whole number, like −2.",
            **dict.fromkeys(("min_value", "max_value"), "At most 200 points can be given or deducted at once."),
        },
    )
    reason = forms.CharField(
        max_length=200, error_messages={"required": "Give a reason; everyone can see it in the history."}
    )

    def __init__(self, sides: int, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.sides = range(sides)
        offer(self, "side", self.sides)

    @property
    def sentence(self) -> str:
        return next((str(error) for errors in self.errors.values() for error in errors), "")

    @property
    def points_by_side(self) -> tuple[int, ...]:
        data = self.cleaned_data
        return tuple(data["points"] if side == data["side"] else 0 for side in self.sides)


class InclusionForm(forms.Form):
    """Whether statistics are to know of something."""

    counts = forms.TypedChoiceField(
        coerce=lambda value: value == "yes", choices=[(each, each) for each in ("yes", "no")]
    )


class OtherDayForm(forms.Form):
    """The evening on which something that began at a moment was played."""

    day = DayField("It was played on", "Choose the day.")

    def __init__(self, club: Club, began: datetime, data: QueryDict | None = None) -> None:
        super().__init__(data, initial={"day": evening_of(began, club)})
        today = evening_of(timezone.now(), club)
        self.fields["day"].widget.attrs |= {"min": FIRST_DAY.isoformat(), "max": today.isoformat()}

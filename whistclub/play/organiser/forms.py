from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils import timezone

from whistclub.club.queries import Club
from whistclub.engine.hand import MOST_ADJUSTED
from whistclub.play.games import FIRST_DAY
from whistclub.stats.evening import evening_of
from whistclub.web.fields import DayField, SignedField


def offer(form: forms.Form, name: str, values: Iterable[object]) -> None:
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)
    field.choices = [(each, each) for each in values]


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

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils.translation import gettext_lazy as _

from whistclub.engine.movement.values import Ends, Swap
from whistclub.engine.options import LIMITS
from whistclub.engine.presets import PRESETS
from whistclub.engine.standings import Criterion
from whistclub.party import wordings
from whistclub.party.actions.setup import MOST_HANDS, Setup
from whistclub.party.models import Party, Round

NONE = ("", "—")
CRITERIA_FIELDS = ("first_by", "then_by", "last_by")
MOST_OWN_PRIZES = 8
CENTS = 100
MOST_STAKE = LIMITS["stake"][1] // CENTS


def titled(choices: dict) -> list[tuple[str, object]]:
    return [(str(key), label) for key, label in choices.items()]


class SetupForm(forms.Form):
    """Everything a party runs by, cleaned to a `Setup`."""

    name = forms.CharField(label=_("Called"), max_length=80)
    preset = forms.ChoiceField(
        label=_("Rules"), choices=[(key, key) for key, rules in PRESETS.items() if rules.form.seats == 4]
    )
    round_end = forms.ChoiceField(label=_("A round ends"), choices=Party.RoundEnd.choices)
    hands = forms.IntegerField(label=_("Hands in a round"), min_value=1, max_value=MOST_HANDS, required=False)
    minutes = forms.IntegerField(label=_("Minutes for a round"), min_value=1, max_value=600, required=False)
    to_target = forms.BooleanField(label=_("A game may end earlier, at the target"), required=False)
    one_more = forms.BooleanField(label=_("Level at the end: play one more hand"), required=False)
    planned_rounds = forms.IntegerField(label=_("Rounds planned"), min_value=1, max_value=100, required=False)
    until = forms.TimeField(
        label=_("Until about"), required=False, widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
    )
    movement = forms.ChoiceField(
        label=_("How people move"),
        choices=[(key, name) for key, (name, _when) in wordings.MOVEMENTS.items()],
    )
    top = forms.ChoiceField(
        label=_("At the top table"),
        choices=[
            (Ends.KEEP.value, _("winning pairs keep their partners")),
            (Ends.SWAP.value, _("partners change too")),
        ],
    )
    max_tables = forms.IntegerField(label=_("Tables at most"), min_value=1, max_value=200, required=False)
    stake = forms.DecimalField(
        label=_("Stake of a game, and of a star"),
        help_text=_("In the club’s currency, as 0.25; 0 for none. Empty: what the rules say (Askov: 0.15)."),
        min_value=0,
        max_value=MOST_STAKE,
        decimal_places=2,
        required=False,
    )
    sit_out_worth = forms.ChoiceField(label=_("A round sat out counts"), choices=titled(wordings.WORTHS))
    drop_out = forms.ChoiceField(
        label=_("If somebody leaves and nobody takes the chair"), choices=Party.DropOut.choices
    )
    first_by = forms.ChoiceField(label=_("Standings by"), choices=titled(wordings.CRITERIA))
    then_by = forms.ChoiceField(label=_("then by"), choices=[NONE, *titled(wordings.CRITERIA)], required=False)
    last_by = forms.ChoiceField(label=_("then by"), choices=[NONE, *titled(wordings.CRITERIA)], required=False)
    prizes = forms.MultipleChoiceField(
        label=_("Prizes"), choices=titled(wordings.PRIZES), required=False, widget=forms.CheckboxSelectMultiple
    )
    own_prizes = forms.CharField(
        label=_("Your own prizes, one a line"),
        help_text=_("You say who gets them when the party is over: “best cake”."),
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
        max_length=600,
    )

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.error_messages["required"] = _("This is needed.")
            field.error_messages["invalid"] = _("This cannot be read.")
            for validator in field.validators:
                if isinstance(validator, MinValueValidator):
                    validator.message = _("%(limit_value)s at least.")
                elif isinstance(validator, MaxValueValidator):
                    validator.message = _("%(limit_value)s at most.")

    def clean_own_prizes(self) -> tuple[str, ...]:
        lines = [" ".join(line.split())[:60] for line in self.cleaned_data["own_prizes"].splitlines()]
        return tuple(dict.fromkeys(line for line in lines if line))[:MOST_OWN_PRIZES]

    def clean(self) -> dict:
        data = super().clean()
        if data.get("round_end") == Party.RoundEnd.HANDS and not data.get("hands") and "hands" not in self.errors:
            self.add_error("hands", _("Say after how many hands a round ends."))
        return data

    def setup(self) -> Setup:
        data = self.cleaned_data
        criteria = [data[name] for name in CRITERIA_FIELDS if data[name]]
        ends_by_hands = data["round_end"] == Party.RoundEnd.HANDS
        return Setup(
            name=data["name"],
            preset=data["preset"],
            movement=data["movement"],
            policy={
                "swap": Swap.LEAST.value,
                "top": data["top"],
                "one_table": Ends.SWAP.value,
                "max_tables": data["max_tables"],
            },
            round_end=data["round_end"],
            hands=data["hands"] if ends_by_hands else None,
            minutes=data["minutes"],
            to_target=data["to_target"],
            one_more=data["one_more"],
            planned_rounds=data["planned_rounds"],
            until=data["until"],
            sit_out_worth=data["sit_out_worth"],
            drop_out=data["drop_out"],
            criteria=tuple(dict.fromkeys(criteria)),
            prizes=tuple(data["prizes"]),
            own_prizes=data["own_prizes"],
            stake=None if data["stake"] is None else int(data["stake"] * CENTS),
        )


def proposed(name: str, preset: str) -> dict:
    """What a club's first party begins with: eight hands a round, winners up and losers down (rule book §1.8)."""
    return {
        "name": name,
        "preset": preset,
        "round_end": Party.RoundEnd.HANDS,
        "hands": 8,
        "minutes": 30,
        "to_target": False,
        "one_more": True,
        "planned_rounds": 6,
        "movement": "ladder",
        "top": Ends.KEEP.value,
        "sit_out_worth": "half",
        "drop_out": Party.DropOut.AWARD,
        "first_by": Criterion.WINS,
        "then_by": Criterion.POINTS,
        "last_by": Criterion.DIFFERENCE,
        "prizes": list(wordings.PRIZES),
    }


def settings_of(party: Party) -> dict:
    """A party's settings as the form shows them."""
    rules = party.rules
    by_hands = party.round_end == Party.RoundEnd.HANDS
    criteria = [*party.criteria, "", ""]
    return {
        "name": party.name,
        "preset": party.preset,
        "round_end": party.round_end,
        "hands": rules.max_hands if by_hands else None,
        "minutes": party.minutes,
        "to_target": rules.target is not None and party.round_end != Party.RoundEnd.TARGET,
        "one_more": rules.limit_tie == "extra",
        "planned_rounds": party.planned_rounds,
        "until": party.until,
        "movement": party.movement,
        "top": party.policy.get("top"),
        "max_tables": party.policy.get("max_tables"),
        "stake": f"{rules.stake / CENTS:.2f}",
        "sit_out_worth": party.sit_out_worth,
        "drop_out": party.drop_out,
        **dict(zip(CRITERIA_FIELDS, criteria, strict=False)),
        "prizes": party.prizes,
        "own_prizes": "\n".join(prize["title"] for prize in party.own_prizes),
    }


class PlanForm(forms.Form):
    people = forms.IntegerField(label=_("People"), min_value=4, max_value=400)
    rounds = forms.IntegerField(label=_("Rounds"), min_value=1, max_value=20)


class DraftForm(forms.Form):
    how = forms.ChoiceField(
        choices=[choice for choice in Round.How.choices if choice[0] != Round.How.MOVEMENT], required=False
    )

    def clean_how(self) -> str:
        return self.cleaned_data["how"] or Round.How.DRAW


class SwapForm(forms.Form):
    """Two people, and why."""

    who = forms.TypedMultipleChoiceField(
        coerce=int, error_messages={"required": _("Tap the two people who are to change places.")}
    )
    reason = forms.CharField(max_length=120, required=False)
    round = forms.IntegerField(required=False)

    def __init__(self, entrants: list[int], *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.fields["who"].choices = [(key, key) for key in entrants]

    @property
    def sentence(self) -> str:
        return next((str(error) for errors in self.errors.values() for error in errors), "")

    def clean_who(self) -> tuple[int, int]:
        who = self.cleaned_data["who"]
        if len(set(who)) != 2:
            raise forms.ValidationError(_("Tap exactly two people who are to change places."))
        return who[0], who[1]


class ResultForm(forms.Form):
    """A result as it stands on paper: the table, then the points of the side that is named first, then the other's."""

    table = forms.IntegerField(
        min_value=1,
        max_value=999,
        error_messages={"required": _("Which table?"), "invalid": _("The table is a number, as on its card.")},
    )
    first = forms.IntegerField(
        error_messages={
            "required": _("The points of both sides are needed."),
            "invalid": _("The points of the first pair are a whole number."),
        }
    )
    second = forms.IntegerField(
        error_messages={
            "required": _("The points of both sides are needed."),
            "invalid": _("The points of the second pair are a whole number."),
        }
    )

    @property
    def sentence(self) -> str:
        return next((str(error) for errors in self.errors.values() for error in errors), "")


class SideForm(forms.Form):
    side = forms.TypedChoiceField(coerce=int, choices=[(0, 0), (1, 1)])


class MinutesForm(forms.Form):
    minutes = forms.IntegerField(min_value=-60, max_value=600)


class CheckForm(forms.Form):
    """Who is here, or who is gone: a player's key under one of two names."""

    here = forms.IntegerField(required=False, min_value=1, max_value=2**31)
    gone = forms.IntegerField(required=False, min_value=1, max_value=2**31)

    @property
    def is_here(self) -> bool:
        return self.cleaned_data["here"] is not None

    @property
    def player(self) -> int:
        return self.cleaned_data["here"] or self.cleaned_data["gone"] or 0


class PeopleForm(forms.Form):
    """Names of people who are there, one a line or one alone."""

    names = forms.CharField(max_length=20_000, error_messages={"required": _("Type a name.")})

    def clean_names(self) -> list[str]:
        names = [" ".join(line.split()) for line in self.cleaned_data["names"].splitlines()]
        found = [name for name in names if name]
        if too_long := [name for name in found if len(name) > 40]:
            raise forms.ValidationError(
                _("A player needs a name of up to 40 letters: “{name}” is longer.").format(name=too_long[0][:60])
            )
        return list({name.casefold(): name for name in reversed(found)}.values())[::-1]


class LeaveForm(forms.Form):
    """How somebody leaves who is playing: after the round, or now, with or without a substitute."""

    how = forms.ChoiceField(choices=[("after", "after"), ("alone", "alone"), ("substitute", "substitute")])
    substitute = forms.IntegerField(required=False)


class PrizeForm(forms.Form):
    title = forms.CharField(max_length=60)
    number = forms.IntegerField(required=False)

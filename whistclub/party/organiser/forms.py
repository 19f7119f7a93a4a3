"""What the organiser taps and types during a party; the settings have `setup_form`."""

from typing import Any, cast

from django import forms

from whistclub.engine.movement.catalogue import MOVEMENTS
from whistclub.party.models import Round
from whistclub.play.models import MESSAGE_LETTERS
from whistclub.web.fields import SignedField

MOST_DIGITS = 12
# Messages that are always offered, each with the minutes it speaks of; None if it speaks of none.
USUAL_MESSAGES: dict[str, int | None] = {
    "Coffee, ten minutes": 10,
    "The buffet is open": None,
    "Please go to your tables": None,
}


def first_error(form: forms.Form) -> str:
    """The sentence of the first error, for a page that shows one only."""
    return next((str(error) for errors in form.errors.values() for error in errors), "")


class KeepForm(forms.Form):
    """Who stays at which table."""

    entrant = forms.IntegerField(min_value=1, max_value=2**31, error_messages={"required": "Choose a player."})
    table = forms.IntegerField(
        min_value=1,
        max_value=120,
        error_messages=dict.fromkeys(["required", "invalid", "min_value", "max_value"], "Choose a table."),
    )


class DraftForm(forms.Form):
    """How the first round is seated, and how people move from there on."""

    movement = forms.ChoiceField(choices=[(key, key) for key in MOVEMENTS], required=False)
    how = forms.ChoiceField(
        choices=[choice for choice in Round.SeatingMethod.choices if choice[0] != Round.SeatingMethod.MOVEMENT],
        required=False,
    )

    def clean_how(self) -> str:
        return self.cleaned_data["how"] or Round.SeatingMethod.DRAW


class SwapForm(forms.Form):
    """Two people, and why."""

    who = forms.TypedMultipleChoiceField(coerce=int, error_messages={"required": "Tap the two people to swap."})
    reason = forms.CharField(max_length=120, required=False)
    round = forms.IntegerField(required=False)

    def __init__(self, entrants: list[int], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        cast(forms.ChoiceField, self.fields["who"]).choices = [(key, key) for key in entrants]

    def clean_who(self) -> tuple[int, int]:
        who = self.cleaned_data["who"]
        if len(set(who)) != 2:
            raise forms.ValidationError("Tap exactly two people.")
        return who[0], who[1]


class WishForm(SwapForm):
    """A wish about two people."""

    kind = forms.ChoiceField(choices=[("apart", "apart"), ("together", "together")])


class SideForm(forms.Form):
    side = forms.TypedChoiceField(coerce=int, choices=[(0, 0), (1, 1)])


class MinutesForm(forms.Form):
    minutes = SignedField(min_value=-60, max_value=600)


class MessageForm(forms.Form):
    """A line for all phones and the wall, typed or (`again`) one of those offered.

    Empty minutes: its own if it is offered with some, else until it is cleared.
    """

    text = forms.CharField(
        label="Message",
        max_length=MESSAGE_LETTERS,
        required=False,
        error_messages={"max_length": "A message can have up to %(limit_value)d characters."},
    )
    again = forms.CharField(max_length=MESSAGE_LETTERS, required=False)
    minutes = forms.IntegerField(
        label="Minutes",
        min_value=1,
        max_value=600,
        required=False,
        error_messages={
            "invalid": "Enter the minutes as a number, or leave them empty.",
            "min_value": "Enter at least one minute.",
            "max_value": "Enter 600 minutes or fewer.",
        },
    )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        data["text"] = " ".join((data.get("again") or data.get("text", "")).split())
        if not data["text"] and not self.errors:
            self.add_error("text", "Type the message.")
        if data.get("again") and not data.get("minutes"):
            data["minutes"] = USUAL_MESSAGES.get(data["text"])
        return data


class LeaveForm(forms.Form):
    """How a person who is playing leaves: after the round, or now, with or without a substitute."""

    how = forms.ChoiceField(choices=[(each, each) for each in ("after", "alone", "draw", "substitute")])
    substitute = forms.IntegerField(required=False)


class PrizeForm(forms.Form):
    title = forms.CharField(max_length=60)
    number = forms.IntegerField(required=False)

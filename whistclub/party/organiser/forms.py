"""What the organiser taps and types during a party; the settings have `setup_form`."""

# Over 300 lines because a form is a few lines, and one place holds them all.

import re
from typing import Any, cast

from django import forms

from whistclub.club.forms import ReadingsForm
from whistclub.engine.movement.catalogue import MOVEMENTS
from whistclub.party.models import Round
from whistclub.play.models import MESSAGE_LETTERS
from whistclub.web.fields import SignedField
from whistclub.web.formatting import format_score

MOST_DIGITS = 12
# Messages that are always offered, each with the minutes it speaks of; None if it speaks of none.
USUAL_MESSAGES: dict[str, int | None] = {
    "Coffee, ten minutes": 10,
    "The buffet is open": None,
    "Please go to your tables": None,
}
BOTH_NEEDED = "Enter the points of both sides."


def first_error(form: forms.Form) -> str:
    """The sentence of the first error, for a page that shows one only."""
    return next((str(error) for errors in form.errors.values() for error in errors), "")


class KeysField(forms.CharField):
    """Keys of rows, separated by spaces."""

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        if not re.fullmatch(r"[0-9 ]{0,4000}", text, re.ASCII):
            raise forms.ValidationError("Check this entry.")
        return frozenset(int(key) for key in text.split() if len(key) < MOST_DIGITS)


class KeepForm(forms.Form):
    """Who stays at which table."""

    entrant = forms.IntegerField(min_value=1, max_value=2**31, error_messages={"required": "Choose a player."})
    table = forms.IntegerField(
        min_value=1,
        max_value=120,
        error_messages=dict.fromkeys(["required", "invalid", "min_value", "max_value"], "Choose a table."),
    )


class OfferForm(forms.Form):
    """What set-up knows of an evening so far; each of it may be missing."""

    people = forms.IntegerField(min_value=4, max_value=400, required=False)
    planned_rounds = forms.IntegerField(min_value=1, max_value=100, required=False)
    movement = forms.CharField(required=False)


class MovementForm(forms.Form):
    """Another movement, and the page to return to."""

    movement = forms.ChoiceField(choices=[(key, key) for key in MOVEMENTS])
    back = forms.ChoiceField(choices=[("console", "console"), ("people", "people")])


class DraftForm(forms.Form):
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


class ResultForm(forms.Form):
    """A result from paper: the table, the points of the side named first, the points of the other.

    `replaces` is the result that the page shows, as `TableState.result_key`; empty where it shows none. `keeps` is the
    one that stays instead of what was typed. `sure`: the organiser was asked about an unlikely result. `asks`: they
    were asked about this one, and are asked again before it is saved.
    """

    table = forms.IntegerField(
        min_value=1,
        max_value=999,
        error_messages={"required": "Which table?"}
        | dict.fromkeys(["invalid", "min_value", "max_value"], "Enter the table’s number, as on its card."),
    )
    first = SignedField(
        error_messages={
            "required": BOTH_NEEDED,
            "invalid": "Enter the first pair’s points as a whole number.",
        }
    )
    second = SignedField(
        error_messages={
            "required": BOTH_NEEDED,
            "invalid": "Enter the second pair’s points as a whole number.",
        }
    )
    replaces = forms.CharField(required=False, max_length=20)
    keeps = forms.CharField(required=False, max_length=20)
    sure = forms.BooleanField(required=False)
    asks = forms.BooleanField(required=False)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("keeps") or data.get("asks"):
            data |= {"asks": True, "replaces": ""}
        return data

    @property
    def score(self) -> str:
        """The points typed, as pages write them."""
        return format_score((self.cleaned_data["first"], self.cleaned_data["second"]))


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


class CheckForm(forms.Form):
    """Check a player in (`here`) or out (`gone`), by key."""

    here = forms.IntegerField(required=False, min_value=1, max_value=2**31)
    gone = forms.IntegerField(required=False, min_value=1, max_value=2**31)

    @property
    def is_here(self) -> bool:
        return self.cleaned_data["here"] is not None

    @property
    def player(self) -> int:
        return self.cleaned_data["here"] or self.cleaned_data["gone"] or 0


class TextsField(forms.CharField):
    """Texts that were typed one after the other: the page sends each under this name."""

    widget = forms.MultipleHiddenInput

    def clean(self, value: Any) -> Any:
        texts = [str(text) for text in value or ()]
        super().clean("\n".join(texts))
        return [text.strip() for text in texts if text.strip()]


class PeopleForm(ReadingsForm):
    """Names of people to check in, as typed or pasted.

    `shown_first`: the button says so, also of a single name. `sure`: the list was shown as it is understood. `again`:
    the page did not hear the answer, and sends it once more.
    """

    names = TextsField(max_length=20_000, error_messages={"required": "Enter a name."})
    shown_first = forms.BooleanField(required=False)
    sure = forms.BooleanField(required=False)
    again = forms.BooleanField(required=False)

    @property
    def is_sure(self) -> bool:
        """Whether the list was shown as it is understood, and no button of another reading was pressed."""
        return bool(self.cleaned_data["sure"] and not self.cleaned_data["reading"])


class UndoForm(forms.Form):
    """The log entry of what the last names did; `meant` is the name of who was meant instead."""

    entry = forms.IntegerField(min_value=1)
    meant = forms.CharField(required=False, max_length=40)


class DoorNamesField(forms.Field):
    """Names on the list at the door, each as its key and what the page showed: "12 Cleo"."""

    widget = forms.MultipleHiddenInput

    def clean(self, value: Any) -> dict[int, str]:
        found = [re.fullmatch(r"(\d{1,12}) (.{1,40})", each, re.ASCII) for each in super().clean(value)]
        if not all(found):
            raise forms.ValidationError("Check this entry.")
        return {int(each[1]): each[2] for each in found if each}


class DoorForm(forms.Form):
    """Which names on the list at the door to check in; `meant` is whom the only one of them means."""

    who = DoorNamesField()
    meant = forms.CharField(required=False, max_length=400)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if not self.errors and data["meant"] and len(data["who"]) > 1:
            raise forms.ValidationError("Check this entry.")
        return data


class GroupsForm(forms.Form):
    """The people of group B, as keys of entrants."""

    of_b = forms.TypedMultipleChoiceField(coerce=int, required=False)

    def __init__(self, entrants: list[int], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        cast(forms.ChoiceField, self.fields["of_b"]).choices = [(key, key) for key in entrants]


class PaidForm(forms.Form):
    """Who has paid, or who has not after all: keys of entrants."""

    paid = KeysField(required=False)
    unpaid = KeysField(required=False)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if bool(data.get("paid")) == bool(data.get("unpaid")):
            raise forms.ValidationError("Check this entry.")
        return data


class LeaveForm(forms.Form):
    """How a person who is playing leaves: after the round, or now, with or without a substitute."""

    how = forms.ChoiceField(choices=[(each, each) for each in ("after", "alone", "draw", "substitute")])
    substitute = forms.IntegerField(required=False)


class PrizeForm(forms.Form):
    title = forms.CharField(max_length=60)
    number = forms.IntegerField(required=False)

"""What the organiser types about times and breaks."""

from collections.abc import Iterator
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from whistclub.party.models import Party
from whistclub.party.timetable import Break, Timetable

BREAKS = 3
MOST_MINUTES = 240
USUAL_MINUTES = 35
# To change tables and sit down.
MINUTES_TO_MOVE = 5


def _number(label: Any, least: int, most: int) -> forms.IntegerField:
    wrong = _("Enter a number from {least} to {most}.").format(least=least, most=most)
    return forms.IntegerField(
        label=label,
        min_value=least,
        max_value=most,
        required=False,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "maxlength": "3"}),
        error_messages=dict.fromkeys(["invalid", "min_value", "max_value"], wrong),
    )


class TimetableForm(forms.Form):
    """Start, minutes of a round and up to three breaks, cleaned to a `Timetable`."""

    starts = forms.TimeField(
        label=_("First round at"),
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        error_messages={"invalid": _("Enter a time, such as 19:30.")},
    )
    minutes = _number(_("Minutes per round, including moving"), 5, MOST_MINUTES)

    def __init__(self, timetable: Timetable, *args: Any, rounds: int | None = None, **kwargs: Any) -> None:
        """`rounds`: the planned number."""
        super().__init__(*args, **kwargs)
        self.rounds = rounds
        planned = sorted(timetable.breaks.items())
        for number in range(1, BREAKS + 1):
            after, each = planned[number - 1] if number <= len(planned) else (None, None)
            self.fields[f"after_{number}"] = _number(_("After round"), 1, 99)
            self.fields[f"length_{number}"] = _number(_("Minutes"), 1, MOST_MINUTES)
            self.fields[f"name_{number}"] = forms.CharField(label=_("Name"), max_length=40, required=False)
            self.initial[f"after_{number}"] = after
            self.initial[f"length_{number}"] = each.minutes if each else None
            self.initial[f"name_{number}"] = each.name if each else _("Coffee")

    @property
    def rows(self) -> Iterator[tuple[forms.BoundField, forms.BoundField, forms.BoundField]]:
        """The fields of each break: after which round, how long, what."""
        return (
            (self[f"after_{number}"], self[f"length_{number}"], self[f"name_{number}"])
            for number in range(1, BREAKS + 1)
        )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        taken = set()
        for number in range(1, BREAKS + 1):
            after, length = data.get(f"after_{number}"), data.get(f"length_{number}")
            if after and not length and f"length_{number}" not in self.errors:
                self.add_error(f"length_{number}", _("How long is this break?"))
            if length and not after and f"after_{number}" not in self.errors:
                self.add_error(f"after_{number}", _("After which round?"))
            if after and self.rounds and after > self.rounds and f"after_{number}" in self.changed_data:
                self.add_error(f"after_{number}", _("The last planned round is round {n}.").format(n=self.rounds))
            if after in taken:
                self.add_error(f"after_{number}", _("There is already a break after this round."))
            taken |= {after} if after else set()
        if (taken or data.get("starts")) and not data.get("minutes") and "minutes" not in self.errors:
            self.add_error("minutes", _("How long does a round take?"))
        return data

    def timetable(self) -> Timetable:
        data = self.cleaned_data
        breaks = {
            data[f"after_{number}"]: Break(
                data[f"length_{number}"], " ".join(data[f"name_{number}"].split()) or str(_("Break"))
            )
            for number in range(1, BREAKS + 1)
            if data[f"after_{number}"]
        }
        return Timetable(data["starts"], data["minutes"], breaks)


def usual_minutes(party: Party) -> int:
    """What a round takes if nobody says otherwise: its timer, and time to move."""
    return party.minutes + MINUTES_TO_MOVE if party.minutes else USUAL_MINUTES

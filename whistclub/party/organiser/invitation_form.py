"""What the organiser types about an invitation, and about who is coming."""

from datetime import date, datetime, time, timedelta
from typing import Any

from django import forms
from django.utils import timezone

from whistclub.party.invitation import Invitation
from whistclub.party.organiser.forms import KeysField

MOST_PEOPLE = 400
USUAL_START = time(19, 30)
# Some days of the calendar have no moment in every time zone.
FURTHEST = timedelta(days=731)


class InvitationForm(forms.Form):
    """Day, time, place and the number of places, cleaned to an `Invitation`; without a day nobody is invited."""

    day = forms.DateField(
        label="Day",
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        error_messages={"invalid": "Enter a day."},
    )
    at = forms.TimeField(
        label="Time",
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        error_messages={"invalid": "Enter a time, such as 19:30."},
    )
    place = forms.CharField(label="Where", max_length=120, required=False)
    most = forms.IntegerField(
        label="Number of seats",
        help_text="Everyone after that goes on the waiting list. Leave empty for no limit.",
        min_value=4,
        max_value=MOST_PEOPLE,
        required=False,
        error_messages=dict.fromkeys(["invalid", "min_value", "max_value"], "Enter a number from 4 to 400."),
    )
    shows_names = forms.BooleanField(label="Show everyone the names of those who are coming", required=False)

    def clean_day(self) -> date | None:
        day: date | None = self.cleaned_data["day"]
        if day and abs(day - timezone.localdate()) > FURTHEST:
            raise forms.ValidationError("Enter a day less than two years away.")
        if day and day < timezone.localdate() and day != self.initial.get("day"):
            raise forms.ValidationError("This day is over. Enter today or a later day.")
        return day

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("day") and not data.get("at") and "at" not in self.errors:
            self.add_error("at", "Enter a time, such as 19:30.")
        return data

    def invitation(self) -> Invitation:
        data = self.cleaned_data
        starts_at = timezone.make_aware(datetime.combine(data["day"], data["at"])) if data["day"] else None
        return Invitation(starts_at, " ".join(data["place"].split()), data["most"], data["shows_names"])


def invitation_values(invitation: Invitation, usual: Invitation) -> dict[str, Any]:
    """An invitation as the form shows it; where there is none yet, time, place and places as `usual`."""
    shown = invitation if invitation.starts_at else usual
    local = timezone.localtime(shown.starts_at) if shown.starts_at else None
    return {
        "day": local.date() if local and invitation.starts_at else None,
        "at": local.time() if local else USUAL_START,
        "place": shown.place,
        "most": shown.most,
        "shows_names": shown.shows_names,
    }


class ExpectedForm(forms.Form):
    """Lines of the list of those who are coming, by their keys."""

    keys = KeysField(required=False)

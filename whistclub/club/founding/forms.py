"""What people enter who found a club."""

from typing import Any

from django import forms

from whistclub.accounts.forms import NewPasswordField, PersonNameField, SignInEmailField, refuse_easy_password
from whistclub.club.forms import time_zones
from whistclub.club.founding.actions import Founding, NewClub


class NewClubForm(forms.Form):
    """A new club of somebody who has an account, cleaned to a `NewClub`."""

    club_name = forms.CharField(
        label="Club name (or whose house you play at)",
        max_length=80,
        error_messages={"required": "Enter a name (up to 80 characters)."},
    )
    time_zone = forms.ChoiceField(label="Time zone", choices=time_zones, initial="America/Chicago")
    currency = forms.CharField(
        label="Currency symbol (for games with a stake)",
        max_length=4,
        initial="$",
        error_messages={"required": "Enter a symbol, such as $ or kr."},
    )

    def new_club(self) -> NewClub:
        return NewClub(*(self.cleaned_data[name] for name in ("club_name", "time_zone", "currency")))


class FoundingForm(NewClubForm):
    """The same of somebody without an account, cleaned to a `Founding`."""

    field_order = ["club_name", "organiser_name", "email", "password", "time_zone", "currency"]
    organiser_name = PersonNameField()
    email = SignInEmailField()
    password = NewPasswordField()

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        refuse_easy_password(self, name=data.get("organiser_name", ""), email=data.get("email", ""))
        return data

    def founding(self) -> Founding:
        return Founding(**self.cleaned_data)

from functools import cache
from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.utils.translation import gettext_lazy as _

from whistclub.accounts.forms import NewPasswordField, PersonNameField, SignInEmailField, refuse_easy_password
from whistclub.club.actions import Founding
from whistclub.club.names import MOST_LETTERS, UnusableName, clean_name


@cache  # looks into hundreds of files
def time_zones() -> list[tuple[str, str]]:
    """Zones named for places, which is how people know them."""
    return [
        (zone, zone.replace("_", " ")) for zone in sorted(available_timezones()) if "/" in zone and zone[:3] != "Etc"
    ]


NAME_NEEDED = _("Enter a name (up to 40 characters).")


class PlayerNameField(forms.CharField):
    """A player's name as it is stored: see `names.clean_name`."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(label=_("Name"), **kwargs)
        self.error_messages["required"] = NAME_NEEDED
        self.widget.attrs["maxlength"] = str(MOST_LETTERS)

    def clean(self, value: Any) -> str:
        if not self.required and not value:
            return ""
        try:
            return clean_name(super().clean(value))
        except UnusableName as refusal:
            raise forms.ValidationError(refusal.sentence) from refusal


class PlayerForm(forms.Form):
    name = PlayerNameField()


class FoundingForm(forms.Form):
    """The first organiser and club, cleaned to a `Founding`."""

    club_name = forms.CharField(label=_("Club name (or whose house you play at)"), max_length=80)
    organiser_name = PersonNameField()
    email = SignInEmailField()
    password = NewPasswordField()
    time_zone = forms.ChoiceField(label=_("Time zone"), choices=time_zones, initial="America/Chicago")
    currency = forms.CharField(label=_("Currency symbol (for games with a stake)"), max_length=4, initial="$")

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        refuse_easy_password(self, "password", name=data.get("organiser_name", ""), email=data.get("email", ""))
        return data

    def founding(self) -> Founding:
        return Founding(**self.cleaned_data)

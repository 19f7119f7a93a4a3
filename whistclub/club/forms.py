from functools import cache
from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.utils.translation import gettext_lazy as _

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

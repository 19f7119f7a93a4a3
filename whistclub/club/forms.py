import re
from functools import cache
from typing import Any
from zoneinfo import available_timezones

from django import forms

from whistclub.club.names import MOST_LETTERS, UnusableName, clean_name


@cache  # looks into hundreds of files
def time_zones() -> list[tuple[str, str]]:
    """Zones named for places, which is how people know them."""
    return [
        (zone, zone.replace("_", " ")) for zone in sorted(available_timezones()) if "/" in zone and zone[:3] != "Etc"
    ]


MOST_REMARK_LETTERS = 500
# Control characters but tab and line break; what turns the direction of writing around.
_UNREADABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
NAME_NEEDED = "Enter a name (up to 40 characters)."


class PlayerNameField(forms.CharField):
    """A player's name as it is stored: see `names.clean_name`."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(label="Name", **kwargs)
        self.error_messages["required"] = NAME_NEEDED
        self.widget.attrs["maxlength"] = str(MOST_LETTERS)

    def clean(self, value: Any) -> str:
        if not self.required and not value:
            return ""
        try:
            return clean_name(super().clean(value))
        except UnusableName as refusal:
            raise forms.ValidationError(refusal.sentence) from refusal


class RemarkField(forms.CharField):
    """Plain text of several lines. Characters that show nothing but change the text around them are refused."""

    def to_python(self, value: Any) -> Any:
        # A line break is one letter, as people count.
        text = (super().to_python(value) or "").replace("\r\n", "\n").replace("\r", "\n")
        if _UNREADABLE.search(text):
            raise forms.ValidationError("It contains characters that cannot be read. Type it again without them.")
        return text


class RemarkForm(forms.Form):
    """A remark, and who sees it."""

    remark = RemarkField(
        required=False,
        max_length=MOST_REMARK_LETTERS,
        error_messages={
            "max_length": "A remark can have up to %(limit_value)d characters; this one has %(show_value)d. Shorten it."
        },
    )
    for_all = forms.BooleanField(required=False)


class PlayerForm(forms.Form):
    name = PlayerNameField()


class PersonForm(PlayerForm):
    """Everything that organisers change of a player."""

    guest = forms.BooleanField(
        label="Guest",
        help_text="Not in lists of players, ratings, records, partnerships or seasons. Their games still count for "
        "everyone else, and they are in the standings of their parties.",
        required=False,
    )
    retired = forms.BooleanField(
        label="Retired",
        help_text="For players who left or died. They stay in past games and in statistics, but are not offered for "
        "new games or at check-in. Typing their exact name there brings them back.",
        required=False,
    )
    hidden = forms.BooleanField(
        label="Hidden from statistics", help_text="The name still shows in games and parties.", required=False
    )

"""The forms of the settings of a club: one for each part of the page."""

import re

from django import forms
from django.conf import settings
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from whistclub.club.forms import time_zones
from whistclub.club.models import Club
from whistclub.club.settings.pictures import MOST_BYTES_SENT, UnusablePicture, logo_of

MOST_ORIGINS = 5
# A scheme, a name of letters, digits and hyphens, perhaps a port: nothing that could end the line of a header.
LABEL = r"[a-z0-9]([a-z0-9-]{0,40}[a-z0-9])?"
ORIGIN = re.compile(rf"https://({LABEL}\.)+{LABEL}(:[0-9]{{1,5}})?/?", re.ASCII | re.IGNORECASE)


class BasicsForm(forms.Form):
    """Its fields are named as those of the club."""

    name = forms.CharField(
        label=gettext_lazy("Name of the club"),
        max_length=80,
        error_messages={"required": gettext_lazy("Enter a name (up to 80 characters).")},
    )
    time_zone = forms.ChoiceField(
        label=gettext_lazy("Time zone"),
        help_text=gettext_lazy(
            "From now on all times are shown in this time zone, including those of past games. A late game may then "
            "count for another day."
        ),
        error_messages={"invalid_choice": gettext_lazy("Choose a time zone from the list.")},
    )
    currency = forms.CharField(
        label=gettext_lazy("Currency symbol"),
        max_length=4,
        error_messages={"required": gettext_lazy("Enter a symbol, such as $ or kr.")},
    )
    language = forms.ChoiceField(label=gettext_lazy("Language"), choices=settings.LANGUAGES)

    def __init__(self, club: Club, sent: QueryDict | None = None) -> None:
        initial = {"name": club.name, "time_zone": club.time_zone, "currency": club.currency, "language": club.language}
        super().__init__(sent, initial=initial)
        zones = time_zones()
        if club.time_zone not in dict(zones):
            zones = [(club.time_zone, club.time_zone), *zones]
        self.fields["time_zone"].choices = zones  # type: ignore[attr-defined] # of a ChoiceField
        self.fields["language"].choices = settings.LANGUAGES  # type: ignore[attr-defined] # of a ChoiceField
        if len(settings.LANGUAGES) == 1:
            del self.fields["language"]

    def clean_name(self) -> str:
        return " ".join(self.cleaned_data["name"].split())


class StrangersForm(forms.Form):
    """Its field is named as that of the club."""

    shown_to_strangers = forms.ChoiceField(
        label=gettext_lazy("What the public can see"),
        choices=[
            (Club.Shown.NOTHING, gettext_lazy("Nothing: only organisers see statistics and past evenings")),
            (Club.Shown.LINKS, gettext_lazy("Games and parties they have the link to, but no statistics")),
            (Club.Shown.INITIALS, gettext_lazy("Everything with initials: “A. B.” instead of “Ann Berg”")),
            (Club.Shown.NAMES, gettext_lazy("Everything with names")),
        ],
        widget=forms.RadioSelect,
        error_messages={
            "required": gettext_lazy("Choose what the public can see."),
            "invalid_choice": gettext_lazy("Choose what the public can see."),
        },
    )


class EmbeddingForm(forms.Form):
    """Origins in lines or separated by spaces, cleaned to how the club stores them."""

    embedded_in = forms.CharField(
        label=gettext_lazy("Websites that may show your public pages"),
        help_text=gettext_lazy("One address per line, such as https://example.org; up to five. Leave empty for none."),
        required=False,
        max_length=1000,
        widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false", "autocapitalize": "none"}),
    )

    def clean_embedded_in(self) -> str:
        typed = self.cleaned_data["embedded_in"].replace(",", " ").split()
        if wrong := next((each for each in typed if not ORIGIN.fullmatch(each)), None):
            raise forms.ValidationError(
                _("“%(typed)s” is not a website address. Write it like https://example.org, with nothing after it."),
                params={"typed": wrong[:80]},
            )
        origins = dict.fromkeys(each.rstrip("/").lower() for each in typed)
        if len(origins) > MOST_ORIGINS:
            raise forms.ValidationError(_("You can name up to five websites."))
        return " ".join(origins)


class LookForm(forms.Form):
    """The colour, and a picture as the new logo, cleaned to a PNG; None if the logo stays."""

    colour = forms.ChoiceField(
        label=gettext_lazy("Colour"),
        choices=Club.Colour.choices,
        widget=forms.RadioSelect,
        error_messages={"required": gettext_lazy("Choose a colour.")},
    )
    logo = forms.FileField(
        label=gettext_lazy("Logo"),
        required=False,
        help_text=gettext_lazy("A PNG or JPEG of up to 2 MB; a square one looks best."),
        widget=forms.FileInput(attrs={"accept": "image/png,image/jpeg,image/webp,image/gif"}),
    )

    def clean_logo(self) -> bytes | None:
        file = self.cleaned_data["logo"]
        if not file:
            return None
        if file.size > MOST_BYTES_SENT:
            raise forms.ValidationError(
                _("This file is larger than 2 MB. Make the logo smaller, then choose it again.")
            )
        try:
            return logo_of(file)
        except UnusablePicture as refusal:
            raise forms.ValidationError(refusal.sentence) from refusal

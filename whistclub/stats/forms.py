"""What organisers type on their page of statistics."""

from datetime import date

from django import forms
from django.utils.translation import gettext_lazy as _

from whistclub.stats.models import Season
from whistclub.stats.seasons.scoring import SeasonSettings

MOST_PARTIES = 999
FIRST_YEAR, LAST_YEAR = 1900, 2100
BEST_WRONG = _("How many parties count? A number from 1 to 999, or nothing for all.")


class DayField(forms.DateField):
    """A day as browsers send it."""

    def __init__(self, label: object, missing: object) -> None:
        super().__init__(
            label=label,
            input_formats=["%Y-%m-%d"],
            widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
            error_messages={
                "required": missing,
                "invalid": _("This is not a day. Write it like 2026-11-21."),
            },
        )

    def clean(self, value: object) -> date:
        day = super().clean(value)
        if day is not None and not FIRST_YEAR <= day.year <= LAST_YEAR:
            raise forms.ValidationError(_("The year %(year)s? Look at the day again."), params={"year": day.year})
        return day


class SeasonForm(forms.Form):
    """One season, cleaned to `plan`."""

    name = forms.CharField(
        label=_("Name"),
        max_length=60,
        error_messages={
            "required": _("A season needs a name, like “Winter 2026”."),
            "max_length": _("A name has up to 60 letters."),
        },
    )
    first_day = DayField(_("First day"), _("On which day does it begin?"))
    last_day = DayField(_("Last day"), _("Which day is its last?"))
    scoring = forms.ChoiceField(
        label=_("What counts"),
        choices=[
            (Season.Scoring.POINTS.value, _("The points of each party")),
            (Season.Scoring.WINS.value, _("The games won in each party")),
            (Season.Scoring.PLACES.value, _("The places in each party")),
        ],
        initial=Season.Scoring.POINTS.value,
        error_messages={
            "required": _("Choose what counts."),
            "invalid_choice": _("Choose what counts: points, games won or places."),
        },
    )
    best_parties = forms.IntegerField(
        label=_("How many of each person's best parties count"),
        help_text=_("Leave it empty and all count."),
        required=False,
        min_value=1,
        max_value=MOST_PARTIES,
        error_messages={"invalid": BEST_WRONG, "min_value": BEST_WRONG, "max_value": BEST_WRONG},
    )

    def clean_name(self) -> str:
        return " ".join(self.cleaned_data["name"].split())

    def clean(self) -> dict:
        data = super().clean()
        first, last = data.get("first_day"), data.get("last_day")
        if isinstance(first, date) and isinstance(last, date) and last < first:
            self.add_error("last_day", _("The last day comes before the first one."))
        return data

    @property
    def plan(self) -> SeasonSettings:
        return SeasonSettings(**self.cleaned_data)


class ShowForm(forms.Form):
    """Who may read the statistics."""

    who = forms.ChoiceField(choices=[("everybody", ""), ("organisers", "")])

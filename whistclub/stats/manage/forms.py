"""Forms of the organiser’s page of statistics."""

from collections.abc import Mapping
from datetime import date
from typing import TYPE_CHECKING, Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from whistclub.stats.inputs import FIRST_YEAR
from whistclub.stats.models import Season
from whistclub.stats.seasons.scoring import LETTERS, Groups, SeasonSettings

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

MOST_PARTIES = 999
LAST_YEAR = 2100
MOST_MOVING = 9
BEST_WRONG = _("Enter 1–999, or leave empty to count all.")


class DayField(forms.DateField):
    """An ISO date, as browsers send it."""

    def __init__(self, label: "_StrPromise", missing: "_StrPromise") -> None:
        super().__init__(
            label=label,
            input_formats=["%Y-%m-%d"],
            widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
            error_messages={
                "required": missing,
                "invalid": _("This is not a date. Write it like 2026-11-21."),
            },
        )

    def clean(self, value: object) -> date | None:
        day: date | None = super().clean(value)
        if day is not None and not FIRST_YEAR <= day.year <= LAST_YEAR:
            raise forms.ValidationError(_("The year %(year)s? Check the year."), params={"year": day.year})
        return day


class SeasonForm(forms.Form):
    """One season, cleaned to `plan`."""

    name = forms.CharField(
        label=_("Name"),
        max_length=60,
        error_messages={
            "required": _("A season needs a name, like “Winter 2026”."),
            "max_length": _("A name can have up to 60 characters."),
        },
    )
    first_day = DayField(_("First day"), _("Enter the first day."))
    last_day = DayField(_("Last day"), _("Enter the last day."))
    scoring = forms.ChoiceField(
        label=_("What counts"),
        choices=[
            (Season.Scoring.POINTS.value, _("Points")),
            (Season.Scoring.WINS.value, _("Games won")),
            (Season.Scoring.PLACES.value, _("Rank points")),
        ],
        initial=Season.Scoring.POINTS.value,
        error_messages={
            "required": _("Choose what counts."),
            "invalid_choice": _("Choose what counts: points, games won or rank points."),
        },
    )
    best_parties = forms.IntegerField(
        label=_("Best parties counted per person"),
        help_text=_("Leave empty to count all."),
        required=False,
        min_value=1,
        max_value=MOST_PARTIES,
        error_messages={"invalid": BEST_WRONG, "min_value": BEST_WRONG, "max_value": BEST_WRONG},
    )

    def clean_name(self) -> str:
        return " ".join(self.cleaned_data["name"].split())

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        first, last = data.get("first_day"), data.get("last_day")
        if isinstance(first, date) and isinstance(last, date) and last < first:
            self.add_error("last_day", _("The last day is before the first day."))
        return data

    @property
    def plan(self) -> SeasonSettings:
        return SeasonSettings(**self.cleaned_data)


class GroupsForm(forms.Form):
    """The groups of a season, cleaned to `groups`: a letter for each of `people`, names by player key.

    `mark` is that of the groups that the page showed.
    """

    mark = forms.CharField(required=False)
    moving = forms.IntegerField(
        label=_("How many players move up and down at the end"),
        min_value=0,
        max_value=MOST_MOVING,
        error_messages=dict.fromkeys(("required", "invalid", "min_value", "max_value"), _("Enter 0–9.")),
    )

    def __init__(self, data: QueryDict | None, *, people: Mapping[int, str], initial: dict[str, object]) -> None:
        super().__init__(data, initial=initial)
        self._player_of = {f"player_{key}": key for key in people}
        for name, key in self._player_of.items():
            self.fields[name] = forms.ChoiceField(
                label=people[key],
                choices=[("", "–"), *((letter, letter) for letter in LETTERS)],
                required=False,
                error_messages={"invalid_choice": _("Choose one of the letters.")},
            )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        used = "".join(sorted({data[name] for name in self._player_of if data.get(name)}))
        if used and (len(used) == 1 or used != LETTERS[: len(used)]):
            missing = next(letter for letter in LETTERS if letter not in used)
            text = _("Nobody is in group %(letter)s. Put someone there, or leave all empty for one table.")
            raise forms.ValidationError(text, params={"letter": missing})
        return data

    @property
    def people(self) -> list[forms.BoundField]:
        return [self[name] for name in self._player_of]

    @property
    def groups(self) -> Groups:
        data = self.cleaned_data
        used = LETTERS[: len({data[name] for name in self._player_of} - {""})]
        return tuple(tuple(key for name, key in self._player_of.items() if data[name] == letter) for letter in used)


class ShowForm(forms.Form):
    """Who may see the statistics."""

    who = forms.ChoiceField(choices=[("everybody", ""), ("organisers", "")])

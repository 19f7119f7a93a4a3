"""The forms of a season, and of what players may see."""

from typing import Any

from django import forms

from whistclub.club.models import Club
from whistclub.stats.models import Season
from whistclub.web.fields import DayField


class ShownForm(forms.Form):
    shown = forms.ChoiceField(choices=Club.Shown.choices)


class SeasonForm(forms.ModelForm):  # type: ignore[type-arg] # it takes no types when it runs
    first_day = DayField("First day", "Enter the first day.")
    last_day = DayField("Last day", "Enter the last day.")

    class Meta:
        model = Season
        fields = ("name", "first_day", "last_day", "scoring", "best_parties")
        labels = {"scoring": "What counts", "best_parties": "Best parties counted per person"}
        help_texts = {"best_parties": "Leave empty to count all."}
        error_messages = {"name": {"required": "A season needs a name, like “Winter 2026”."}}

    def clean_name(self) -> str:
        name = " ".join(self.cleaned_data["name"].split())
        others = Season.objects.filter(club=self.instance.club).exclude(pk=self.instance.pk)
        if name.casefold() in {other.casefold() for other in others.values_list("name", flat=True)}:
            raise forms.ValidationError(f"There is a season called “{name}” already. Give this one another name.")
        return name

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        first, last = data.get("first_day"), data.get("last_day")
        if first and last and last < first:
            self.add_error("last_day", "The last day is before the first day.")
        return data

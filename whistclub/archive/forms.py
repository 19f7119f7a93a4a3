"""A list as it is sent: typed, pasted, or as a file."""

from typing import Any

from django import forms

from whistclub.archive import sheet
from whistclub.archive.sheet import UnreadableSheet
from whistclub.club.forms import ReadingsForm

LONGEST_SOURCE = 80


class ListForm(forms.Form):
    """`cleaned_data["lines"]` is the text, wherever it came from; `source` is the name of the file."""

    lines = forms.CharField(
        required=False, strip=False, widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false"})
    )
    file = forms.FileField(
        label="Or choose a file (CSV)",
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".csv,.tsv,.txt,text/csv,text/plain"}),
    )
    source = forms.CharField(required=False, widget=forms.HiddenInput)

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if file := data.get("file"):
            try:
                data["lines"] = sheet.decoded(file.read())
            except UnreadableSheet as refusal:
                self.add_error("file", refusal.sentence)
            data["source"] = file.name
        data["source"] = data.get("source", "")[:LONGEST_SOURCE]
        if not self.errors and not data["lines"].strip():
            self.add_error("lines", "There is nothing in this list. Type or paste it, or choose a file.")
        return data

    @property
    def text(self) -> str:
        """What the field shows: the list as it was sent."""
        if not self.is_bound:
            return ""
        return str(getattr(self, "cleaned_data", {}).get("lines") or self.data.get("lines", ""))


class PlayerListForm(ListForm, ReadingsForm):
    """A list of players."""

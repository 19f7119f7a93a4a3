"""The forms of the photos of an evening."""

from collections.abc import Sequence
from datetime import date
from typing import Any, TypeAlias

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.http import QueryDict
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from whistclub.stats.manage.forms import DayField
from whistclub.stats.photos.actions import MOST_OF_EVENING
from whistclub.stats.photos.queries import Club, Shown, has_evening
from whistclub.web.whole_body import MOST_OF_UPLOAD

File: TypeAlias = "UploadedFile[Any]"
LONGEST_CAPTION = 80
LONGEST_FILE_NAME = 40


class ManyFiles(forms.FileInput):
    allow_multiple_selected = True


class PhotosForm(forms.Form):
    """New files, and the caption of each photo that is there. `sent_files`, and `captions` by key."""

    most = MOST_OF_EVENING

    photos = forms.Field(
        label=gettext_lazy("Photos"),
        required=False,
        # Types by name: a phone then sends a JPEG of what it keeps as HEIC.
        widget=ManyFiles(
            attrs={
                "multiple": True,
                "accept": "image/jpeg,image/png,image/webp",
                "data-most": MOST_OF_UPLOAD - 2**16,  # a form around it
                "data-too-large": gettext_lazy("Together these photos are larger than 16 MB. Add a few at a time."),
            }
        ),
    )

    def __init__(
        self,
        photos: Sequence[Shown],
        sent: QueryDict | None = None,
        files: MultiValueDict[str, File] | None = None,
    ) -> None:
        super().__init__(sent, files)
        self._names = {f"caption_{each.key}": each.key for each in photos}
        self.room = max(0, MOST_OF_EVENING - len(photos))
        for each in photos:
            self.fields[f"caption_{each.key}"] = forms.CharField(
                label=_("Caption"),
                initial=each.caption,
                required=False,
                max_length=LONGEST_CAPTION,
                error_messages={"max_length": _("A caption can have up to 80 characters.")},
                widget=forms.TextInput(attrs={"autocomplete": "off"}),
            )

    @property
    def sent_files(self) -> list[File]:
        return self.files.getlist("photos") if self.files else []

    @property
    def captions(self) -> dict[int, str]:
        """Those that differ from what the page showed: what somebody else wrote meanwhile stays."""
        typed = {
            key: " ".join(self.cleaned_data[name].split()) for name, key in self._names.items() if name in self.data
        }
        return {key: text for key, text in typed.items() if text != self.data.get(f"shown_{key}")}


class MoveForm(forms.Form):
    """Another evening for all photos of one."""

    day = DayField(gettext_lazy("They belong to the evening of"), gettext_lazy("Choose the day."))

    def __init__(self, club: Club, sent: QueryDict | None = None, *, initial: date | None = None) -> None:
        super().__init__(sent, initial={"day": initial})
        self._club = club

    def clean_day(self) -> Any:
        day: date = self.cleaned_data["day"]
        if not has_evening(self._club, day):
            raise forms.ValidationError(_("No game of this day is in the statistics. Choose another day."))
        return day


def shown_name(file: File) -> str:
    """The name of a file as messages have it."""
    name = file.name or ""
    return name if len(name) <= LONGEST_FILE_NAME else f"{name[: LONGEST_FILE_NAME - 1]}…"

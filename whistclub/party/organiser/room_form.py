"""What the organiser types about the tables in the room, and who stays at one."""

from collections.abc import Iterator
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from whistclub.club.names import MOST_TYPED
from whistclub.party.room import Room
from whistclub.web.table_names import LONGEST_TABLE_NAME
from whistclub.web.visible import visible_text

MOST_TABLES = 120


class TableNameField(forms.CharField):
    """The name of a table, written as those of players are; empty where nobody would see any of it."""

    def to_python(self, value: Any) -> str:
        text = " ".join((super().to_python(value) or "").split())
        # Longer texts would take too long to normalise; they are refused below.
        return visible_text(text) if len(text) <= MOST_TYPED else text


class RoomForm(forms.Form):
    """A name and "out of use" for each table, cleaned to a `Room`."""

    def __init__(self, room: Room, tables: int, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tables = tables
        for number in range(1, tables + 1):
            self.fields[f"name_{number}"] = TableNameField(
                max_length=LONGEST_TABLE_NAME,
                required=False,
                initial=room.names.get(number, ""),
                widget=forms.TextInput(attrs={"autocomplete": "off"}),
                error_messages={"null_characters_not_allowed": _("Check this entry.")},
            )
            self.fields[f"out_{number}"] = forms.BooleanField(required=False, initial=number in room.out_of_use)

    @property
    def rows(self) -> Iterator[tuple[int, forms.BoundField, forms.BoundField]]:
        """The number of each table with both of its fields."""
        return ((number, self[f"name_{number}"], self[f"out_{number}"]) for number in range(1, self.tables + 1))

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        taken: dict[str, int] = {}
        for number in range(1, self.tables + 1):
            name = data.setdefault(f"name_{number}", "")
            if name and taken.setdefault(name.casefold(), number) != number:
                self.add_error(f"name_{number}", _("Another table has this name."))
        return data

    def room(self) -> Room:
        data = self.cleaned_data
        numbers = range(1, self.tables + 1)
        return Room(
            {number: data[f"name_{number}"] for number in numbers if data[f"name_{number}"] not in ("", str(number))},
            frozenset(number for number in numbers if data[f"out_{number}"]),
        )


class KeepForm(forms.Form):
    """Who stays at which table; `round` if they were tapped on the page of a table of that round."""

    entrant = forms.IntegerField(min_value=1, max_value=2**31, error_messages={"required": _("Choose a player.")})
    table = forms.IntegerField(min_value=1, max_value=MOST_TABLES, error_messages={"required": _("Choose a table.")})
    round = forms.IntegerField(min_value=1, max_value=1000, required=False)

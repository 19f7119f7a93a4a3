"""The tables in the room: their names, and which are out of use.

A table has the same number all evening; its rank in a round (1 is the top table) is the movement's, and may be another.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import count, islice
from typing import Any

from django.contrib.humanize.templatetags.humanize import ordinal
from django.utils.translation import gettext as _

from whistclub.web.table_names import TableName


@dataclass(frozen=True, slots=True)
class Room:
    """Names by the number of the table, and the numbers of tables that no coming round may use."""

    names: Mapping[int, str] = field(default_factory=dict)
    out_of_use: frozenset[int] = frozenset()

    @classmethod
    def read(cls, stored: Mapping[str, Any]) -> "Room":
        """The room that `stored` was made of; of an empty mapping one without names."""
        given = {int(number): name for number, name in stored.get("names", {}).items()}
        names = {number: name for number, name in given.items() if TableName(number, name).given}
        return cls(names, frozenset(stored.get("out_of_use", [])))

    @property
    def stored(self) -> dict[str, Any]:
        """The room as plain values (JSON)."""
        return {
            "names": {str(number): name for number, name in sorted(self.names.items())},
            "out_of_use": sorted(self.out_of_use),
        }

    def name(self, number: int) -> TableName:
        return TableName(number, self.names.get(number, ""))

    def is_usable(self, number: int) -> bool:
        """Whether the next round may use this table; not if its number is the name of another one."""
        return number not in self.out_of_use and (number in self.names or str(number) not in self.names.values())

    def usable(self, tables: int) -> list[int]:
        """The tables that a round of this many tables uses, unless somebody stays at another: the top table first."""
        return list(islice(filter(self.is_usable, count(1)), tables))

    def number_of(self, typed: str) -> int | None:
        """The table that somebody means who typed its name or number; None if that cannot be one."""
        wanted = " ".join(typed.split()).casefold()
        for number, name in self.names.items():
            if name.casefold() == wanted:
                return number
        return int(wanted) if wanted.isascii() and wanted.isdecimal() and len(wanted) <= 3 else None


NO_NAMES = Room()


def rank_text(rank: int) -> str:
    """A table by its rank, in the middle of a sentence: "the top table", "3rd from the top"."""
    return _("the top table") if rank == 1 else _("{nth} from the top").format(nth=ordinal(rank))

"""What all documents share: their heads, what they are asked for, how names and lists fit on sheets."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Protocol, TypeVar
from unicodedata import east_asian_width

from whistclub.party.models import Entrant, Party, Round
from whistclub.party.state import PartyState, RoundState

CHAIRS = 4
# The height below the head of a sheet that every browser leaves of both A4 and Letter, in millimetres.
ROOM = 226.0

# Sizes of large names in points, and the height of a point in millimetres.
NAME_SIZES = (60, 48, 40, 32, 26, 21, 17, 14, 12)
POINT = 0.353
LINE = 1.1
# The widths of letters in bold, on the safe side, as parts of their size.
WIDE, NARROW = "MWmw@%…—", " ,.;:!|'’`()[]-iljItfr"
NARROW_WIDTH = 0.4

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Head:
    """The head of every sheet, so that a stray one can be recognised."""

    party: Party
    title: str
    is_draft: bool = False

    @property
    def is_rehearsal(self) -> bool:
        return self.party.is_rehearsal


@dataclass(frozen=True, slots=True)
class Asked:
    """What a page to print is asked for in its address; `address` makes of a path an address that phones can open."""

    values: Mapping[str, str]
    address: Callable[[str], str]

    def number(self, name: str) -> int | None:
        """A number of at most four digits; None for anything else."""
        text = self.values.get(name, "")
        return int(text) if text.isdecimal() and len(text) <= 4 else None


class Page(Protocol):
    """What a document prints; without `sheets` there is nothing to print yet."""

    @property
    def head(self) -> Head: ...

    @property
    def sheets(self) -> Sequence[object]: ...


def table_count(state: PartyState) -> int:
    """The tables of the newest seating; before the first one, as many as those present can fill."""
    round_state = newest(state)
    if round_state:
        return len(round_state.tables)
    most = state.party.policy.get("max_tables")
    tables = len(state.present) // CHAIRS
    return min(tables, most) if most else tables


def newest(state: PartyState, number: int | None = None) -> RoundState | None:
    """The round with this number; without a number the draft, else the round announced last."""
    asked = next((round_state for round_state in state.rounds if round_state.round.number == number), None)
    return asked or state.draft or state.current


def head_of(state: PartyState, round_state: RoundState | None, title: str) -> Head:
    return Head(state.party, title, round_state is not None and round_state.round.state == Round.State.DRAFT)


def packed(
    items: Iterable[Item], height: Callable[[Item], float], *, columns: int, room: float = ROOM, taken: float = 0
) -> list[list[list[Item]]]:
    """Sheets of columns of items, filled from the top. `taken` is the part of `room` in use on the first sheet.

    Heights are in millimetres and estimated on the safe side, because browsers differ in how they break columns.
    """
    sheets: list[list[list[Item]]] = []
    left = 0.0
    for item in items:
        needed = height(item)
        if not sheets or needed > left:
            if not sheets or len(sheets[-1]) == columns:
                sheets.append([])
            sheets[-1].append([])
            left = room - taken if len(sheets) == 1 else room
        sheets[-1][-1].append(item)
        left -= needed
    return sheets


def lines(text: str, letters: int) -> int:
    """How many lines a text needs if this many letters fit on one; wide letters count twice."""
    wide = 0 if text.isascii() else sum(east_asian_width(letter) in "WF" for letter in text)
    return max(1, ceil((len(text) + wide) / letters))


def name_size(name: str, width: float, height: float) -> int:
    """The largest of NAME_SIZES at which a name fits into a box of millimetres, in whole words if it can."""
    for size in NAME_SIZES:
        words = [_width(word) * size * POINT for word in name.replace("-", "- ").split()]
        rows, left = 0, 0.0
        for word in words:
            if word > left:
                rows, left = rows + 1, width
            left -= word + NARROW_WIDTH * size * POINT
        if max(words, default=0.0) <= width and rows * size * POINT * LINE <= height:
            return size
    return NAME_SIZES[-1]


def in_groups(items: Sequence[Item], size: int) -> list[list[Item]]:
    """Cards cut from one sheet each time."""
    return [list(items[start : start + size]) for start in range(0, len(items), size)]


def people_by_name(state: PartyState) -> list[Entrant]:
    """Those who are here, in alphabetical order."""
    return sorted(state.present, key=lambda entrant: entrant.player.name.casefold())


def others(round_states: Sequence[RoundState], shown: RoundState | None) -> list[int]:
    """The numbers of the other rounds that can be printed."""
    return [round_state.round.number for round_state in round_states if round_state is not shown]


def _width(word: str) -> float:
    return sum(_letter_width(letter) for letter in word)


def _letter_width(letter: str) -> float:
    if east_asian_width(letter) in "WF":
        return 1.0
    if letter in WIDE:
        return 0.92
    if letter in NARROW:
        return NARROW_WIDTH
    return 0.68 if letter.isupper() else 0.58

"""The heading of a notebook: which column holds what."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from whistclub.archive.sheet import UnreadableSheet

MOST_SEATS = 4
SIDES = 3
# What a column holds, and the headings that say so, without spaces and signs.
HEADINGS: Mapping[str, tuple[str, ...]] = {
    "date": ("date", "day", "evening"),
    "time": ("time", "start", "started"),
    "rules": ("rules", "ruleset", "game"),
    "hands": ("hands",),
    "dealer": ("dealer", "firstdealer"),
    "result": ("result", "score"),
    **{f"player{seat}": (f"player{seat}", f"name{seat}", f"seat{seat}") for seat in range(1, MOST_SEATS + 1)},
    **{f"side{side}": (f"side{side}", f"pair{side}", f"team{side}") for side in range(1, SIDES + 1)},
    **{f"points{side}": (f"points{side}", f"score{side}", f"result{side}") for side in range(1, SIDES + 1)},
}


@dataclass(frozen=True, slots=True)
class Columns:
    """Where each thing stands in a line; `unused` are headings that mean nothing here."""

    places: Mapping[str, int]
    unused: tuple[str, ...]

    def of(self, cells: Sequence[str]) -> dict[str, str]:
        """The cells of a line by what they hold; a missing one is empty."""
        return {what: cells[place] if place < len(cells) else "" for what, place in self.places.items()}


def columns_of(heads: Sequence[str]) -> Columns:
    """Raises UnreadableSheet if the first line does not name what is needed."""
    meanings = {head: what for what, known in HEADINGS.items() for head in known}
    places: dict[str, int] = {}
    unused = []
    for place, head in enumerate(heads):
        what = meanings.get(re.sub(r"[\W_]", "", head.casefold()))
        if what is None:
            unused += [head[:40]] if head else []
        elif what in places:
            raise UnreadableSheet(f"There are two columns called “{head[:40]}”.")
        else:
            places[what] = place
    missing = []
    if "date" not in places:
        missing.append("Date")
    if not ({"side1", "side2"} <= places.keys() or {"player1", "player2"} <= places.keys()):
        missing.append("Pair 1 and Pair 2, or Player 1 to Player 4")
    if not ({"points1", "points2"} <= places.keys() or places.keys() & {"result", "hands"}):
        missing.append("Points 1 and Points 2, or Hands")
    if missing:
        raise UnreadableSheet(
            "The first line must name the columns. Missing: {columns}.".format(columns="; ".join(missing))
        )
    return Columns(places, tuple(unused))

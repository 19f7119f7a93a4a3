"""The people at a table: who sits where, and what a page calls the sides."""

from collections.abc import Sequence
from typing import NamedTuple

from whistclub.engine.options import TableFormat
from whistclub.web.formatting import clip_long_words, join_list, join_side, short_names

# Where seats are drawn around the table, clockwise from the one at the bottom, by how many there are.
COMPASS = {4: ("south", "west", "north", "east"), 3: ("south", "west", "east"), 2: ("south", "north")}


class Chair(NamedTuple):
    seat: int
    name: str
    side: int
    compass: str
    deals: bool


class SideNames(NamedTuple):
    """What a page calls one side: in a score, as a subject, as an object, and by its people."""

    short: str
    subject: str
    object: str
    people: str
    is_viewer: bool = False


def by_side(form: TableFormat, names: Sequence[str]) -> list[str]:
    """The people of each side, from their names by seat: "Ann & Clara"."""
    return [
        join_side(name for seat, name in enumerate(names) if form.side_of(seat) == side) for side in range(form.sides)
    ]


def sides_of(form: TableFormat, names: Sequence[str], viewer: int | None = None) -> list[SideNames]:
    """What to call each side for the player on seat `viewer`, or for somebody who is not playing (None)."""
    in_pairs, people = form.seats != form.sides, by_side(form, [clip_long_words(name) for name in names])
    mine = None if viewer is None else form.side_of(viewer)
    found = []
    for side, short in enumerate(by_side(form, short_names(names))):
        if side == mine:
            words = ("Us", "We", "us") if in_pairs else ("You", "You", "you")
        else:
            words = ("Them", "They", "them") if in_pairs and mine is not None else (short, short, short)
        found.append(SideNames(*words, people[side], is_viewer=side == mine))
    return found


def pairings(form: TableFormat, names: Sequence[str]) -> list[tuple[int, str]]:
    """The ways to play again: who sits opposite seat 0 then (0 where nobody does), and all sides in words.

    The same partners come first. `names` are short: three buttons with four full names each are hard to tell apart.
    """
    if form is not TableFormat.FOUR_IN_PAIRS:
        return [(0, join_list(names))]
    first, *others = names
    found = []
    for partner in (2, 1, 3):
        rivals = [name for seat, name in enumerate(others, start=1) if seat != partner]
        found.append((partner, f"{join_side([first, names[partner]])} against {join_side(rivals)}"))
    return found

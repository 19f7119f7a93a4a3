"""The people at a table as one viewer sees them: who sits where, and what a page calls the sides."""

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from whistclub.engine.options import RuleOptions, TableFormat
from whistclub.play.models import Seat
from whistclub.web.formatting import clip_long_words, join_side, short_names

# Where seats are drawn around the table, clockwise from the one at the bottom, by how many there are.
COMPASS = {4: ("south", "west", "north", "east"), 3: ("south", "west", "east"), 2: ("south", "north")}


class Chair(NamedTuple):
    """One person at the table, as drawn for a viewer."""

    position: int
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
    shorts = short_names(names)
    if form.seats == form.sides:
        return [
            SideNames("You", "You", "you", name, is_viewer=True)
            if seat == viewer
            else SideNames(short, short, short, name)
            for seat, (name, short) in enumerate(zip(names, shorts, strict=True))
        ]
    pairs = by_side(form, [clip_long_words(name) for name in names])
    if viewer is None:
        return [
            SideNames(short, short, short, people) for short, people in zip(by_side(form, shorts), pairs, strict=True)
        ]
    return [
        SideNames("Us", "We", "us", people, is_viewer=True)
        if side == form.side_of(viewer)
        else SideNames("Them", "They", "them", people)
        for side, people in enumerate(pairs)
    ]


class TableView:
    """`viewer` is a seat: it is drawn at the bottom, and its side is "Us"; None for someone who does not play."""

    def __init__(self, rules: RuleOptions, seats: Sequence[Seat], viewer: int | None) -> None:
        self.rules = rules
        seats = sorted(seats, key=lambda seat: seat.position)
        self.viewer = viewer if viewer is not None and viewer < len(seats) else None
        self.names = [seat.player.name for seat in seats]
        self.short_names = short_names(self.names)
        self.players = [seat.player_id for seat in seats]

    @cached_property
    def sides(self) -> list[SideNames]:
        return sides_of(self.rules.form, self.names, self.viewer)

    @property
    def viewer_side(self) -> int:
        """The side whose score comes first and whose tricks are entered in a low hand."""
        return self.rules.form.side_of(self.viewer or 0)

    @property
    def side_order(self) -> list[int]:
        sides = self.rules.form.sides
        return [(self.viewer_side + step) % sides for step in range(sides)]

    def short_name(self, seat: int | None) -> str:
        return "" if seat is None else self.short_names[seat]

    def chairs_with_dealer(self, dealer: int | None) -> list[Chair]:
        """The people around the table; the one on seat `dealer` is marked."""
        seats, bottom = len(self.names), self.viewer or 0
        return [
            Chair(seat, name, self.rules.form.side_of(seat), COMPASS[seats][(seat - bottom) % seats], seat == dealer)
            for seat, name in enumerate(self.names)
        ]

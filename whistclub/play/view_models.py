"""View models shared by the pages of a game: the table with its seats and sides, score boxes, score sheet lines."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from whistclub.engine.options import RuleOptions
from whistclub.play.models import EntryRecord, Game, Seat
from whistclub.play.text.hands import SideNames
from whistclub.web.formatting import clip_long_words, join_side, short_names

MOST_DRAWN_STARS = 3
# Where seats are drawn around the table, clockwise from the one at the bottom, by how many there are.
COMPASS = {4: ("south", "west", "north", "east"), 3: ("south", "west", "east"), 2: ("south", "north")}


@dataclass(frozen=True, slots=True)
class Chair:
    """One person at the table, as drawn for this viewer."""

    position: int
    name: str
    side: int
    compass: str
    deals: bool

    @property
    def key(self) -> str:
        """What a form sends when this chair is chosen."""
        return str(self.position)


@dataclass(frozen=True, slots=True)
class SideScore:
    """One side's score box. `hint` says what the side still needs, or how far it is behind."""

    side: int
    label: str
    people: str
    total: str
    won: bool
    stars: int
    hint: str

    @property
    def drawn_stars(self) -> str:
        """One sign for each star, or their number where they would not fit."""
        return "★" * self.stars if self.stars <= MOST_DRAWN_STARS else f"{self.stars}★"


@dataclass(frozen=True, slots=True)
class Pairing:
    """A way to play again: who sits opposite seat 0 then (0 where nobody does), and all sides in words."""

    partner: int
    label: str
    same: bool


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the score sheet: a hand, a redeal or an adjustment.

    `key` names it; `entry` is the row (None for an adjustment), `number` the hand's number (None for anything else).
    `kind` is the CSS class of the result. `counts` is false for what was entered after the end. `confirmation` says
    whether another side has accepted or disputed the hand.
    """

    key: str
    entry: EntryRecord | None
    number: int | None
    kind: str
    bid: str
    result: str
    gains: str
    notes: str
    score_after: str
    text: str
    corrected: bool
    counts: bool
    confirmation: str = ""
    disputed: bool = False


@dataclass(frozen=True, slots=True)
class AdjustmentItem:
    """An adjustment that an organiser may undo; `key` is that of its row."""

    key: int
    text: str


class TableView:
    """The people at a table as one viewer sees them.

    `viewer` is a seat: it is drawn at the bottom, and its side is "Us". None for someone who does not play.
    """

    def __init__(self, game: Game, seats: Sequence[Seat], viewer: int | None) -> None:
        self.game = game
        self.rules: RuleOptions = game.rules
        seats = sorted(seats, key=lambda seat: seat.position)
        self.viewer = viewer if viewer is not None and viewer < len(seats) else None
        self.names = [seat.player.name for seat in seats]
        self.clipped_names = [clip_long_words(name) for name in self.names]
        self.players = [seat.player_id for seat in seats]

    @cached_property
    def sides(self) -> list[SideNames]:
        form = self.rules.form
        if form.seats == form.sides:
            return [
                SideNames.you(name) if seat == self.viewer else SideNames.single(name, short)
                for seat, (name, short) in enumerate(zip(self.names, short_names(self.names), strict=True))
            ]
        people = self._pairs(self.clipped_names)
        if self.viewer is None:
            shorts = self._pairs(short_names(self.names))
            return [SideNames.neutral(names, short) for names, short in zip(people, shorts, strict=True)]
        own = self.viewer_side
        return [SideNames.us(names) if side == own else SideNames.them(names) for side, names in enumerate(people)]

    def _pairs(self, names: Sequence[str]) -> list[str]:
        form = self.rules.form
        return [
            join_side(name for seat, name in enumerate(names) if form.side_of(seat) == side)
            for side in range(form.sides)
        ]

    @property
    def viewer_side(self) -> int:
        """The side whose score comes first and whose tricks are entered in a low hand."""
        return self.rules.form.side_of(self.viewer or 0)

    @property
    def side_order(self) -> list[int]:
        sides = self.rules.form.sides
        return [(self.viewer_side + step) % sides for step in range(sides)]

    def name(self, seat: int | None) -> str:
        return "" if seat is None else self.names[seat]

    def short_name(self, seat: int | None) -> str:
        return "" if seat is None else short_names(self.names)[seat]

    def chairs_with_dealer(self, dealer: int | None) -> list[Chair]:
        """The people around the table; the one on seat `dealer` is marked."""
        bottom = self.viewer or 0
        return [
            Chair(
                position=seat,
                name=name,
                side=self.rules.form.side_of(seat),
                compass=COMPASS[len(self.names)][(seat - bottom) % len(self.names)],
                deals=seat == dealer,
            )
            for seat, name in enumerate(self.names)
        ]

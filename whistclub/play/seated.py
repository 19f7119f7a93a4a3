"""The people at a table as a page draws them: on their chairs, and as sides in this viewer's words."""

from collections.abc import Sequence
from functools import cached_property

from whistclub.engine.options import RuleOptions
from whistclub.play import words
from whistclub.play.models import Game, Seat
from whistclub.play.names import short_names
from whistclub.play.parts import Chair
from whistclub.play.words import SideNames

# Where chairs stand around the drawn table, clockwise from the one at the bottom, by how many there are.
PLACES = {4: ("south", "west", "north", "east"), 3: ("south", "west", "east"), 2: ("south", "north")}


class Seated:
    """`viewer` is the seat a page is drawn for (it stands at the bottom, and its side is "Us"), None for anybody."""

    def __init__(self, game: Game, seats: Sequence[Seat], viewer: int | None) -> None:
        self.game = game
        self.rules: RuleOptions = game.rules
        seats = sorted(seats, key=lambda seat: seat.position)
        self.viewer = viewer if viewer is not None and viewer < len(seats) else None
        self.names = [seat.player.name for seat in seats]
        self.players = [seat.player_id for seat in seats]

    @cached_property
    def sides(self) -> list[SideNames]:
        form = self.rules.form
        if form.seats == form.sides:
            return [
                words.yourself(name) if seat == self.viewer else words.alone(name, short)
                for seat, (name, short) in enumerate(zip(self.names, short_names(self.names), strict=True))
            ]
        people = [
            words.together([name for seat, name in enumerate(self.names) if form.side_of(seat) == side])
            for side in range(form.sides)
        ]
        if self.viewer is None:
            return [words.named(who) for who in people]
        own = form.side_of(self.viewer)
        return [words.ours(who) if side == own else words.theirs(who) for side, who in enumerate(people)]

    @property
    def near_side(self) -> int:
        """The side whose score stands first and whose tricks are counted in a low hand."""
        return self.rules.form.side_of(self.viewer or 0)

    @property
    def side_order(self) -> list[int]:
        sides = self.rules.form.sides
        return [(self.near_side + step) % sides for step in range(sides)]

    def name(self, seat: int | None) -> str:
        return "" if seat is None else self.names[seat]

    def called(self, seat: int | None) -> str:
        """The same in a sentence that has little room."""
        return "" if seat is None else short_names(self.names)[seat]

    def seated(self, dealer: int | None) -> list[Chair]:
        """The people around the table, one of them marked as the dealer."""
        bottom = self.viewer or 0
        return [
            Chair(
                position=seat,
                name=name,
                side=self.rules.form.side_of(seat),
                place=PLACES[len(self.names)][(seat - bottom) % len(self.names)],
                deals=seat == dealer,
            )
            for seat, name in enumerate(self.names)
        ]

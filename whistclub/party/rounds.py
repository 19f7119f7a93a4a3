"""A round as it was read: its tables, who sits where, results."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any, NamedTuple

from whistclub.engine.hand import Contract, Entry, Hand
from whistclub.engine.movement.protocol import Movement, SeatedTable
from whistclub.engine.scoring import Scorer
from whistclub.party.models import Round, SeatAssignment, Table
from whistclub.play.models import Game
from whistclub.play.replay import hands_of
from whistclub.web.formatting import format_number, join_side


@dataclass(frozen=True, slots=True)
class Tally:
    """Grands made by chair, hands won by side."""

    grands: tuple[int, ...] = (0, 0, 0, 0)
    hands_won: tuple[int, int] = (0, 0)


def tally(game: Game, entries: Iterable[Entry], scorer: Scorer) -> Tally:
    """Add up the scored hands: none of those entered after the end."""
    grands, hands_won = [0, 0, 0, 0], [0, 0]
    played = [entry for entry in entries if isinstance(entry, Hand)]
    for hand in played[: game.hands_scored]:
        outcome = scorer.score(hand)
        if outcome.contract is Contract.HIGH and outcome.made and hand.declarer is not None:
            grands[hand.declarer] += 1
        one, other = outcome.points
        if one != other:
            hands_won[int(other > one)] += 1
    return Tally(tuple(grands), (hands_won[0], hands_won[1]))


SIDES = ((0, 2), (1, 3))


class Side(NamedTuple):
    """The people of one side of a table, as they sit now; `points` is None without a game."""

    number: int
    seats: list[SeatAssignment]
    points: int | None
    won: bool

    @property
    def names(self) -> list[str]:
        return [each.entrant.player.name for each in self.seats]

    @property
    def people(self) -> str:
        return join_side(self.names)

    @property
    def total(self) -> str:
        return "" if self.points is None else format_number(self.points)


def points_key(points: Iterable[int], stars: Iterable[int]) -> str:
    """Points of a result as a form sends them: "11.8", with a star for the first side "11.8*1.0"."""
    written = ".".join(map(str, points))
    return f"{written}*{'.'.join(map(str, stars))}" if any(stars) else written


@dataclass(slots=True)
class TableState:
    """One table of a round: its people by chair, its game, its result."""

    table: Table
    game: Game | None
    assignments: dict[int, SeatAssignment]
    tally: Tally = Tally()

    @property
    def number(self) -> int:
        """The number of the table in the room."""
        return self.table.number

    @property
    def rank(self) -> int:
        """The place of the table in the round, 1 is the top table."""
        return self.table.rank or self.table.number

    def side(self, side: int) -> list[SeatAssignment]:
        return [self.assignments[chair] for chair in SIDES[side] if chair in self.assignments]

    def names(self, side: int) -> list[str]:
        return [assignment.entrant.player.name for assignment in self.side(side)]

    @property
    def sides(self) -> list[Side]:
        points = self.game.totals if self.game else [None, None]
        won = self.winner if self.is_in else None
        return [Side(side, self.side(side), points[side], won == side) for side in (0, 1)]

    @property
    def ruling(self) -> str:
        """What the organiser ruled here; empty where the score decides."""
        if self.table.ruled_draw:
            return "counted as a draw"
        return "won by default" if self.table.walkover_to is not None else ""

    @property
    def is_in(self) -> bool:
        ruled = self.table.ruled_draw or self.table.walkover_to is not None
        return ruled or (self.game is not None and self.game.state == Game.State.FINISHED)

    @property
    def leaving(self) -> list[str]:
        """Who plays their last round here, until the result is in."""
        seated = [] if self.is_in else list(self.assignments.values())
        return [each.entrant.player.name for each in seated if not each.entrant.present]

    @property
    def result_key(self) -> str:
        """The result as a form sends it back, to say what its page shows; empty without one."""
        if not self.is_in:
            return ""
        if self.table.ruled_draw:
            return "draw"
        if self.table.walkover_to is not None:
            return f"walkover.{self.table.walkover_to}"
        return points_key(self.game.totals, self.game.stars) if self.game else ""

    @property
    def winner(self) -> int | None:
        """The side that won, None for a draw. Only meaningful once the table has a result."""
        if self.table.ruled_draw:
            return None
        if self.table.walkover_to is not None:
            return self.table.walkover_to
        return self.game.winner if self.game else None

    def partner_of(self, assignment: SeatAssignment) -> SeatAssignment | None:
        return None if assignment.position is None else self.assignments.get((assignment.position + 2) % 4)

    @property
    def moving_winner(self) -> int | None:
        """The side treated as the winner for movement; None while that is undecided.

        After a draw: the side that won more hands; while these are level, that which won the cut (RULES.md §2.3.8).
        """
        if not self.is_in:
            return None
        if self.winner is not None:
            return self.winner
        one, other = self.tally.hands_won
        return self.table.moving_winner if one == other else int(other > one)

    def read_again(self) -> None:
        """Read its game, which has changed, and the hands of it; two queries."""
        assert self.game is not None
        self.game.refresh_from_db()
        self.tally = Tally()
        tally_tables([self])

    @property
    def seated(self) -> SeatedTable:
        """The table as movements read it."""
        first, second, third, fourth = (self.assignments[chair].entrant.number for chair in range(4))
        return SeatedTable((first, second, third, fourth))


def tally_tables(tables: Iterable[TableState]) -> None:
    """Set the tally of these tables: of a result from paper nobody knows one. At most one query."""
    played = [
        (table_state, table_state.game)
        for table_state in tables
        if table_state.game and table_state.game.state != Game.State.RUNNING and table_state.game.paper_result is None
    ]
    entries = hands_of([game.pk for _table_state, game in played])
    # Hands score alike in games with the same options, which most games of a party have.
    scorers: dict[tuple[Any, ...], Scorer] = {}
    for table_state, game in played:
        options = tuple(game.options.items())
        if options not in scorers:
            scorers[options] = Scorer(game.rules)
        table_state.tally = tally(game, entries.get(game.pk, ()), scorers[options])


@dataclass
class RoundState:
    """One round (not undone): its tables by number, and all its seat assignments."""

    round: Round
    tables: list[TableState] = field(default_factory=list)
    assignments: list[SeatAssignment] = field(default_factory=list)

    @property
    def number(self) -> int:
        return self.round.number

    @property
    def announced_at(self) -> datetime:
        """When it was announced; a draft has no such moment."""
        assert self.round.announced_at is not None
        return self.round.announced_at

    @property
    def sitting_out(self) -> list[SeatAssignment]:
        """The assignments without a chair now, but of people who went home; a substitute has a chair."""
        return [assignment for assignment in self.assignments if assignment.table is None and not assignment.went_home]

    @property
    def games(self) -> list[Game]:
        return [table_state.game for table_state in self.tables if table_state.game]

    @property
    def missing(self) -> list[TableState]:
        return [table_state for table_state in self.tables if not table_state.is_in]

    @property
    def results_in(self) -> str:
        """How far the round is: "7 of 9 results in"."""
        return f"{len(self.tables) - len(self.missing)} of {len(self.tables)} results in"

    def needs_cut(self, movement: Movement) -> list[TableState]:
        """Drawn tables without a moving winner, if the movement needs one."""
        if not movement.needs_winners:
            return []
        return [table_state for table_state in self.tables if table_state.is_in and table_state.moving_winner is None]

    @cached_property
    def by_rank(self) -> list[TableState]:
        return sorted(self.tables, key=lambda table_state: table_state.rank)

    @cached_property
    def is_in_order(self) -> bool:
        """Whether a table with a lower number has a higher rank everywhere, as cards and habits have it."""
        return self.tables == self.by_rank

    @cached_property
    def _by_number(self) -> dict[int, TableState]:
        return {table_state.number: table_state for table_state in self.tables}

    @cached_property
    def _by_entrant(self) -> dict[int, SeatAssignment]:
        return {assignment.entrant_id: assignment for assignment in self.assignments}

    def table(self, number: int) -> TableState | None:
        return self._by_number.get(number)

    def assignment_of(self, entrant: int) -> SeatAssignment | None:
        return self._by_entrant.get(entrant)

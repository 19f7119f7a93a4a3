"""In-memory snapshot of a party, built from rows that have been read: rounds, tables, who sits where, results."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any, NamedTuple, cast

from whistclub.accounts.models import User
from whistclub.engine.entries import Entry
from whistclub.engine.hand import Contract, Hand
from whistclub.engine.movement.catalogue import MOVEMENTS
from whistclub.engine.movement.protocol import (
    Movement,
    Pair,
    PlayedRound,
    Policy,
    SeatedTable,
    SeatingInput,
    TopTablePartners,
    pair_of,
)
from whistclub.engine.scoring import Scorer
from whistclub.party.models import Entrant, Party, Round, SeatAssignment, Table
from whistclub.party.movements import division_title, rank_text
from whistclub.play.models import Game
from whistclub.play.replay import hands_of
from whistclub.web.formatting import format_number, join_side


@dataclass(frozen=True, slots=True)
class Tally:
    """Grands made by chair, hands won by side."""

    grands: tuple[int, ...] = (0, 0, 0, 0)
    hands_won: tuple[int, int] = (0, 0)


EMPTY_TALLY = Tally()


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
    tally: Tally = EMPTY_TALLY

    @property
    def number(self) -> int:
        """The number of the table in the room."""
        return self.table.number

    @property
    def rank(self) -> int:
        """The place of the table in the round, 1 is the top table."""
        return self.table.rank or self.table.number

    def side(self, side: int) -> list[SeatAssignment]:
        """The people of one side, as they sit now."""
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
        """Whether the table has a result."""
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

    def take(self, game: Game) -> None:
        """Go on with a game that has changed; one query for its hands."""
        self.game, self.tally = game, EMPTY_TALLY
        tally_tables([self])

    @property
    def numbers(self) -> tuple[list[int], list[int]]:
        """The numbers of the entrants of both sides."""
        one, other = ([self.assignments[chair].entrant.number for chair in chairs] for chairs in SIDES)
        return one, other

    @property
    def seated(self) -> SeatedTable:
        """The table as movements read it."""
        first, second, third, fourth = (self.assignments[chair].entrant.number for chair in range(4))
        return SeatedTable((first, second, third, fourth))


def tally_tables(tables: Iterable[TableState]) -> None:
    """Set the tally of these tables: of a result from paper nobody knows one. At most one query."""
    with_games = {each.game.pk: each for each in tables if each.game}
    played = [
        key
        for key, each in with_games.items()
        if each.game and each.game.state != Game.State.RUNNING and each.game.paper_result is None
    ]
    entries = hands_of(played)
    # Hands score alike in games with the same options, which most games of a party have.
    scorers: dict[tuple[Any, ...], Scorer] = {}
    for key in played:
        game = with_games[key].game
        assert game is not None
        options = tuple(game.options.items())
        if options not in scorers:
            scorers[options] = Scorer(game.rules)
        with_games[key].tally = tally(game, entries.get(key, ()), scorers[options])


@dataclass
class RoundState:
    """One round (not undone): its tables by number, and all its seat assignments."""

    round: Round
    tables: list[TableState] = field(default_factory=list)
    assignments: list[SeatAssignment] = field(default_factory=list)

    def sort_tables(self) -> None:
        """After their numbers have changed."""
        self.tables.sort(key=lambda table_state: table_state.number)
        for known in ("_by_number", "by_rank", "is_in_order"):
            self.__dict__.pop(known, None)

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
        """The assignments without a chair, but for players who went home."""
        return [assignment for assignment in self.assignments if assignment.table is None and not assignment.went_home]

    @property
    def games(self) -> list[Game]:
        return [table_state.game for table_state in self.tables if table_state.game]

    @property
    def missing(self) -> list[TableState]:
        """The tables without a result."""
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
        """Its tables from the top table down."""
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


# Where a row keeps the row it refers to. To set it as an attribute takes five times as long.
_ENTRANT = cast(Any, SeatAssignment._meta.get_field("entrant"))


class PartyState:
    """Snapshot of a party: everything that its pages and actions need.

    Inside a change: `by` and `at` are who makes it and when, `data` what its log entry keeps.
    """

    by: User
    at: datetime
    data: dict[str, Any]

    def __init__(
        self,
        party: Party,
        entrants: Iterable[Entrant],
        rounds: Iterable[Round],
        tables: Iterable[Table],
        assignments: Iterable[SeatAssignment],
    ) -> None:
        self.party = party
        self.entrants = {entrant.pk: entrant for entrant in entrants}
        self.rounds = [RoundState(each) for each in rounds]
        by_round = {round_state.round.pk: round_state for round_state in self.rounds}
        on_chairs: dict[tuple[int, int], dict[int, SeatAssignment]] = {}
        for assignment in assignments:
            if assignment.round_id not in by_round:
                continue
            _ENTRANT.set_cached_value(assignment, self.entrants[assignment.entrant_id])
            by_round[assignment.round_id].assignments.append(assignment)
            if assignment.table is not None and assignment.position is not None:
                on_chairs.setdefault((assignment.round_id, assignment.table), {})[assignment.position] = assignment
        for table in tables:
            if table.round_id in by_round:
                chairs = on_chairs.get((table.round_id, table.number), {})
                by_round[table.round_id].tables.append(TableState(table, table.game, chairs))

    @property
    def names_by_number(self) -> dict[int, str]:
        return {entrant.number: entrant.player.name for entrant in self.entrants.values()}

    @property
    def tables_being_played(self) -> dict[int, TableState]:
        """Who plays in the current round, by the keys of entrants, and at which table; it has no result yet."""
        round_state = self.current
        if round_state is None or round_state.round.state != Round.State.RUNNING:
            return {}
        playing = {table_state.number: table_state for table_state in round_state.missing}
        return {each.entrant_id: playing[each.table] for each in round_state.assignments if each.table in playing}

    @property
    def substitutes(self) -> list[Entrant]:
        """Who can take over a chair of the current round: those who sit out, then those who came during it."""
        round_state = self.current
        if round_state is None:
            return []
        sitting_out = [assignment.entrant for assignment in round_state.sitting_out if assignment.entrant.present]
        return sitting_out + [entrant for entrant in self.present if round_state.assignment_of(entrant.pk) is None]

    @property
    def movement(self) -> Movement:
        return MOVEMENTS[self.party.movement]

    def rank_of(self, assignment: SeatAssignment) -> int | None:
        """The rank of the table where somebody sits in a round; None for a person who sits out."""
        round_state = next((each for each in self.rounds if each.round.pk == assignment.round_id), None)
        table_state = round_state.table(assignment.table) if round_state and assignment.table else None
        return table_state.rank if table_state else None

    def rank_text(self, round_state: RoundState, table_state: TableState) -> str:
        """The final or the consolation, else the rank of a table; empty if its number says it or no table is on top."""
        divisions = self.movement.divisions_of_tables(
            len(round_state.tables), round_state.round.number - 1, self.party.planned_rounds
        )
        if divisions:
            place = next(at for at, each in enumerate(round_state.by_rank) if each is table_state)
            return division_title(divisions[place], divisions[-1])
        if round_state.is_in_order or not self.movement.has_top_table:
            return ""
        return rank_text(table_state.rank)

    @property
    def present(self) -> list[Entrant]:
        return [entrant for entrant in self.entrants.values() if entrant.present]

    @property
    def draft(self) -> RoundState | None:
        last = self.rounds[-1] if self.rounds else None
        return last if last and last.round.state == Round.State.DRAFT else None

    @property
    def left_in_draft(self) -> list[Entrant]:
        """Who left and still has a chair in the draft."""
        seats = self.draft.assignments if self.draft else []
        return [each.entrant for each in seats if each.table is not None and not each.entrant.present]

    @property
    def made_for(self) -> list[Any]:
        """The settings, pairs and results that a seating depends on, as JSON."""
        return [
            self.party.movement,
            [self.party.top, self.party.max_tables, self.is_mixed],
            [list(pair) for pair in self.pairs] if self.movement.fixed_pairs else [],
            [
                [[table_state.result_key, table_state.moving_winner] for table_state in round_state.tables]
                for round_state in self.announced
            ],
        ]

    @property
    def announced(self) -> list[RoundState]:
        """The rounds that everyone can see: all but the draft."""
        return [round_state for round_state in self.rounds if round_state.round.state != Round.State.DRAFT]

    @property
    def current(self) -> RoundState | None:
        """The round being played, or the last one that was played."""
        return self.announced[-1] if self.announced else None

    @property
    def games(self) -> list[Game]:
        """The games of all announced rounds."""
        return [game for round_state in self.announced for game in round_state.games]

    @property
    def shown_round(self) -> str:
        """The key of the round being played (0: none): what the page shows that a form about it is on."""
        return str(self.current.round.pk if self.current else 0)

    @property
    def shown_draft(self) -> str:
        """The same with the key of the draft (0: none), for a form that makes, changes or drops the draft."""
        return f"{self.shown_round}.{self.draft.round.pk if self.draft else 0}"

    def round(self, number: int) -> RoundState | None:
        """The announced round of this number."""
        return next((round_state for round_state in self.announced if round_state.round.number == number), None)

    def history(self) -> tuple[PlayedRound, ...]:
        """The announced rounds as input for the movement, with the people as they sat in the end."""
        return tuple(
            PlayedRound(
                tables=tuple(table_state.seated for table_state in round_state.by_rank),
                sitting_out=tuple(
                    assignment.entrant.number for assignment in round_state.assignments if assignment.counts_as_sit_out
                ),
                late=tuple(assignment.entrant.number for assignment in round_state.assignments if assignment.came_late),
                # Undecided tables count for side 0: only movements that do not need winners are asked then.
                winners=tuple(table_state.moving_winner or 0 for table_state in round_state.by_rank),
            )
            for round_state in self.announced
        )

    def seating_input(self, people: Iterable[int], ranking: Iterable[int], seed: int) -> SeatingInput:
        """What the movement needs to seat these people (numbers, `ranking` best first)."""
        return SeatingInput(
            people=tuple(people),
            policy=Policy(top=TopTablePartners(self.party.top), max_tables=self.party.max_tables),
            pairs=tuple(self.pairs) if self.movement.fixed_pairs else (),
            without_partner=tuple(each.number for each in self.single) if self.movement.fixed_pairs else (),
            groups={entrant.number: entrant.group for entrant in self.entrants.values()} if self.is_mixed else {},
            ranking=tuple(ranking),
            rounds=self.party.planned_rounds,
            seed=seed,
        )

    @property
    def is_mixed(self) -> bool:
        """Whether partners come from both groups; not where pairs are fixed."""
        return self.party.mixed and not self.movement.fixed_pairs

    @property
    def partnerships(self) -> list[list[Entrant]]:
        """The fixed partners present."""
        here = [[entrant for entrant in found if entrant.present] for found in self.pairs_made]
        return [found for found in here if len(found) > 1]

    @property
    def pairs_made(self) -> list[list[Entrant]]:
        """The same with those who have left, and who would be partners again."""
        partners: dict[int, list[Entrant]] = {}
        for entrant in self.entrants.values():
            if entrant.pair is not None:
                partners.setdefault(entrant.pair, []).append(entrant)
        return [found for found in partners.values() if len(found) > 1]

    @property
    def pairs(self) -> list[Pair]:
        """The fixed pairs of the people present, as numbers."""
        return [pair_of(one.number, other.number) for one, other in self.partnerships]

    @property
    def single(self) -> list[Entrant]:
        """The people present who have no fixed partner yet."""
        paired = {entrant.pk for found in self.partnerships for entrant in found}
        return [entrant for entrant in self.present if entrant.pk not in paired]


def load(party: Party) -> PartyState:
    """The snapshot of a party: five queries, however many people and rounds."""
    rounds = list(party.rounds.exclude(state=Round.State.UNDONE))
    state = PartyState(
        party,
        party.entrants.select_related("player"),
        rounds,
        Table.objects.filter(round__in=rounds).select_related("game"),
        SeatAssignment.objects.filter(round__in=rounds),
    )
    tally_tables(table_state for round_state in state.announced for table_state in round_state.tables)
    return state

"""In-memory snapshot of a party."""

from collections.abc import Iterable
from datetime import datetime
from itertools import chain
from typing import Any, cast

from whistclub.accounts.models import User
from whistclub.engine.movement.catalogue import MOVEMENTS
from whistclub.engine.movement.protocol import Movement, Pair, PlayedRound, SeatingInput, pair_of
from whistclub.engine.movement.protocol import TopTablePartners as Top
from whistclub.engine.movement.wishes import Wish, WishKind
from whistclub.party.models import Entrant, Party, Round, SeatAssignment, Table
from whistclub.party.movements import division_title, rank_text
from whistclub.party.rounds import RoundState, TableState, tally_tables
from whistclub.play.models import Game
from whistclub.web.errors import PAGE_IS_OLD, Refused
from whistclub.web.fields import stored_fields
from whistclub.web.transactions import read_snapshot

# Where a row keeps the row it refers to. To set it as an attribute takes five times as long.
_ENTRANT = cast(Any, SeatAssignment._meta.get_field("entrant"))
# What is read of every game: a hall has hundreds. The rest is read of a single one, where somebody asks for it.
OF_GAMES = [
    *("code", "options", "first_dealer", "state", "totals", "stars", "winner", "hands_scored", "last_hand"),
    *("locked", "paper_result", "organiser_called_at", "round_number", "table_number"),
]


class StalePartyState(Refused):
    """The action does not fit the state of the party: the page was old, or two organisers work at once."""

    def __init__(self) -> None:
        super().__init__("not_now", PAGE_IS_OLD)


class PartyState:
    """Snapshot of a party: everything that its pages and actions need.

    Inside a change: `by` and `at` are who makes it and when, `data` what its log entry keeps, and `game` the only one
    that it may change, where it is made at one table.
    """

    by: User
    at: datetime
    data: dict[str, Any]
    game: Game | None

    def __init__(self, party: Party, about: int | None = None) -> None:
        self.party = party
        self.entrants = {each.pk: each for each in party.entrants.select_related("player")}
        self.rounds = [RoundState(each) for each in party.rounds.exclude(state=Round.State.UNDONE)]
        if self.rounds and self.rounds[-1].number == about:
            del self.rounds[:-1]
        by_key = {each.round.pk: each for each in self.rounds}
        tables = Table.objects.filter(round__in=by_key).select_related("game")
        for table in tables.only(*stored_fields(Table), *(f"game__{name}" for name in OF_GAMES)):
            by_key[table.round_id].tables.append(TableState(table, table.game, {}))
        keys = list(by_key)
        # Nobody asks any more why people sat where they sat in earlier rounds.
        old = SeatAssignment.objects.filter(round__in=keys[:-2]).defer("reasons", "organiser_reason")
        for seat in chain(old, SeatAssignment.objects.filter(round__in=keys[-2:])):
            _ENTRANT.set_cached_value(seat, self.entrants[seat.entrant_id])
            round_state = by_key[seat.round_id]
            round_state.assignments.append(seat)
            table_state = round_state.table(seat.table) if seat.table else None
            if table_state and seat.position is not None:
                table_state.assignments[seat.position] = seat
        tally_tables(table_state for round_state in self.announced for table_state in round_state.tables)

    @property
    def names_by_number(self) -> dict[int, str]:
        return {entrant.number: entrant.player.name for entrant in self.entrants.values()}

    @property
    def tables_being_played(self) -> dict[int, TableState]:
        """Who plays in the current round, by the keys of entrants, and at which table; it has no result yet."""
        if self.current is None or self.current.round.state != Round.State.RUNNING:
            return {}
        return {seat.entrant_id: each for each in self.current.missing for seat in each.assignments.values()}

    @property
    def substitutes(self) -> list[Entrant]:
        """Who can take over a chair of the current round: those who sit out, then those who came during it."""
        current = self.current
        if current is None:
            return []
        sitting_out = [assignment.entrant for assignment in current.sitting_out if assignment.entrant.present]
        return sitting_out + [entrant for entrant in self.present if current.assignment_of(entrant.pk) is None]

    @property
    def owing(self) -> list[Entrant]:
        """Who owes the entry fee: also who had a seat at a table, then left, and a substitute took the seat."""
        seats = [each for round_state in self.announced for each in round_state.assignments]
        seated = {each.entrant_id for each in seats if each.table is not None or each.went_home}
        return [each for each in self.entrants.values() if each.present or each.paid or each.pk in seated]

    @property
    def wishes(self) -> list[Wish]:
        """The wishes about people who are present, by their numbers."""
        numbers = {entrant.pk: entrant.number for entrant in self.present}
        return [
            Wish(numbers[each["one"]], numbers[each["other"]], WishKind(each["kind"]))
            for each in self.party.wishes
            if each["one"] in numbers and each["other"] in numbers
        ]

    @property
    def movement(self) -> Movement:
        return MOVEMENTS[self.party.movement]

    def rank_of(self, seat: SeatAssignment) -> int:
        """The rank of the table where somebody sits in a round."""
        round_state = next(each for each in self.rounds if each.round.pk == seat.round_id)
        return next(each.rank for each in round_state.tables if each.number == seat.table)

    def rank_text(self, round_state: RoundState, table_state: TableState) -> str:
        """The final or the consolation, else the rank of a table; empty if its number says it or no table is on top."""
        divisions = self.movement.divisions_of_tables(
            len(round_state.tables), round_state.round.number - 1, self.party.planned_rounds
        )
        if divisions:
            place = next(at for at, each in enumerate(round_state.by_rank) if each is table_state)
            return division_title(divisions[place], divisions[-1])
        if round_state.is_in_order or not self.movement.has_ranked_tables:
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
            top=Top(self.party.top),
            max_tables=self.party.max_tables,
            pairs=tuple(self.pairs) if self.movement.fixed_pairs else (),
            without_partner=tuple(each.number for each in self.single) if self.movement.fixed_pairs else (),
            groups=self.groups,
            ranking=tuple(ranking),
            rounds=self.party.planned_rounds,
            seed=seed,
        )

    @property
    def groups(self) -> dict[int, str]:
        """The group of each person, by number; empty unless partners come from both."""
        return {entrant.number: entrant.group for entrant in self.entrants.values()} if self.is_mixed else {}

    @property
    def is_mixed(self) -> bool:
        """Whether partners come from both groups; not where pairs are fixed."""
        return self.party.mixed and not self.movement.fixed_pairs

    @property
    def partnerships(self) -> list[list[Entrant]]:
        """The fixed partners present."""
        partners: dict[int, list[Entrant]] = {}
        for entrant in self.present:
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


@read_snapshot()
def load(party: Party, about: int | None = None) -> PartyState:
    """The snapshot of a party as it is at one moment: five or six queries, however many people and rounds.

    `about` a round: if it is the last of all, drafts included, the earlier ones are left out, so nobody can be ranked.
    """
    return PartyState(party, about)

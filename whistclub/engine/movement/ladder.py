"""Winners up, losers down: the movement of Minnesota Whist parties (RULES.md §2.1-2.4).

One rule for every evening: where the last round sends everybody, who sits out, who takes the chairs that are vacant
then, and which partners they get. All of it follows from the rounds as they were played.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from whistclub.engine.movement.partners import (
    Meetings,
    best_pairing,
    fours_are_mixed,
    meetings,
    mixed_table,
    partner_reason,
)
from whistclub.engine.movement.protocol import (
    ONLY_MAX_TABLES,
    CardLine,
    CardLineCode,
    Pair,
    PlayedRound,
    ReasonCode,
    SeatedTable,
    Seating,
    SeatingInput,
    SeatReason,
    TopTablePartners,
    table_of,
)
from whistclub.engine.movement.sitting_out import SEATS, Unit, bench_reasons, choose_bench, table_count
from whistclub.engine.problems import InvalidInput, Problem, ProblemCode


@dataclass(frozen=True, slots=True)
class Destination:
    """At which table somebody is due, and how he came to be.

    `won`: whether he won his last game. `at`: the table he played at in the round before; None if he did not.
    `new`: he was not there at all in the round before.
    """

    table: int
    won: bool = False
    at: int | None = None
    new: bool = False


def arrivals(played: PlayedRound) -> list[list[Pair]]:
    """For each table of the round the two pairs that come to it, in sorted order."""
    coming: list[list[Pair]] = [[] for _table in played.tables]
    for at, table in enumerate(played.tables, start=1):
        for side, pair in enumerate(table.sides):
            coming[_next_table(at, played, side)[0] - 1].append(pair)
    return [sorted(pairs) for pairs in coming]


def due_tables(people: Collection[int], history: Sequence[PlayedRound]) -> dict[int, Destination]:
    """Where each of `people` is due, by all the rounds as they were played.

    Who sat out is still due where he was when he was taken off, so that he comes back to where he had played himself.
    Who comes late is due at the bottom.
    """
    due: dict[int, Destination] = {}
    bottom = 0
    for played in history:
        bottom = len(played.tables)
        # A substitute is on the bench and at a table; the table is entered last and counts.
        after = {person: replace(due.get(person, Destination(bottom)), at=None) for person in played.bench}
        for at, table in enumerate(played.tables, start=1):
            for side, pair in enumerate(table.sides):
                goal, won = _next_table(at, played, side)
                after.update(dict.fromkeys(pair, Destination(goal, won, at)))
        due = after
    return {person: due.get(person, Destination(bottom, new=True)) for person in people}


def _next_table(at: int, played: PlayedRound, side: int) -> tuple[int, bool]:
    """Where this side of the table goes, and whether it won.

    A round of another movement, before the party changed to the ladder, may have no winners: they stay.
    """
    if not played.winners:
        return at, False
    if played.winners[at - 1] == side:
        return max(1, at - 1), True
    return min(len(played.tables), at + 1), False


@dataclass(slots=True)
class Chair:
    """The place of one person, or of one pair where these are fixed.

    `owner`: whose it is by the rule; empty at a table that was added. `taker`: who sits there; empty until taken.
    """

    owner: Unit = ()
    taker: Unit = ()


# The chairs of a table: two pairs, one after the other.
Chairs = list[Chair]


def place(owners: Sequence[Sequence[Unit]], units: Iterable[Unit], tables: int, size: int) -> list[Chairs]:
    """The chairs from the top table down, each taken by its owner if he is among `units`; `size`: people to a chair.

    A pair of which one has a new partner keeps its chair with him; if both have, the chair is that of the first.
    """
    unit_of = {person: unit for unit in units for person in unit}
    nobodys: Sequence[Unit] = [()] * (SEATS // size)
    placed: set[Unit] = set()
    chairs = []
    for owners_here in [*owners[:tables], *[nobodys] * (tables - len(owners))]:
        chairs_here = []
        for owner in owners_here:
            claims = (unit_of[person] for person in owner if person in unit_of)
            taker = next((unit for unit in claims if unit not in placed), ())
            placed.add(taker)
            chairs_here.append(Chair(owner, taker))
        chairs.append(chairs_here)
    return chairs


def fill(chairs: Sequence[Chairs], free: Iterable[Unit], groups: Mapping[int, str]) -> None:
    """Give the vacant chairs, from the top table down, to the free in their order.

    In a mixed party a chair goes to somebody of the group it was left by, else of the group that the table has fewest
    of; equals are taken in their order.
    """
    waiting = list(free)
    for chairs_here in chairs:
        for chair in chairs_here:
            if not chair.taker:
                chair.taker = min(waiting, key=_fit(chair, chairs_here, groups)) if groups else waiting[0]
                waiting.remove(chair.taker)


def _fit(chair: Chair, chairs_here: Chairs, groups: Mapping[int, str]) -> Callable[[Unit], tuple[bool, int]]:
    left_by = {groups.get(person) for person in chair.owner}
    there = Counter(groups.get(person) for other in chairs_here for person in other.taker)

    def fit(unit: Unit) -> tuple[bool, int]:
        group = groups.get(unit[0])
        return group not in left_by, there[group]

    return fit


def how_moved(person: int, chair: Chair, due: Destination, before: int, tables: int) -> tuple[SeatReason, ...]:
    """For a chair taken in a round that had `before` tables, for the next that has `tables`.

    Empty only for one who has a new fixed partner and comes to an added table: nothing but the partner explains it.
    """
    if person in chair.owner:
        return (_by_the_rule(due, before, tables),)
    clauses = []
    if due.new:
        clauses.append(SeatReason(ReasonCode.NEWCOMER))
    elif due.at is None:
        clauses.append(SeatReason(ReasonCode.FROM_BENCH))
    elif due.table > tables:
        clauses.append(SeatReason(ReasonCode.TABLE_GONE, table=due.table))
    if chair.owner:
        clauses.append(SeatReason(ReasonCode.TAKES_CHAIR, table=due.table, other=_whose(person, chair)))
    return tuple(clauses)


def _by_the_rule(due: Destination, before: int, tables: int) -> SeatReason:
    if before == tables == 1:
        return SeatReason(ReasonCode.ONE_TABLE)
    if due.won:
        return SeatReason(ReasonCode.WON_UP, table=due.at) if due.at != due.table else SeatReason(ReasonCode.WON_STAYS)
    return SeatReason(ReasonCode.LOST_DOWN if due.at != due.table else ReasonCode.LOST_STAYS, table=due.at)


def _whose(person: int, chair: Chair) -> int:
    """The one whose place it is: of a pair that left as a whole, the first for the first."""
    gone = [owner for owner in chair.owner if owner not in chair.taker]
    come = [taker for taker in chair.taker if taker not in chair.owner]
    return gone[come.index(person)]


@dataclass(frozen=True, slots=True)
class Ladder:
    """The movement, with partners that change or with fixed pairs."""

    key: str
    fixed_pairs: bool
    policy_fields: frozenset[str]
    needs_winners: bool = True
    has_top_table: bool = True

    def card_lines(self, table: int, tables: int) -> tuple[CardLine, ...]:
        """Winners one table up, losers one down; nothing for a single table, where nobody moves."""
        if tables == 1:
            return ()
        up = CardLine(CardLineCode.WINNERS_GO, table - 1) if table > 1 else CardLine(CardLineCode.WINNERS_STAY)
        down = CardLine(CardLineCode.LOSERS_GO, table + 1) if table < tables else CardLine(CardLineCode.LOSERS_STAY)
        return up, down

    def problem(self, people: int, rounds: int | None) -> Problem | None:
        """Too few people, or for fixed pairs an odd number; any number of rounds will do."""
        if people < SEATS:
            return Problem(ProblemCode.TOO_FEW_PEOPLE, "people", found=people, minimum=SEATS)
        if self.fixed_pairs and people % 2:
            return Problem(ProblemCode.ODD_PEOPLE, "people", found=people)
        return None

    def seat(self, field: SeatingInput, history: Sequence[PlayedRound]) -> Seating:
        """The next seating; fixed pairs are those of `field.pairs`, and whoever is in none of them sits out."""
        return self._next(field, history) if history else self._first(field)

    def _first(self, field: SeatingInput) -> Seating:
        """Four by four in the order of the draw; the last ones drawn sit out."""
        drawn = {person: number for number, person in enumerate(field.people)}
        bench = choose_bench(field, (), key=lambda person: (-drawn[person],), by_pairs=self.fixed_pairs)
        playing = {person: number for person, number in drawn.items() if person not in bench}
        if self.fixed_pairs:
            pairs = sorted(
                (pair for pair in field.pairs if pair[0] in playing),
                key=lambda pair: min(playing[person] for person in pair),
            )
        else:
            pairs = list(_drawn_pairs(list(playing), field.groups))
        tables = tuple(table_of(one, other) for one, other in zip(pairs[::2], pairs[1::2], strict=True))
        how = {person: (SeatReason(ReasonCode.DRAWN),) for person in playing}
        sitting_out = bench_reasons(field, (), bench, by_pairs=self.fixed_pairs)
        return Seating(tables, bench, self._told(tables, how, Meetings()) | sitting_out)

    def _next(self, field: SeatingInput, history: Sequence[PlayedRound]) -> Seating:
        last = history[-1]
        before, after = len(last.tables), table_count(field, by_pairs=self.fixed_pairs)
        if len(last.winners) != before:
            raise InvalidInput(
                [Problem(ProblemCode.WINNERS_MISSING, "winners", found=len(last.winners), expected=before)]
            )
        due = due_tables(field.people, history)
        units: list[Unit] = list(field.pairs) if self.fixed_pairs else [(person,) for person in field.people]
        together = {person: _due_together(unit, due) for unit in units for person in unit}
        bench = choose_bench(field, history, key=lambda person: _to_bench(together[person]), by_pairs=self.fixed_pairs)
        playing = sorted(
            (unit for unit in units if unit[0] not in bench), key=lambda unit: (together[unit[0]].table, unit)
        )
        chairs = self._chairs(last, playing, after, {} if self.fixed_pairs else field.groups)
        met = meetings(history)
        tables = tuple(
            self._table(field, chairs_here, met, ends=_ends(field, number, before))
            for number, chairs_here in enumerate(chairs, start=1)
        )
        how = {
            person: how_moved(person, chair, due[person], before, after)
            for chairs_here in chairs
            for chair in chairs_here
            for person in chair.taker
        }
        sitting_out = bench_reasons(field, history, bench, by_pairs=self.fixed_pairs)
        return Seating(tables, bench, self._told(tables, how, met) | sitting_out)

    def _chairs(
        self, last: PlayedRound, playing: Sequence[Unit], tables: int, groups: Mapping[int, str]
    ) -> list[Chairs]:
        """All chairs of the coming round with those who take them; `playing` is in the order of the tables due at."""
        owners: list[list[Unit]] = [
            list(pairs) if self.fixed_pairs else [(person,) for pair in pairs for person in pair]
            for pairs in arrivals(last)
        ]
        chairs = place(owners, playing, tables, 2 if self.fixed_pairs else 1)
        placed = {chair.taker for chairs_here in chairs for chair in chairs_here}
        fill(chairs, (unit for unit in playing if unit not in placed), groups)
        return chairs

    def _table(self, field: SeatingInput, chairs_here: Chairs, met: Meetings, *, ends: TopTablePartners) -> SeatedTable:
        four = [person for chair in chairs_here for person in chair.taker]
        kept = table_of(four[:2], four[2:])
        if self.fixed_pairs:
            return kept
        # Two and two of a mixed party must sit mixed even at the top, where vacated chairs may have brought others.
        unmixed = bool(field.groups) and fours_are_mixed(four, field.groups) and not mixed_table(kept, field.groups)
        if ends is TopTablePartners.KEEP and not unmixed:
            return kept
        return best_pairing(four, met, field.policy.swap, field.groups)

    def _told(
        self, tables: Sequence[SeatedTable], how: Mapping[int, tuple[SeatReason, ...]], met: Meetings
    ) -> dict[int, tuple[SeatReason, ...]]:
        """Those at the tables: how they came there, and then whom with."""
        told = {}
        for table in tables:
            for pair in table.pairs:
                for person, other in (pair, pair[::-1]):
                    fixed = SeatReason(ReasonCode.FIXED_PARTNER, other=other) if self.fixed_pairs else None
                    told[person] = (*how[person], fixed or partner_reason(pair, person, met))
        return told


def _to_bench(due: Destination) -> tuple[int, int]:
    """The lowest table first, and of those due there the losers before the winners (RULES.md §2.3.2)."""
    return -due.table, due.won


def _due_together(unit: Unit, due: Mapping[int, Destination]) -> Destination:
    """Where a pair is due: where the higher of its two is; who is new is due lowest of all."""
    return min((due[person] for person in unit), key=lambda one: one.table)


def _ends(field: SeatingInput, number: int, before: int) -> TopTablePartners:
    """Whether a table keeps its partners: the top one may, and has its own option if it was the only one."""
    if number > 1:
        return TopTablePartners.CHANGE
    return field.policy.one_table if before == 1 else field.policy.top


def _drawn_pairs(order: Sequence[int], groups: Mapping[int, str]) -> Iterator[Pair]:
    """Two by two; in a mixed party everybody gets the next one of another group, as long as there is one."""
    waiting = list(order)
    while waiting:
        one = waiting.pop(0)
        others = (other for other in waiting if groups and groups.get(other) != groups.get(one))
        other = next(others, waiting[0])
        waiting.remove(other)
        yield one, other


LADDER = Ladder("ladder", fixed_pairs=False, policy_fields=frozenset({"swap", "top", "one_table", "max_tables"}))
LADDER_PAIRS = Ladder("ladder_pairs", fixed_pairs=True, policy_fields=ONLY_MAX_TABLES)

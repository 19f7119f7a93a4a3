"""Movements in which each pair has a table to go to: the ladder, and others (RULES.md §2.1-2.5).

The steps of a round: the last round gives each player a destination; some sit out; others take the chairs this leaves
vacant; the four at each table get partners. Everything follows from the rounds as they were played. Over 300 lines: one
class with these steps.
"""

from abc import abstractmethod
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
    SEATS,
    Movement,
    Pair,
    PlayedRound,
    ReasonCode,
    SeatedTable,
    Seating,
    SeatingInput,
    SeatReason,
    table_of,
)
from whistclub.engine.movement.seating import Unit, choose_sitting_out, sitting_out_reasons, table_count
from whistclub.engine.problems import InvalidInput, Problem, ProblemCode


@dataclass(frozen=True, slots=True)
class Destination:
    """The table where a player belongs by the rule, and why.

    `won`: whether they won their last game. `at`: the table they played at in the round before; None if they did not
    play. `new`: they were not there at all in the round before.
    """

    table: int
    won: bool = False
    at: int | None = None
    new: bool = False


# Of a round (its place in the history), a table (its number) and a side: where the side goes, and whether it won.
NextTable = Callable[[int, int, int], tuple[int, bool]]


def arrivals(history: Sequence[PlayedRound], next_table: NextTable) -> list[list[Pair]]:
    """For each table the two pairs that the last round sends to it, in sorted order."""
    last = history[-1]
    coming: list[list[Pair]] = [[] for _table in last.tables]
    for at, table in enumerate(last.tables, start=1):
        for side, pair in enumerate(table.sides):
            coming[next_table(len(history) - 1, at, side)[0] - 1].append(pair)
    return [sorted(pairs) for pairs in coming]


def destinations(
    people: Collection[int], history: Sequence[PlayedRound], next_table: NextTable
) -> dict[int, Destination]:
    """The destination of each of `people`, by all the rounds as they were played.

    A player who sat out keeps the destination they had before, and so comes back to where they earned a chair.
    A latecomer's destination is the bottom table.
    """
    current: dict[int, Destination] = {}
    bottom = 0
    for place, played in enumerate(history):
        bottom = len(played.tables)
        # A substitute both sits out and plays; the table is entered last and counts.
        after = {person: replace(current.get(person, Destination(bottom)), at=None) for person in played.sitting_out}
        for at, table in enumerate(played.tables, start=1):
            for side, pair in enumerate(table.sides):
                goal, won = next_table(place, at, side)
                after.update(dict.fromkeys(pair, Destination(goal, won, at)))
        current = after
    return {person: current.get(person, Destination(bottom, new=True)) for person in people}


@dataclass(slots=True)
class Chair:
    """A seat for one player, or two for a fixed pair.

    `owner`: whose it is by the rule; empty at a table that was added. `taker`: who sits there; empty until taken.
    """

    owner: Unit = ()
    taker: Unit = ()


# The chairs of a table: two pairs, one after the other.
Chairs = list[Chair]


def place(owners: Sequence[Sequence[Unit]], units: Iterable[Unit], tables: int, size: int) -> list[Chairs]:
    """The chairs from the top table down, each taken by its owner if they are among `units`; `size`: people to a chair.

    If one of a pair has a new partner, the new pair takes its chair; if both have, the pair of the first does.
    """
    unit_of = {person: unit for unit in units for person in unit}
    unowned: Sequence[Unit] = [()] * (SEATS // size)
    placed: set[Unit] = set()
    chairs = []
    for owners_here in [*owners[:tables], *[unowned] * (tables - len(owners))]:
        chairs_here = []
        for owner in owners_here:
            claims = (unit_of[person] for person in owner if person in unit_of)
            taker = next((unit for unit in claims if unit not in placed), ())
            placed.add(taker)
            chairs_here.append(Chair(owner, taker))
        chairs.append(chairs_here)
    return chairs


def fill(chairs: Sequence[Chairs], free: Iterable[Unit], groups: Mapping[int, str]) -> None:
    """Give the vacant chairs, from the top table down, to the units of `free` in their order.

    In a mixed party a chair goes to a player of its owner's group, else of the group that the table has fewest of;
    equals are taken in their order.
    """
    waiting = list(free)
    for chairs_here in chairs:
        for chair in chairs_here:
            if not chair.taker:
                chair.taker = min(waiting, key=_fit(chair, chairs_here, groups)) if groups else waiting[0]
                waiting.remove(chair.taker)


def _fit(chair: Chair, chairs_here: Chairs, groups: Mapping[int, str]) -> Callable[[Unit], tuple[bool, int]]:
    owners = {groups.get(person) for person in chair.owner}
    there = Counter(groups.get(person) for other in chairs_here for person in other.taker)

    def fit(unit: Unit) -> tuple[bool, int]:
        group = groups.get(unit[0])
        return group not in owners, there[group]

    return fit


def otherwise_there(person: int, chair: Chair, destination: Destination, tables: int) -> tuple[SeatReason, ...]:
    """How a player came to a chair that is not theirs by the rule, in a round of `tables` tables.

    Empty only for a player with a new fixed partner at a table that was added: there only the partner explains it.
    """
    clauses = []
    if destination.new:
        clauses.append(SeatReason(ReasonCode.NEWCOMER))
    elif destination.at is None:
        clauses.append(SeatReason(ReasonCode.SAT_OUT_BEFORE))
    elif destination.table > tables:
        clauses.append(SeatReason(ReasonCode.TABLE_GONE, table=destination.table))
    if chair.owner:
        clauses.append(SeatReason(ReasonCode.TAKES_CHAIR, table=destination.table, other=_whose(person, chair)))
    return tuple(clauses)


def _whose(person: int, chair: Chair) -> int:
    """Whose chair this player takes; of a pair that left together, the first is replaced by the first."""
    gone = [owner for owner in chair.owner if owner not in chair.taker]
    come = [taker for taker in chair.taker if taker not in chair.owner]
    return gone[come.index(person)]


class ByDestination(Movement):
    """A movement in which each pair has a table to go to; a subclass says which one."""

    @abstractmethod
    def rule(self, history: Sequence[PlayedRound]) -> NextTable:
        """Where the sides of the rounds of this history go."""

    @abstractmethod
    def reason(self, destination: Destination) -> SeatReason:
        """Why a player goes to a destination; never asked where there is only one table."""

    def keeps_partners(self, field: SeatingInput, number: int, before: int) -> bool:
        """Whether the pairs at a table keep their partners; `before`: how many tables there were."""
        return False

    def sitting_out_order(self, destination: Destination) -> tuple[int, ...]:
        """Among those whose turn it is, the smallest sits out first.

        The lowest table, and of those due there the losers before the winners (RULES.md §2.3.2).
        """
        return -destination.table, destination.won

    def seat(self, field: SeatingInput, history: Sequence[PlayedRound]) -> Seating:
        """The next seating; fixed pairs are those of `field.pairs`, and players in none of them sit out."""
        return self._next(field, history) if history else self._first(field)

    def _first(self, field: SeatingInput) -> Seating:
        """Four by four in the order of the draw; the last ones drawn sit out."""
        drawn = {person: number for number, person in enumerate(field.people)}
        sitting_out = choose_sitting_out(field, (), key=lambda person: (-drawn[person],), by_pairs=self.fixed_pairs)
        playing = {person: number for person, number in drawn.items() if person not in sitting_out}
        if self.fixed_pairs:
            pairs = sorted(
                (pair for pair in field.pairs if pair[0] in playing),
                key=lambda pair: min(playing[person] for person in pair),
            )
        else:
            pairs = list(_drawn_pairs(list(playing), field.groups))
        tables = tuple(table_of(one, other) for one, other in zip(pairs[::2], pairs[1::2], strict=True))
        how = {person: (SeatReason(ReasonCode.DRAWN),) for person in playing}
        reasons = self._reasons(tables, how, Meetings())
        reasons |= sitting_out_reasons(field, (), sitting_out, by_pairs=self.fixed_pairs)
        return Seating(tables, sitting_out, reasons)

    def _next(self, field: SeatingInput, history: Sequence[PlayedRound]) -> Seating:
        last = history[-1]
        before, after = len(last.tables), table_count(field, by_pairs=self.fixed_pairs)
        if self.needs_winners and len(last.winners) != before:
            raise InvalidInput(
                [Problem(ProblemCode.WINNERS_MISSING, "winners", found=len(last.winners), expected=before)]
            )
        next_table = self.rule(history)
        goals = destinations(field.people, history, next_table)
        units: list[Unit] = list(field.pairs) if self.fixed_pairs else [(person,) for person in field.people]
        common = {person: _common_destination(unit, goals) for unit in units for person in unit}
        sitting_out = choose_sitting_out(
            field, history, key=lambda person: self.sitting_out_order(common[person]), by_pairs=self.fixed_pairs
        )
        playing = sorted(
            (unit for unit in units if unit[0] not in sitting_out), key=lambda unit: (common[unit[0]].table, unit)
        )
        due = arrivals(history, next_table)
        chairs = self._chairs(due, playing, after, {} if self.fixed_pairs else field.groups)
        met = meetings(history)
        tables = tuple(
            self._table(field, chairs_here, met, keep=self.keeps_partners(field, number, before))
            for number, chairs_here in enumerate(chairs, start=1)
        )
        how = {
            person: self._arrival(person, chair, goals[person], before, after)
            for chairs_here in chairs
            for chair in chairs_here
            for person in chair.taker
        }
        reasons = self._reasons(tables, how, met)
        reasons |= sitting_out_reasons(field, history, sitting_out, by_pairs=self.fixed_pairs)
        return Seating(tables, sitting_out, reasons)

    def _chairs(
        self, due: Sequence[Sequence[Pair]], playing: Sequence[Unit], tables: int, groups: Mapping[int, str]
    ) -> list[Chairs]:
        """All chairs of the coming round with those who take them.

        `due`: the pairs due at each table; `playing` is in the order of their destinations.
        """
        owners: list[list[Unit]] = [
            list(pairs) if self.fixed_pairs else [(person,) for pair in pairs for person in pair] for pairs in due
        ]
        chairs = place(owners, playing, tables, 2 if self.fixed_pairs else 1)
        placed = {chair.taker for chairs_here in chairs for chair in chairs_here}
        fill(chairs, (unit for unit in playing if unit not in placed), groups)
        return chairs

    def _arrival(
        self, person: int, chair: Chair, destination: Destination, before: int, tables: int
    ) -> tuple[SeatReason, ...]:
        """How a player came to a chair, from a round of `before` tables to one of `tables`."""
        if person not in chair.owner:
            return otherwise_there(person, chair, destination, tables)
        return (SeatReason(ReasonCode.ONE_TABLE) if before == tables == 1 else self.reason(destination),)

    def _table(self, field: SeatingInput, chairs_here: Chairs, met: Meetings, *, keep: bool) -> SeatedTable:
        four = [person for chair in chairs_here for person in chair.taker]
        kept = table_of(four[:2], four[2:])
        if self.fixed_pairs:
            return kept
        # Two and two of a mixed party must sit mixed even at the top, where vacated chairs may have brought others.
        unmixed = bool(field.groups) and fours_are_mixed(four, field.groups) and not mixed_table(kept, field.groups)
        if keep and not unmixed:
            return kept
        return best_pairing(four, met, field.groups)

    def _reasons(
        self, tables: Sequence[SeatedTable], how: Mapping[int, tuple[SeatReason, ...]], met: Meetings
    ) -> dict[int, tuple[SeatReason, ...]]:
        """For everyone at a table: how they came there, then why this partner."""
        reasons = {}
        for table in tables:
            for pair in table.pairs:
                for person, other in (pair, pair[::-1]):
                    fixed = SeatReason(ReasonCode.FIXED_PARTNER, other=other) if self.fixed_pairs else None
                    reasons[person] = (*how[person], fixed or partner_reason(pair, person, met))
        return reasons


def _common_destination(unit: Unit, goals: Mapping[int, Destination]) -> Destination:
    """The destination of a pair: that of the partner who is due higher; a newcomer is due lowest of all."""
    return min((goals[person] for person in unit), key=lambda goal: goal.table)


def _drawn_pairs(order: Sequence[int], groups: Mapping[int, str]) -> Iterator[Pair]:
    """Two by two; in a mixed party each player gets the next one of another group, as long as there is one."""
    waiting = list(order)
    while waiting:
        one = waiting.pop(0)
        others = (other for other in waiting if groups and groups.get(other) != groups.get(one))
        other = next(others, waiting[0])
        waiting.remove(other)
        yield one, other

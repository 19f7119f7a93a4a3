"""What movements have in common: who sits out, the draw, and a Seating in which everyone has their reasons.

Who sits out when people do not fill tables of four has one fair order for every movement (RULES.md §2.3.1-4, §2.3.10).
Nobody sits out twice before everybody has once. A latecomer counts as having sat out as often as the others, so that
neither being late nor going home for a while is a way to play more or less than a fair share.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from whistclub.engine.movement.partners import meetings, partner_reason
from whistclub.engine.movement.protocol import (
    SEATS,
    PlayedRound,
    ReasonCode,
    SeatedTable,
    Seating,
    SeatingInput,
    SeatReason,
    pair_of,
    table_of,
)
from whistclub.engine.problems import InvalidInput, Problem, ProblemCode

PAIRS_AT_TABLE = 2

# One person or one fixed pair: what sits out together.
Unit = tuple[int, ...]
# What decides between equals: the smaller sits out first.
Key = Callable[[int], tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class SitOutRecord:
    """A player's effective sit-outs and the round of the last one (0: none).

    For `last` a round missed just before coming counts as well: a newcomer is not the first to sit out again.
    """

    count: int = 0
    last: int = 0


def table_count(field: SeatingInput, *, by_pairs: bool = False) -> int:
    """How many tables are set up. Raises InvalidInput when not even one can be."""
    if len(field.people) < SEATS:
        raise InvalidInput([Problem(ProblemCode.TOO_FEW_PEOPLE, "people", found=len(field.people), minimum=SEATS)])
    if by_pairs and len(field.pairs) < PAIRS_AT_TABLE:
        raise InvalidInput(
            [Problem(ProblemCode.TOO_FEW_PAIRS, "pairs", found=len(field.pairs), minimum=PAIRS_AT_TABLE)]
        )
    limit = field.max_tables
    if limit is not None and limit < 1:
        raise InvalidInput([Problem(ProblemCode.TOO_FEW_TABLES, "max_tables", found=limit, minimum=1)])
    possible = len(field.pairs) // PAIRS_AT_TABLE if by_pairs else len(field.people) // SEATS
    return possible if limit is None else min(possible, limit)


def sit_outs(
    people: Collection[int], history: Sequence[PlayedRound], groups: Mapping[int, str] | None = None
) -> dict[int, SitOutRecord]:
    """Sit-outs of each of `people`, as they count for the coming round.

    In a mixed party fairness is within the groups; `groups` should know those who have left as well.
    """
    record: dict[int, SitOutRecord] = {}
    before: frozenset[int] = frozenset()
    for number, played in enumerate(history, start=1):
        # Who substituted at once on coming is welcomed after the round, as one who waited for the next would be.
        there = played.seated.union(played.sitting_out).difference(played.late)
        _welcome(record, there, before, number - 1, groups or {})
        for person in there.intersection(played.sitting_out):
            record[person] = SitOutRecord(record[person].count + 1, number)
        before = there
    _welcome(record, people, before, len(history), groups or {})
    return {person: record[person] for person in people}


def effective_counts(
    people: Collection[int], history: Sequence[PlayedRound], groups: Mapping[int, str] | None = None
) -> dict[int, int]:
    """Sit-outs so far, those that a latecomer is given included."""
    return {person: sat.count for person, sat in sit_outs(people, history, groups).items()}


def choose_sitting_out(
    field: SeatingInput, history: Sequence[PlayedRound], *, key: Key | None = None, by_pairs: bool = False
) -> tuple[int, ...]:
    """Who sits out the coming round, lowest number first.

    The order: fewest effective sit-outs, longest since the last one, smallest `key`, last registered. `by_pairs`:
    the pairs of the field sit out together, and a player without a partner sits out in any case. Raises InvalidInput
    as `table_count` does.
    """
    tables = table_count(field, by_pairs=by_pairs)
    records = sit_outs(field.people, history, None if by_pairs else field.groups)

    def order(unit: Unit) -> tuple[object, ...]:
        count = max(records[person].count for person in unit)
        last = max(records[person].last for person in unit)
        return count, last, min(key(person) for person in unit) if key else (), -max(unit)

    if by_pairs:
        units = sorted(field.pairs, key=order)
        spare = units[: len(units) - PAIRS_AT_TABLE * tables]
        paired = {person for pair in field.pairs for person in pair}
        return tuple(sorted([*(person for pair in spare for person in pair), *(set(field.people) - paired)]))
    queue = [person for (person,) in sorted(((person,) for person in field.people), key=order)]
    spare_people = len(queue) - SEATS * tables
    return tuple(
        sorted(_largest_group_first(queue, spare_people, field.groups) if field.groups else queue[:spare_people])
    )


def sitting_out_reasons(
    field: SeatingInput, history: Sequence[PlayedRound], sitting_out: Collection[int], *, by_pairs: bool = False
) -> dict[int, tuple[SeatReason, ...]]:
    """The reason of each player who sits out; it counts the rounds before this one.

    A player without a partner waits for no turn, so nothing is counted for them.
    """
    counts = effective_counts(field.people, history, None if by_pairs else field.groups)
    partner = {one: other for pair in field.pairs for one, other in (pair, pair[::-1])} if by_pairs else {}

    def reason(person: int) -> SeatReason:
        if person in partner:
            return SeatReason(ReasonCode.PAIR_SITS_OUT, other=partner[person], count=counts[person])
        if by_pairs and person in field.without_partner:
            return SeatReason(ReasonCode.NO_PARTNER)
        return SeatReason(ReasonCode.SITS_OUT, count=counts[person])

    return {person: (reason(person),) for person in sitting_out}


def _welcome(
    record: dict[int, SitOutRecord],
    there: Iterable[int],
    before: frozenset[int],
    missed: int,
    groups: Mapping[int, str],
) -> None:
    """Enter latecomers with the most sit-outs that any other of their group has by now."""
    arriving = [person for person in there if person not in before]
    if not before:  # the first round: nobody is late
        record.update((person, SitOutRecord()) for person in arriving)
        return
    most: dict[str | None, int] = {}
    for person in before:
        group = groups.get(person)
        most[group] = max(most.get(group, 0), record[person].count)
    # A group that had gone home altogether: nobody is there to compare with but those who come back together.
    alone: dict[str | None, int] = {}
    for person in arriving:
        group = groups.get(person)
        if group not in most:
            alone[group] = max(alone.get(group, 0), record.get(person, SitOutRecord()).count)
    most |= alone
    for person in arriving:
        own = record.get(person, SitOutRecord()).count
        record[person] = SitOutRecord(max(own, most[groups.get(person)]), missed)


def _largest_group_first(queue: Sequence[int], spare: int, groups: Mapping[int, str]) -> list[int]:
    """The first `spare` players to sit out, each the first in the queue of the group that is the largest by then.

    Between two groups the tie is never lost by one alone: what is to be taken off two equal groups is an even number.
    """
    waiting: dict[str, list[int]] = {}
    for person in reversed(queue):
        waiting.setdefault(groups.get(person, ""), []).append(person)
    return [max(sorted(waiting.items()), key=lambda group: len(group[1]))[1].pop() for _ in range(spare)]


# The reason for which a player came to the table, for all who are seated.
ArrivalReason = Callable[[int], SeatReason]


def seating(
    field: SeatingInput,
    history: Sequence[PlayedRound],
    tables: Sequence[SeatedTable],
    sitting_out: Collection[int],
    arrival_reason: ArrivalReason,
    *,
    by_pairs: bool = False,
) -> Seating:
    """Everybody's reasons: how they came to the table, then why this partner; or why they sit out."""
    met = meetings(history)
    reasons = sitting_out_reasons(field, history, sitting_out, by_pairs=by_pairs)
    for pair in (pair for table in tables for pair in table.pairs):
        for person, partner in (pair, pair[::-1]):
            why_partner = (
                SeatReason(ReasonCode.FIXED_PARTNER, other=partner) if by_pairs else partner_reason(pair, person, met)
            )
            reasons[person] = arrival_reason(person), why_partner
    return Seating(tuple(tables), tuple(sorted(sitting_out)), reasons)


def drawn(_person: int) -> SeatReason:
    """The same for everybody in a first round."""
    return SeatReason(ReasonCode.DRAWN)


def in_round(code: ReasonCode, number: int) -> ArrivalReason:
    """The same for everybody in a round that a schedule contains."""
    return lambda _person: SeatReason(code, count=number)


def by_meeting(history: Sequence[PlayedRound], tables: Sequence[SeatedTable]) -> ArrivalReason:
    """How many of the others at their table each player meets for the first time."""
    met = meetings(history)
    known = met.partners.keys() | met.opponents.keys()
    others = {person: table.people for table in tables for person in table.people}

    def reason(person: int) -> SeatReason:
        new = [other for other in others[person] if other != person and pair_of(person, other) not in known]
        return SeatReason(ReasonCode.MEETS, count=len(new))

    return reason


def generator(*seed: int) -> Random:
    """The only source of randomness in the engine: the same numbers for the same seeds, every time."""
    return Random("/".join(map(str, seed)))  # noqa: S311 - a draw, not a secret


def drawn_order(people: Sequence[int], seed: int) -> tuple[int, ...]:
    """The people in an order drawn by lot."""
    order = sorted(people)
    generator(seed).shuffle(order)
    return tuple(order)


def sitting_out_by_draw(field: SeatingInput, *, by_pairs: bool = False) -> tuple[int, ...]:
    """Who sits out the first round: the last ones drawn."""
    place = {person: number for number, person in enumerate(field.people)}
    return choose_sitting_out(field, (), key=lambda person: (-place[person],), by_pairs=by_pairs)


def fours(order: Sequence[int]) -> tuple[SeatedTable, ...]:
    """Tables in a given order of people: the first four, the next four and so on, neighbours as partners."""
    return tuple(
        table_of(order[first : first + 2], order[first + 2 : first + SEATS]) for first in range(0, len(order), SEATS)
    )

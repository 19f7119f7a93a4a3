"""What the organiser wishes of a seating, granted after the movement has made it.

Two people are to be at one table, or not: one swap for each wish. A wish about somebody who sits out asks for nothing:
who sits out is a matter of fairness alone.

People keep their seat: a movement seats a round by rank, the top table first, and whom it seats together is not changed
for them; only the table in the room where they play, and how the four sit around it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from whistclub.engine.movement.partners import PARTNER_REASONS, Meetings, meetings, partner_reason, repeats
from whistclub.engine.movement.protocol import SEATS, PlayedRound, ReasonCode, SeatedTable, Seating, SeatReason, pair_of

Chairs = list[list[int]]


class WishKind(StrEnum):
    """What two people are wished to be."""

    APART = "apart"
    TOGETHER = "together"


@dataclass(frozen=True, slots=True)
class Wish:
    one: int
    other: int
    kind: WishKind


def is_kept(wish: Wish, tables: Sequence[Sequence[int]]) -> bool:
    """Whether a seating keeps a wish; `tables` are the people of each."""
    at = [number for number, people in enumerate(tables) for who in (wish.one, wish.other) if who in people]
    return len(at) < 2 or (at[0] == at[1]) == (wish.kind is WishKind.TOGETHER)


def granted(
    seating: Seating,
    wishes: Sequence[Wish],
    history: Sequence[PlayedRound],
    *,
    groups: Mapping[int, str] | None = None,
    divisions: Sequence[int] = (),
    by_pairs: bool = False,
) -> Seating:
    """Grant, one after the other, what one swap of two seats grants if no other wish suffers.

    Of all swaps it takes the one between the nearest tables, with the fewest repeated partners. `groups`: only people
    of one group swap. `divisions`: the division that plays at each table; only people of one division swap.
    `by_pairs`: pairs swap with pairs. Without a wish that is not kept the seating is the same.
    """
    met = meetings(history)
    tables = [list(table.chairs) for table in seating.tables]
    for wish in wishes:
        if is_kept(wish, tables):
            continue
        unkept_before = _unkept(wishes, tables)
        best: tuple[tuple[object, ...], Chairs] | None = None
        for one, other in _swaps(wish, tables):
            if groups and groups.get(tables[one[0]][one[1]]) != groups.get(tables[other[0]][other[1]]):
                continue
            if divisions and divisions[one[0]] != divisions[other[0]]:
                continue
            changed = _swapped(tables, one, other, by_pairs=by_pairs)
            unkept = _unkept(wishes, changed)
            rank = unkept, abs(one[0] - other[0]), _repeats(changed, (one[0], other[0]), met), one, other
            if is_kept(wish, changed) and unkept < unkept_before and (best is None or rank < best[0]):
                best = rank, changed
        if best:
            tables = best[1]
    after = tuple(_table(people) for people in tables)
    if after == seating.tables:
        return seating
    return Seating(after, seating.sitting_out, {**seating.reasons, **_reasons(seating, after, met, by_pairs=by_pairs)})


def _reasons(
    before: Seating, after: Sequence[SeatedTable], met: Meetings, *, by_pairs: bool
) -> dict[int, tuple[SeatReason, ...]]:
    """The reasons at tables with other people than before: the old ones as far as they are still true."""
    reasons: dict[int, tuple[SeatReason, ...]] = {}
    for old, table in zip(before.tables, after, strict=True):
        if set(old.chairs) == set(table.chairs):
            continue
        for chair, person in enumerate(table.chairs):
            partner = table.chairs[(chair + 2) % SEATS]
            how = tuple(
                reason
                for reason in before.reasons[person]
                if reason.code is not ReasonCode.MEETS
                and (reason.code not in PARTNER_REASONS or reason.other == partner)
            )
            if person not in old.chairs:
                how = (SeatReason(ReasonCode.PLACED),)
            elif old.chairs[(old.chairs.index(person) + 2) % SEATS] == partner:
                reasons[person] = how
                continue
            why_partner = (
                SeatReason(ReasonCode.FIXED_PARTNER, other=partner)
                if by_pairs
                else partner_reason(pair_of(person, partner), person, met)
            )
            reasons[person] = *how, why_partner
    return reasons


# A chair: the place of its table in the list, and its own at the table.
Chair = tuple[int, int]


def _swaps(wish: Wish, tables: Chairs) -> Iterator[tuple[Chair, Chair]]:
    """The swaps that could grant a wish: one of the two with a person of another table."""
    chair_of = {who: (table, chair) for table, people in enumerate(tables) for chair, who in enumerate(people)}
    for who, friend in ((wish.one, wish.other), (wish.other, wish.one)):
        mine = chair_of[who]
        goals = [chair_of[friend][0]] if wish.kind is WishKind.TOGETHER else range(len(tables))
        for table in goals:
            if table != mine[0]:
                yield from ((mine, (table, place)) for place in range(SEATS))


def _seats(place: int, by_pairs: bool) -> tuple[int, ...]:
    return (place, (place + 2) % SEATS) if by_pairs else (place,)


def _swapped(tables: Chairs, one: Chair, other: Chair, *, by_pairs: bool) -> Chairs:
    changed = [list(people) for people in tables]
    for mine, theirs in zip(_seats(one[1], by_pairs), _seats(other[1], by_pairs), strict=True):
        changed[one[0]][mine], changed[other[0]][theirs] = tables[other[0]][theirs], tables[one[0]][mine]
    return changed


def _unkept(wishes: Sequence[Wish], tables: Chairs) -> int:
    return sum(not is_kept(wish, tables) for wish in wishes)


def _repeats(tables: Chairs, at: tuple[int, int], met: Meetings) -> int:
    """How often the partners at two tables were partners before."""
    return sum(repeats(_table(tables[number]), met)[0] for number in at)


def _table(people: Sequence[int]) -> SeatedTable:
    one, second, third, fourth = people
    return SeatedTable((one, second, third, fourth))


@dataclass(frozen=True, slots=True)
class FixedSeat:
    """The table that a person keeps, and the chair there; None while any chair will do."""

    table: int
    chair: int | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """The table where people play, and who sits on each chair, clockwise from chair 0."""

    table: int
    chairs: tuple[int, ...]


def places(seated: Sequence[Sequence[int]], usable: Sequence[int], fixed: Mapping[int, FixedSeat]) -> tuple[Place, ...]:
    """Where the tables of a seating are played; `seated` are people by chair, from the top table down.

    `usable`: where they would be played without wishes. A table moves only if it is the one of somebody in `fixed`, or
    to make room for them; of two wishes that exclude each other the first in `fixed` is met.

    >>> [place.table for place in places([(1, 2, 3, 4), (5, 6, 7, 8)], [1, 2], {6: FixedSeat(1, chair=0)})]
    [2, 1]
    >>> places([(1, 2, 3, 4)], [1], {2: FixedSeat(1, chair=0)})
    (Place(table=1, chairs=(2, 3, 4, 1)),)
    """
    tables = list(usable)
    rank_of = {person: rank for rank, chairs in enumerate(seated) for person in chairs}
    kept: set[int] = set()
    for person, seat in fixed.items():
        rank = rank_of.get(person)
        if rank is None or rank in kept:
            continue
        there = tables.index(seat.table) if seat.table in tables else None
        if there in kept:
            continue
        if there is not None:
            tables[there] = tables[rank]
        tables[rank] = seat.table
        kept.add(rank)
    return tuple(Place(table, _turned(chairs, table, fixed)) for table, chairs in zip(tables, seated, strict=True))


def _turned(chairs: Sequence[int], table: int, fixed: Mapping[int, FixedSeat]) -> tuple[int, ...]:
    """The same people around the table, turned so that those who keep a chair there sit on it."""
    wishes = [(person, seat.chair) for person, seat in fixed.items() if person in chairs and seat.table == table]

    def met(turned: tuple[int, ...]) -> list[bool]:
        return [chair is None or turned[chair] == person for person, chair in wishes]

    return max(_turns(chairs), key=met)


def _turns(chairs: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """All ways to sit in which partners stay opposite each other; first as they are."""
    for order in (tuple(chairs), (chairs[0], *reversed(chairs[1:]))):
        for first in range(len(order)):
            yield order[first:] + order[:first]

"""Wishes of the organiser: two people at one table, or not. They are granted after the movement, by one swap each.

A wish about somebody who sits out asks for nothing: who sits out is a matter of fairness alone.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from whistclub.engine.movement.mending import seat_reasons
from whistclub.engine.movement.partners import Meetings, meetings, repeats
from whistclub.engine.movement.protocol import SEATS, Pair, PlayedRound, ReasonCode, SeatedTable, Seating, SeatReason

Chairs = list[list[int]]


class WishKind(StrEnum):
    """What two people are wished to be."""

    APART = "apart"
    TOGETHER = "together"


@dataclass(frozen=True, slots=True)
class Wish:
    """A hard wish goes before all others; the organiser is asked before a round begins without it."""

    one: int
    other: int
    kind: WishKind
    hard: bool = False


@dataclass(frozen=True, slots=True)
class Granted:
    """A seating with the wishes that could be granted. `moved`: for each of those, who sits where instead of where."""

    seating: Seating
    moved: dict[Wish, tuple[tuple[int, int, int], ...]]


def is_kept(wish: Wish, tables: Sequence[Sequence[int]]) -> bool:
    """Whether a seating keeps a wish; `tables` are the people of each."""
    at = [number for number, people in enumerate(tables) for who in (wish.one, wish.other) if who in people]
    return len(at) < 2 or (at[0] == at[1]) == (wish.kind is WishKind.TOGETHER)


def bound_to(person: int, wishes: Iterable[Wish], partners: Iterable[Pair] = ()) -> set[int]:
    """All who must sit at the table of a person, themselves included: by hard wishes, and as fixed partners."""
    links = [*partners, *((each.one, each.other) for each in wishes if each.hard and each.kind is WishKind.TOGETHER)]
    found: set[int] = set()
    more = {person}
    while more > found:
        found = more
        more = found.union(*(link for link in links if not found.isdisjoint(link)))
    return found


def granted(
    seating: Seating,
    wishes: Sequence[Wish],
    history: Sequence[PlayedRound],
    *,
    held: Collection[int] = (),
    groups: Mapping[int, str] | None = None,
    divisions: Sequence[int] = (),
    by_pairs: bool = False,
) -> Granted:
    """Grant what one swap of two seats grants, hard wishes first, if no other wish as important suffers.

    Of all swaps it takes the one between the nearest tables, with the fewest repeated partners. Nobody who is `held`
    moves. `groups`: only people of one group swap. `divisions`: the division that plays at each table; only people of
    one division swap. `by_pairs`: pairs swap with pairs. Without a wish that is not kept the seating is the same.
    """
    met = meetings(history)
    tables = [list(table.chairs) for table in seating.tables]
    moved: dict[Wish, tuple[tuple[int, int, int], ...]] = {}
    for wish in sorted(wishes, key=lambda each: not each.hard):
        if is_kept(wish, tables):
            continue
        before = _unkept(wishes, tables)
        best: tuple[tuple[object, ...], Chairs] | None = None
        for one, other in _swaps(wish, tables, held, by_pairs=by_pairs):
            if groups and groups.get(tables[one[0]][one[1]]) != groups.get(tables[other[0]][other[1]]):
                continue
            if divisions and divisions[one[0]] != divisions[other[0]]:
                continue
            changed = _swapped(tables, one, other, by_pairs=by_pairs)
            unkept = _unkept(wishes, changed)
            price = unkept, abs(one[0] - other[0]), _repeats(changed, (one[0], other[0]), met), one, other
            if is_kept(wish, changed) and unkept < before and (best is None or price < best[0]):
                best = price, changed
        if best:
            moved[wish] = _moves(tables, best[1])
            tables = best[1]
    if not moved:
        return Granted(seating, {})
    after = tuple(_table(people) for people in tables)
    reasons = {**seating.reasons, **seat_reasons(seating, after, met, by_pairs=by_pairs)}
    for person in {who for moves in moved.values() for who, _from, _to in moves}:
        reasons[person] = SeatReason(ReasonCode.PLACED), *reasons[person][-1:]
    return Granted(Seating(after, seating.sitting_out, reasons), moved)


# A chair: the place of its table in the list, and its own at the table.
Chair = tuple[int, int]


def _swaps(wish: Wish, tables: Chairs, held: Collection[int], *, by_pairs: bool) -> Iterator[tuple[Chair, Chair]]:
    """The swaps that could grant a wish: one of the two with a person of another table."""
    chair_of = {who: (table, chair) for table, people in enumerate(tables) for chair, who in enumerate(people)}
    for who, friend in ((wish.one, wish.other), (wish.other, wish.one)):
        mine = chair_of[who]
        goals = [chair_of[friend][0]] if wish.kind is WishKind.TOGETHER else range(len(tables))
        for chair in ((table, place) for table in goals if table != mine[0] for place in range(SEATS)):
            people = {tables[table][seat] for table, place in (mine, chair) for seat in _seats(place, by_pairs)}
            if people.isdisjoint(held):
                yield mine, chair


def _seats(place: int, by_pairs: bool) -> tuple[int, ...]:
    return (place, (place + 2) % SEATS) if by_pairs else (place,)


def _swapped(tables: Chairs, one: Chair, other: Chair, *, by_pairs: bool) -> Chairs:
    changed = [list(people) for people in tables]
    for mine, theirs in zip(_seats(one[1], by_pairs), _seats(other[1], by_pairs), strict=True):
        changed[one[0]][mine], changed[other[0]][theirs] = tables[other[0]][theirs], tables[one[0]][mine]
    return changed


def _unkept(wishes: Sequence[Wish], tables: Chairs) -> tuple[int, int]:
    """How many hard wishes are not kept, and how many others."""
    unkept = [wish.hard for wish in wishes if not is_kept(wish, tables)]
    return unkept.count(True), unkept.count(False)


def _repeats(tables: Chairs, at: tuple[int, int], met: Meetings) -> int:
    """How often the partners at two tables were partners before."""
    return sum(repeats(_table(tables[number]), met)[0] for number in at)


def _table(people: Sequence[int]) -> SeatedTable:
    one, second, third, fourth = people
    return SeatedTable((one, second, third, fourth))


def _moves(before: Chairs, after: Chairs) -> tuple[tuple[int, int, int], ...]:
    """Who moved, from which table to which, by their numbers."""
    was = {who: number for number, people in enumerate(before, start=1) for who in people}
    return tuple(
        (who, was[who], number) for number, people in enumerate(after, start=1) for who in people if was[who] != number
    )

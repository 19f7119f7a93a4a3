"""Which table in the room each table of a seating is played at, so that people who must not move keep their seat.

A movement seats a round by rank, the top table first. Whom it seats together is not changed here: only the table they
play at, and how the four sit around it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass


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

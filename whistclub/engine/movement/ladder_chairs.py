"""Who takes which chair: first those it belongs to by the rule, then those who are free (rule book §2.3.3, §2.3.7)."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from whistclub.engine.movement.sitting_out import SEATS, Unit


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

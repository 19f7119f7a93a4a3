"""From tables and a bench to a seating with a reason for everybody; for the movements in which nobody wins his seat."""

from collections.abc import Callable, Collection, Sequence

from whistclub.engine.movement.partners import meetings, partner_reason
from whistclub.engine.movement.protocol import (
    PlayedRound,
    ReasonCode,
    SeatedTable,
    Seating,
    SeatingInput,
    SeatReason,
    pair_of,
    table_of,
)
from whistclub.engine.movement.sitting_out import SEATS, bench_reasons, choose_bench

# How somebody came to the table, for all who are seated.
How = Callable[[int], SeatReason]


def seating(
    field: SeatingInput,
    history: Sequence[PlayedRound],
    tables: Sequence[SeatedTable],
    bench: Collection[int],
    how: How,
    *,
    by_pairs: bool = False,
) -> Seating:
    """Everybody's reasons: how he came there, then whom with."""
    met = meetings(history)
    reasons = dict(bench_reasons(field, history, bench, by_pairs=by_pairs))
    for pair in (pair for table in tables for pair in table.pairs):
        for person, partner in (pair, pair[::-1]):
            with_whom = (
                SeatReason(ReasonCode.FIXED_PARTNER, other=partner) if by_pairs else partner_reason(pair, person, met)
            )
            reasons[person] = how(person), with_whom
    return Seating(tuple(tables), tuple(sorted(bench)), reasons)


def drawn(_person: int) -> SeatReason:
    """The same for everybody in a first round."""
    return SeatReason(ReasonCode.DRAWN)


def in_round(why: ReasonCode, number: int) -> How:
    """The same for everybody in a round that stands in a schedule."""
    return lambda _person: SeatReason(why, count=number)


def by_meeting(history: Sequence[PlayedRound], tables: Sequence[SeatedTable]) -> How:
    """How many of the others at the table each one meets for the first time."""
    met = meetings(history)
    known = met.partners.keys() | met.opponents.keys()
    others = {person: table.people for table in tables for person in table.people}

    def how(person: int) -> SeatReason:
        new = [other for other in others[person] if other != person and pair_of(person, other) not in known]
        return SeatReason(ReasonCode.MEETS, count=len(new))

    return how


def bench_of_draw(field: SeatingInput, *, by_pairs: bool = False) -> tuple[int, ...]:
    """Who sits out the first round: the last ones drawn."""
    place = {person: number for number, person in enumerate(field.people)}
    return choose_bench(field, (), key=lambda person: (-place[person],), by_pairs=by_pairs)


def fours(order: Sequence[int]) -> tuple[SeatedTable, ...]:
    """Tables in a given order of people: the first four, the next four and so on, neighbours as partners."""
    return tuple(
        table_of(order[first : first + 2], order[first + 2 : first + SEATS]) for first in range(0, len(order), SEATS)
    )

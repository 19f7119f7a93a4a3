"""What movements in which players do not win their seats have in common: the draw, and a Seating with reasons."""

from collections.abc import Callable, Collection, Sequence
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
from whistclub.engine.movement.sitting_out import choose_sitting_out, sitting_out_reasons

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

"""Round robin of fixed pairs: every pair meets every other once, by the circle method (RULES.md §2.5)."""

from collections.abc import Sequence

from whistclub.engine.movement.partners import same_pairings
from whistclub.engine.movement.protocol import (
    Movement,
    Pair,
    PlayedRound,
    ReasonCode,
    SeatedTable,
    Seating,
    SeatingInput,
    table_of,
)
from whistclub.engine.movement.seating import by_meeting, drawn, in_round, seating, sitting_out_by_draw
from whistclub.engine.movement.sitting_out import PAIRS_AT_TABLE, choose_sitting_out, table_count
from whistclub.engine.movement.swiss import opponents


class RoundRobin(Movement):
    """The movement.

    The circle holds as long as the same pairs are there and sit as it says, and starts again when all have met.
    Otherwise the evening goes on with as many pairs as possible that have not met.
    """

    def complete_after(self, people: int) -> int | None:
        return rounds_of(people // 2)

    def seat(self, field: SeatingInput, history: Sequence[PlayedRound]) -> Seating:
        if not history:
            return self._first(field)
        tables = _next_of_circle(field, history)
        if tables is not None:
            seated = {person for table in tables for person in table.people}
            number = len(history) % rounds_of(len(field.pairs)) + 1
            how = in_round(ReasonCode.CIRCLE, number)
            return seating(field, history, tables, set(field.people) - seated, how, by_pairs=True)
        sitting_out = choose_sitting_out(field, history, by_pairs=True)
        tables = opponents([pair for pair in sorted(field.pairs) if pair[0] not in sitting_out], history)
        return seating(field, history, tables, sitting_out, by_meeting(history, tables), by_pairs=True)

    def _first(self, field: SeatingInput) -> Seating:
        """Neighbours in the draw: any first round is the first round of a circle."""
        sitting_out = sitting_out_by_draw(field, by_pairs=True)
        place = {person: number for number, person in enumerate(field.people)}
        pairs = sorted(
            (pair for pair in field.pairs if pair[0] not in sitting_out),
            key=lambda pair: min(place[person] for person in pair),
        )
        tables = [table_of(one, other) for one, other in zip(pairs[::2], pairs[1::2], strict=True)]
        return seating(field, (), tables, sitting_out, drawn, by_pairs=True)


def rounds_of(pairs: int) -> int:
    """The number of rounds in which every pair meets every other once."""
    return pairs if pairs % PAIRS_AT_TABLE else pairs - 1


def _next_of_circle(field: SeatingInput, history: Sequence[PlayedRound]) -> tuple[SeatedTable, ...] | None:
    """The circle's next round; None if the evening has not been the circle's so far, or does not fit into it."""
    pairs = len(field.pairs)
    fits = pairs * PAIRS_AT_TABLE == len(field.people) and table_count(field, by_pairs=True) == pairs // PAIRS_AT_TABLE
    if not fits or not _full(field, history[0]):
        return None
    names = _names(field, history[0])
    rounds = [_circle_round(names, number % rounds_of(pairs)) for number in range(len(history) + 1)]
    followed = all(same_pairings(played.tables, planned) for played, planned in zip(history, rounds, strict=False))
    return rounds[-1] if followed else None


def _full(field: SeatingInput, played: PlayedRound) -> bool:
    """Whether exactly these pairs were there, all of them seated but the odd one, if any."""
    seated = [pair for table in played.tables for pair in table.pairs]
    odd = [pair for pair in field.pairs if set(pair) <= set(played.sitting_out)]
    there = sorted([*played.seated, *played.sitting_out])
    return there == sorted(field.people) and sorted([*seated, *odd]) == sorted(field.pairs)


def _names(field: SeatingInput, first: PlayedRound) -> list[Pair | None]:
    """The pairs in circle order, from the first round: those who met are opposite each other.

    The last one stays in its place; it may be None, and then the pair that should meet it sits out.
    """
    matches: list[tuple[Pair | None, Pair | None]] = [table.pairs for table in first.tables]
    matches = [(pair, None) for pair in field.pairs if pair[0] in first.sitting_out] + matches
    (beside, stays), *rest = matches
    return [beside, *(one for one, _ in rest), *(other for _, other in reversed(rest)), stays]


def _circle_round(places: Sequence[Pair | None], number: int) -> tuple[SeatedTable, ...]:
    """One round, numbered from 0: all but the last have moved on by `number` places."""
    *circle, stays = places
    moved = [*circle[number:], *circle[:number]]
    half = len(places) // 2
    matches = [(moved[0], stays), *zip(moved[1:half], reversed(moved[half:]), strict=True)]
    return tuple(table_of(one, other) for one, other in matches if one is not None and other is not None)


ROUND_ROBIN = RoundRobin("round_robin", fixed_pairs=True)

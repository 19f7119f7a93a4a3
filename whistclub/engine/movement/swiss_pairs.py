"""Swiss pairs: fixed pairs meet pairs of equal standing, none a second time as long as possible (RULES.md §2.5)."""

from collections.abc import Sequence

from whistclub.engine.movement.matching import best_first_matching
from whistclub.engine.movement.partners import meetings
from whistclub.engine.movement.protocol import (
    Movement,
    Pair,
    PlayedRound,
    SeatedTable,
    Seating,
    SeatingInput,
    table_of,
)
from whistclub.engine.movement.seating import drawn, seating, sitting_out_by_draw
from whistclub.engine.movement.sitting_out import choose_sitting_out
from whistclub.engine.movement.swiss_fours import by_standing, standing_order


class SwissPairs(Movement):
    """Pairs of equal standing meet."""

    def seat(self, field: SeatingInput, history: Sequence[PlayedRound]) -> Seating:
        order = {person: number for number, person in enumerate(standing_order(field, history))}
        pairs = sorted(field.pairs, key=lambda pair: min(order[person] for person in pair))
        rank = {person: number for number, pair in enumerate(pairs, start=1) for person in pair}
        if history:
            # Among the pairs whose turn it is to sit out, the worst-placed do.
            sitting_out = choose_sitting_out(field, history, key=lambda person: (-rank.get(person, 0),), by_pairs=True)
        else:
            sitting_out = sitting_out_by_draw(field, by_pairs=True)
        tables = opponents([pair for pair in pairs if pair[0] not in sitting_out], history)
        return seating(field, history, tables, sitting_out, by_standing(rank) if history else drawn, by_pairs=True)


def opponents(pairs: Sequence[Pair], history: Sequence[PlayedRound]) -> tuple[SeatedTable, ...]:
    """The tables of pairs that are given best first and fill all chairs.

    As few rematches as possible, and these between pairs that have met least; within that the best pair gets the best
    opponent it can have, then the next pair, and so on.
    """
    met = _times_met(pairs, history)
    waiting = list(range(len(pairs)))
    chosen: list[tuple[int, int]] = []
    often = 0
    while waiting:
        graph = {
            one: [other for other in waiting if other != one and met[one].get(other, 0) <= often] for one in waiting
        }
        chosen += best_first_matching(waiting, graph)
        paired = {number for match in chosen for number in match}
        waiting = [number for number in waiting if number not in paired]
        often += 1
    return tuple(table_of(pairs[one], pairs[other]) for one, other in sorted(chosen))


def _times_met(pairs: Sequence[Pair], history: Sequence[PlayedRound]) -> list[dict[int, int]]:
    """For each pair, how often it has met each other pair; a meeting of single partners counts as well."""
    number_of = {person: number for number, pair in enumerate(pairs) for person in pair}
    met: list[dict[int, int]] = [{} for _pair in pairs]
    for (a, b), times in meetings(history).opponents.items():
        one, other = number_of.get(a), number_of.get(b)
        if one is not None and other is not None and one != other:
            met[one][other] = met[other][one] = max(times, met[one].get(other, 0))
    return met


SWISS_PAIRS = SwissPairs("swiss_pairs", fixed_pairs=True)

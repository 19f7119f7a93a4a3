"""Swiss: people, or fixed pairs, of equal standing meet, and nobody climbs tables (RULES.md §2.5).

Of four without fixed partners the pairs are made by standing (also called Mexicano); fixed pairs meet none a second
time as long as possible, by a matching in order of preference.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from whistclub.engine.movement.partners import Meetings, admissible_pairings, meetings, repeats
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
from whistclub.engine.movement.seating import ArrivalReason, choose_sitting_out, drawn, seating, sitting_out_by_draw


class SwissFours(Movement):
    """People of equal standing meet."""

    def seat(self, field: SeatingInput, history: Sequence[PlayedRound]) -> Seating:
        order = standing_order(field, history)
        place = {person: number for number, person in enumerate(order, start=1)}
        # Among those whose turn it is to sit out, the worst-placed do.
        sitting_out = choose_sitting_out(field, history, key=lambda person: (-place[person],))
        playing = [person for person in order if person not in sitting_out]
        met = meetings(history)
        choices = [_as_wanted(four, field.groups) for four in _fours(playing, field.groups)]
        tables = [_without_repeats(wanted, met) for wanted in choices]
        found = seating(field, history, tables, sitting_out, by_standing(place) if history else drawn)
        changed = (table for table, wanted in zip(tables, choices, strict=True) if table != wanted[0])
        return replace(found, reasons={**found.reasons, **dict(_say_why(found, changed))})


def standing_order(field: SeatingInput, history: Sequence[PlayedRound]) -> list[int]:
    """Everybody present, best first; before anything was played in the order of the draw.

    Players whom the ranking does not know come last.
    """
    if not history:
        return list(field.people)
    place = {person: number for number, person in enumerate(field.ranking)}
    return sorted(field.people, key=lambda person: (place.get(person, len(place)), person))


def by_standing(place: dict[int, int]) -> ArrivalReason:
    """By the player's rank, or their pair's, among all."""
    return lambda person: SeatReason(ReasonCode.STANDING, count=place[person])


def _fours(playing: Sequence[int], groups: Mapping[int, str]) -> Iterator[list[int]]:
    """The best four, the next four and so on; in a mixed party the best two of each group, as long as there are two."""
    waiting = list(playing)
    while waiting:
        four = [person for group in sorted(set(groups.values())) for person in _best_two(waiting, group, groups)]
        if len(four) != SEATS:
            four = waiting[:SEATS]
        four.sort(key=waiting.index)
        yield four
        waiting = [person for person in waiting if person not in four]


def _best_two(waiting: Sequence[int], group: str, groups: Mapping[int, str]) -> list[int]:
    return [person for person in waiting if groups.get(person) == group][: SEATS // 2]


def _as_wanted(four: Sequence[int], groups: Mapping[int, str]) -> list[SeatedTable]:
    """The pairings that the groups allow, the best with the last before others."""
    first, second, third, fourth = four
    wanted = [
        table_of((first, fourth), (second, third)),
        table_of((first, third), (second, fourth)),
        table_of((first, second), (third, fourth)),
    ]
    allowed = admissible_pairings(four, Meetings(), groups)
    return [table for table in wanted if table in allowed]


def _without_repeats(wanted: Sequence[SeatedTable], met: Meetings) -> SeatedTable:
    """The one that repeats the fewest partnerships, and none of the round just played."""
    allowed = (table for table in wanted if met.just_played.isdisjoint(table.pairs))
    # `min` takes the first among equals.
    return min(allowed, key=lambda table: repeats(table, met)[0])


def _say_why(found: Seating, tables: Iterable[SeatedTable]) -> Iterator[tuple[int, tuple[SeatReason, ...]]]:
    """The reasons of those at tables that are not paired by their standing alone."""
    for person in (person for table in tables for person in table.people):
        *how, with_whom = found.reasons[person]
        yield person, (*how, replace(with_whom, code=ReasonCode.REPEATS_AVOIDED))


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


SWISS = SwissFours("swiss")
SWISS_PAIRS = SwissPairs("swiss_pairs", fixed_pairs=True)


# Maximum matching in order of preference; this knows nothing of whist.

# Adjacency lists in order of preference; and a matching, entered for both of each two.
Graph = Mapping[int, Sequence[int]]
Matching = dict[int, int]


def best_first_matching(order: Sequence[int], graph: Graph) -> list[tuple[int, int]]:
    """A matching of as many as possible: the first in the order with the first they can have, then the next, and so on.

    Nobody is matched with a preferred one at the price of fewer matches in all.

    >>> best_first_matching([1, 2, 3, 4], {1: [2, 3], 2: [1, 3, 4], 3: [1, 2], 4: [2]})
    [(1, 3), (2, 4)]
    """
    matching: Matching = {}
    for one in order:
        if one not in matching:
            _augment(one, graph, matching, set())
    chosen, gone = [], set[int]()
    for one in order:
        if one in gone:
            continue
        for other in graph[one]:
            rest = None if other in gone else _without(one, other, graph, matching, gone)
            if rest is not None:
                matching = rest
                chosen.append((one, other))
                gone.add(other)
                break
        gone.add(one)
    return chosen


def _without(one: int, other: int, graph: Graph, matching: Matching, gone: Collection[int]) -> Matching | None:
    """The matching of the rest if these two are matched; None if that would cost a match."""
    rest = dict(matching)
    left = [mate for number in (one, other) if (mate := rest.pop(number, None)) is not None]
    if other in left:
        return rest
    for mate in left:
        del rest[mate]
    # With both mates left alone a match was lost: one of them must find another along an alternating path.
    lost = len(left) == 2
    if lost and not any(_augment(mate, graph, rest, {*gone, one, other}) for mate in left):
        return None
    return rest


def _augment(root: int, graph: Graph, matching: Matching, gone: Collection[int]) -> bool:
    """Augment the matching along an alternating path from `root`; False if there is none.

    Edmonds' blossom algorithm (1965): the tree grows from vertices at an even distance; a cycle of odd length is
    shrunk into its base, since every vertex of it can be reached by an even number of steps.
    """
    base = {number: number for number in graph}
    parent: dict[int, int] = {}
    even = [root]
    reached = {root}

    def common_base(one: int, other: int) -> int:
        above = set()
        while True:
            one = base[one]
            above.add(one)
            if one == root:
                break
            one = parent[matching[one]]
        while base[other] not in above:
            other = parent[matching[base[other]]]
        return base[other]

    def climb(number: int, stem: int, child: int) -> set[int]:
        """The bases between a vertex and the stem; parents along the way then point round the cycle as well."""
        blossom = set()
        while base[number] != stem:
            blossom |= {base[number], base[matching[number]]}
            parent[number] = child
            child = matching[number]
            number = parent[child]
        return blossom

    # The list grows while it is gone through.
    for one in even:
        for other in graph[one]:
            if other in gone or base[one] == base[other] or matching.get(one) == other:
                continue
            if other in reached:
                stem = common_base(one, other)
                blossom = climb(one, stem, other) | climb(other, stem, one)
                for number in [number for number in graph if base[number] in blossom]:
                    base[number] = stem
                    if number not in reached:
                        reached.add(number)
                        even.append(number)
            elif other not in parent:
                parent[other] = one
                if other not in matching:
                    _exchange(other, parent, matching)
                    return True
                reached.add(matching[other])
                even.append(matching[other])
    return False


def _exchange(end: int | None, parent: Mapping[int, int], matching: Matching) -> None:
    """Swap matched and unmatched edges along the path that ends here."""
    while end is not None:
        before = parent[end]
        following = matching.get(before)
        matching[end], matching[before] = before, end
        end = following

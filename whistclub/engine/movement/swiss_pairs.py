"""Swiss pairs: fixed pairs meet pairs of equal standing, none a second time as long as possible (RULES.md §2.5)."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from whistclub.engine.movement.partners import meetings
from whistclub.engine.movement.protocol import (
    ONLY_MAX_TABLES,
    CardLine,
    Pair,
    PlayedRound,
    SeatedTable,
    Seating,
    SeatingInput,
    table_of,
)
from whistclub.engine.movement.seating import bench_of_draw, drawn, seating
from whistclub.engine.movement.sitting_out import SEATS, choose_bench
from whistclub.engine.movement.swiss_fours import by_standing, standing_order
from whistclub.engine.problems import Problem, ProblemCode

# Who may play whom, the most wanted first; and who plays whom, entered for both.
Graph = Mapping[int, Sequence[int]]
Matching = dict[int, int]


@dataclass(frozen=True, slots=True)
class SwissPairs:
    """The movement."""

    key: str = "swiss_pairs"
    fixed_pairs: bool = True
    needs_winners: bool = False
    has_top_table: bool = False
    policy_fields: frozenset[str] = ONLY_MAX_TABLES

    def card_lines(self, table: int, tables: int) -> tuple[CardLine, ...]:
        return ()

    def problem(self, people: int, rounds: int | None) -> Problem | None:
        return pairs_problem(people)

    def seat(self, field: SeatingInput, history: Sequence[PlayedRound]) -> Seating:
        order = {person: number for number, person in enumerate(standing_order(field, history))}
        pairs = sorted(field.pairs, key=lambda pair: min(order[person] for person in pair))
        rank = {person: number for number, pair in enumerate(pairs, start=1) for person in pair}
        if history:
            # Among the pairs whose turn it is to sit out, the worst-placed do.
            bench = choose_bench(field, history, key=lambda person: (-rank.get(person, 0),), by_pairs=True)
        else:
            bench = bench_of_draw(field, by_pairs=True)
        tables = opponents([pair for pair in pairs if pair[0] not in bench], history)
        return seating(field, history, tables, bench, by_standing(rank) if history else drawn, by_pairs=True)


def pairs_problem(people: int) -> Problem | None:
    """Why so many people cannot play in fixed pairs; None when they can."""
    if people < SEATS:
        return Problem(ProblemCode.TOO_FEW_PEOPLE, "people", found=people, minimum=SEATS)
    return Problem(ProblemCode.ODD_PEOPLE, "people", found=people) if people % 2 else None


def opponents(pairs: Sequence[Pair], history: Sequence[PlayedRound]) -> tuple[SeatedTable, ...]:
    """Who plays whom of pairs that fill the tables, best first.

    As few rematches as possible, these among those who have met least; within that the best pair has the best opponent
    it can have, then the next one, and so on.
    """
    met = _times_met(pairs, history)
    waiting = list(range(len(pairs)))
    chosen: list[tuple[int, int]] = []
    often = 0
    while waiting:
        graph = {
            one: [other for other in waiting if other != one and met[one].get(other, 0) <= often] for one in waiting
        }
        chosen += _top_down(waiting, graph)
        paired = {number for match in chosen for number in match}
        waiting = [number for number in waiting if number not in paired]
        often += 1
    return tuple(table_of(pairs[one], pairs[other]) for one, other in sorted(chosen))


def _times_met(pairs: Sequence[Pair], history: Sequence[PlayedRound]) -> list[dict[int, int]]:
    """For every pair the numbers of those it has met, and how often; with other partners it counts as well."""
    number_of = {person: number for number, pair in enumerate(pairs) for person in pair}
    met: list[dict[int, int]] = [{} for _pair in pairs]
    for (a, b), times in meetings(history).opponents.items():
        one, other = number_of.get(a), number_of.get(b)
        if one is not None and other is not None and one != other:
            met[one][other] = met[other][one] = max(times, met[one].get(other, 0))
    return met


def _top_down(order: Sequence[int], graph: Graph) -> list[tuple[int, int]]:
    """A largest possible matching, the first in the order with the first possible in the graph, and so on."""
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
    """The matching of the rest if these two play each other; None if then fewer could play than might."""
    rest = dict(matching)
    left = [mate for number in (one, other) if (mate := rest.pop(number, None)) is not None]
    if other in left:
        return rest
    for mate in left:
        del rest[mate]
    # With both mates on their own a table was lost: one of them must find another opponent by exchanges.
    lost = len(left) == 2
    if lost and not any(_augment(mate, graph, rest, {*gone, one, other}) for mate in left):
        return None
    return rest


def _augment(root: int, graph: Graph, matching: Matching, gone: Collection[int]) -> bool:
    """Find `root` somebody to play by exchanges along a path, and enter them; False if there is no such path.

    Edmonds' search (1965): of people reached by an even number of steps the tree grows; a cycle of odd length is
    shrunk into its base, for all of it can be reached by an even number of steps.
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
        """The part of a cycle between a person and its base; its parents point the other way round as well."""
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
    """Along the path that ends here: whoever was not to play each other now do."""
    while end is not None:
        before = parent[end]
        following = matching.get(before)
        matching[end], matching[before] = before, end
        end = following


SWISS_PAIRS = SwissPairs()

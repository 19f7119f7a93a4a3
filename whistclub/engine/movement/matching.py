"""Maximum matching in order of preference, by Edmonds' blossom algorithm; knows nothing of whist."""

from collections.abc import Collection, Mapping, Sequence

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

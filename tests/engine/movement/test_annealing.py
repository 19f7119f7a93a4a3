"""The search for the cheapest tables."""

from itertools import count

from hypothesis import given
from hypothesis import strategies as st

from tests.engine.builders import LAW
from whistclub.engine.movement.annealing import STEPS, cheapest
from whistclub.engine.movement.rng import generator


def nothing(people):
    return [[0] * people for _ in range(people)]


def symmetric(people, lot, most):
    costs = nothing(people)
    for one in range(people):
        for other in range(one):
            costs[one][other] = costs[other][one] = lot.randint(0, most)
    return costs


def total(order, mates, foes):
    """Counted the long way, to check the search's own sums."""
    cost = 0
    for first in range(0, len(order), 4):
        a, b, c, d = order[first : first + 4]
        cost += mates[a][b] + mates[c][d] + sum(foes[x][y] for x in (a, b) for y in (c, d))
    return cost


@LAW
@given(st.integers(1, 6), st.integers(0, 99), st.sampled_from([1, 10, 1000]))
def test_the_search_keeps_the_people_and_never_raises_the_cost(tables, seed, most):
    people = 4 * tables
    mates, foes = symmetric(people, generator(seed, 1), most), symmetric(people, generator(seed, 2), most)
    found = cheapest(list(range(people)), mates, foes, generator(seed).random)
    assert sorted(found) == list(range(people))
    assert total(found, mates, foes) <= total(range(people), mates, foes)


def test_the_best_of_the_three_pairings_of_one_table_is_found():
    mates, foes = nothing(4), nothing(4)
    for one, other, cost in ((0, 1, 5), (2, 3, 5), (0, 2, 3), (1, 3, 3), (0, 3, 2), (1, 2, 2)):
        mates[one][other] = mates[other][one] = cost
    assert total(cheapest([0, 1, 2, 3], mates, foes, generator(1).random), mates, foes) == 4


def test_the_only_free_tables_of_twelve_are_found():
    """Only people equal modulo three may sit together."""
    costs = [[5 * (one % 3 != other % 3) for other in range(12)] for one in range(12)]
    found = cheapest(list(range(12)), costs, costs, generator(1).random)
    assert total(found, costs, costs) == 0


def test_the_search_ends_at_once_where_nothing_costs():
    def draw():
        raise AssertionError("a step was made")

    assert cheapest([3, 1, 2, 0], nothing(4), nothing(4), draw) == [3, 1, 2, 0]


def test_the_search_is_limited_by_steps_not_time():
    draws, lot, ones = count(), generator(1), [[1] * 8 for _ in range(8)]

    def draw():
        next(draws)
        return lot.random()

    cheapest(range(8), ones, ones, draw)
    assert 2 * STEPS <= next(draws) <= 3 * STEPS

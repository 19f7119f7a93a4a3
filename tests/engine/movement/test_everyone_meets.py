"""Everyone meets as the search seats them, by itself and in the groups of a final."""

from itertools import count
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.builders import LAW
from tests.engine.movement.evenings import evening, plan
from whistclub.engine.movement.everyone_meets import (
    FINALS,
    MEETS,
    STEPS,
    FinalsReason,
    cheapest,
    rounds_before,
    tables_of_groups,
)
from whistclub.engine.movement.protocol import PlayedRound, ReasonCode, SeatingInput, SeatReason, table_of
from whistclub.engine.movement.schedules import design_is_better
from whistclub.engine.movement.seating import generator

# People, rounds; then the most repeats allowed of opponents (RULES.md §2.6, with a little room for other seeds).
QUALITY = [
    (14, 12, 57),
    (16, 6, 3),
    (18, 12, 43),
    (20, 8, 5),
    (22, 12, 23),
    (24, 12, 27),
    (30, 12, 4),
    (32, 12, 4),
    (40, 12, 0),
    (50, 12, 0),
    (100, 12, 0),
    (103, 12, 0),
]


@pytest.mark.parametrize("people, rounds, most", QUALITY)
def test_nobody_partners_anybody_again_and_few_oppose_again(people, rounds, most):
    planned = plan(MEETS, people, rounds, people)
    assert planned.partners_again == 0
    assert planned.opponents_again <= most


@pytest.mark.parametrize("people, rounds", [(8, 7), (9, 9), (12, 11), (13, 12), (16, 12), (17, 15), (20, 19)])
def test_close_to_a_complete_tournament_the_design_is_used(people, rounds):
    planned = plan(MEETS, people, rounds, 5)
    assert (planned.partners_again, planned.opponents_often) == (0, 0)
    seating = MEETS.seat(SeatingInput(tuple(range(people)), rounds=rounds), evening(MEETS, people, rounds, 5)[:-1])
    assert any(reason.code is ReasonCode.DESIGN for reasons in seating.reasons.values() for reason in reasons)


def test_the_design_is_not_played_for_a_short_evening_or_one_of_unknown_length():
    assert design_is_better(12, 9)
    assert not design_is_better(12, 8)
    assert not design_is_better(12, 12)
    assert not design_is_better(12, None)
    assert not design_is_better(14, 13)


def test_the_first_round_is_drawn_and_the_last_drawn_sits_out():
    seating = MEETS.seat(SeatingInput((5, 1, 4, 2, 8, 7, 6, 3, 9)), ())
    assert seating.tables == (table_of((1, 5), (2, 4)), table_of((3, 6), (7, 8)))
    assert seating.sitting_out == (9,)
    assert seating.reasons[5] == (SeatReason(ReasonCode.DRAWN), SeatReason(ReasonCode.NEW_PARTNER, other=1, count=0))
    assert seating.reasons[9] == (SeatReason(ReasonCode.SITS_OUT, count=0),)


def test_a_hundred_tables_become_mixed_after_an_unmixed_evening():
    people = tuple(range(400))
    groups = {person: "red" if person % 2 else "blue" for person in people}
    history = evening(MEETS, 400, 12, 1)
    seating = MEETS.seat(SeatingInput(people, groups=groups), history)
    assert len(seating.tables) == 100
    assert all(groups[one] != groups[other] for table in seating.tables for one, other in table.pairs)


@pytest.mark.parametrize(
    "tables, sizes",
    [
        (1, [1]),
        (2, [1, 1]),
        (3, [1, 2]),
        (6, [3, 3]),
        (7, [3, 4]),
        (8, [4, 4]),
        (9, [3, 3, 3]),
        (13, [3, 3, 3, 4]),
        (100, [4] * 25),
    ],
)
def test_groups_have_up_to_four_tables_and_the_final_is_never_the_largest(tables, sizes):
    assert tables_of_groups(tables) == sizes


def test_the_groups_are_made_after_half_of_the_rounds():
    assert [rounds_before(rounds) for rounds in (1, 2, 5, 6, None)] == [1, 1, 3, 3, 3]
    played = evening(FINALS, 24, 6, 1)
    assert played[:3] == evening(MEETS, 24, 6, 1)[:3]
    assert played[3] != evening(MEETS, 24, 6, 1)[3]


def play(people, rounds, seed, ranking=None):
    """An evening with some ranking, and all seatings."""
    lot, history, seatings = Random(seed), [], []
    for _number in range(rounds):
        order = ranking or tuple(lot.sample(range(people), people))
        field = SeatingInput(tuple(range(people)), ranking=tuple(order), rounds=rounds)
        seatings.append(FINALS.seat(field, history))
        history.append(PlayedRound(seatings[-1].tables, seatings[-1].sitting_out, (0,) * len(seatings[-1].tables)))
    return history, seatings


@pytest.mark.parametrize("people", [8, 12, 28, 40, 100])
def test_the_best_play_the_final_and_every_group_keeps_to_itself(people):
    best_first = tuple(reversed(range(people)))
    history, seatings = play(people, 6, 3, best_first)
    sizes = tables_of_groups(people // 4)
    first = 4 * sizes[0]
    for seating in seatings[3:]:
        final = {person for table in seating.tables[: sizes[0]] for person in table.people}
        assert final == set(best_first[:first])
        assert {seating.reasons[person][0].code for person in final} == {FinalsReason.IN_FINAL}
    groups = FINALS.divisions(best_first, history, 6)
    assert [sum(group == number for group in groups.values()) for number in range(len(sizes))] == [
        4 * size for size in sizes
    ]


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


def test_the_only_free_tables_of_twelve_are_found():
    """Only people equal modulo three may sit together."""
    costs = [[5 * (one % 3 != other % 3) for other in range(12)] for one in range(12)]
    found = cheapest(list(range(12)), costs, costs, generator(1).random)
    assert total(found, costs, costs) == 0


def test_the_search_is_limited_by_steps_not_time():
    draws, lot, ones = count(), generator(1), [[1] * 8 for _ in range(8)]

    def draw():
        next(draws)
        return lot.random()

    cheapest(range(8), ones, ones, draw)
    assert 2 * STEPS <= next(draws) <= 3 * STEPS

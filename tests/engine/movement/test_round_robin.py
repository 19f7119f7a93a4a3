"""Round robin: every pair meets every other once, despite arrivals and departures."""

from itertools import combinations

import pytest

from tests.engine.movement.evenings import evening, plan
from whistclub.engine.movement.partners import meetings
from whistclub.engine.movement.protocol import PlayedRound, Policy, ReasonCode, SeatingInput, SeatReason, table_of
from whistclub.engine.movement.round_robin import ROUND_ROBIN, rounds_of
from whistclub.engine.problems import Problem, ProblemCode


def pair(number):
    return (2 * number, 2 * number + 1)


def field(count, **more):
    pairs = tuple(pair(number) for number in range(count))
    return SeatingInput(tuple(range(2 * count)), pairs=pairs, **more)


def matches(history):
    """Who played whom, as numbers of pairs."""
    return [(table.pairs[0][0] // 2, table.pairs[1][0] // 2) for played in history for table in played.tables]


@pytest.mark.parametrize("pairs", [2, 3, 4, 5, 6, 7, 8, 11, 16])
def test_in_a_complete_round_robin_every_pair_meets_every_other_once(pairs):
    history = evening(ROUND_ROBIN, 2 * pairs, rounds_of(pairs), 3)
    assert sorted(matches(history)) == list(combinations(range(pairs), 2))
    sit_outs_by_round = [played.sitting_out for played in history]
    assert len(set(sit_outs_by_round)) == (pairs if pairs % 2 else 1)


def test_after_all_rounds_the_circle_repeats():
    history = evening(ROUND_ROBIN, 12, 10, 3)
    assert [one.tables for one in history[5:]] == [one.tables for one in history[:5]]
    seating = ROUND_ROBIN.seat(field(6), history)
    assert seating.reasons[0][0] == SeatReason(ReasonCode.CIRCLE, count=1)


def test_people_are_told_the_round_and_the_partner():
    history = evening(ROUND_ROBIN, 10, 2, 3)
    seating = ROUND_ROBIN.seat(field(5), history)
    one = seating.tables[0].pairs[0][0]
    assert seating.reasons[one] == (
        SeatReason(ReasonCode.CIRCLE, count=3),
        SeatReason(ReasonCode.FIXED_PARTNER, other=one + 1),
    )
    sitting_out = seating.sitting_out[0]
    assert seating.reasons[sitting_out] == (SeatReason(ReasonCode.PAIR_SITS_OUT, other=sitting_out + 1, count=0),)


def rounds_until_all_have_met(count, history):
    history = list(history)
    before = len(history)
    while not set(combinations(range(count), 2)) <= set(matches(history)):
        seating = ROUND_ROBIN.seat(field(count), history)
        assert {reason.code for reason, *_ in seating.reasons.values()} <= {ReasonCode.MEETS, ReasonCode.PAIR_SITS_OUT}
        history.append(PlayedRound(seating.tables, seating.sitting_out))
    return len(history) - before


@pytest.mark.parametrize("before, rounds, after", [(6, 3, 8), (10, 4, 12), (8, 3, 10), (6, 3, 7)])
def test_after_pairs_arrive_all_meet_as_early_as_possible(before, rounds, after):
    history = evening(ROUND_ROBIN, 2 * before, rounds, 3)
    assert rounds_until_all_have_met(after, history) == after - 1


@pytest.mark.parametrize("before, rounds, after", [(6, 2, 5), (10, 4, 9), (12, 5, 11), (12, 3, 10)])
def test_after_pairs_leave_all_meet_within_two_rounds_of_the_minimum(before, rounds, after):
    history = evening(ROUND_ROBIN, 2 * before, rounds, 3)
    missing = set(combinations(range(after), 2)) - set(matches(history))
    fewest = -(-len(missing) // (after // 2))
    assert rounds_until_all_have_met(after, history) <= fewest + 2


def test_a_swap_ends_the_round_robin_circle():
    history = list(evening(ROUND_ROBIN, 8, 2, 3))
    (first, second), swapped = history[1].tables, []
    for one, other in ((first.pairs[0], second.pairs[0]), (first.pairs[1], second.pairs[1])):
        swapped.append(table_of(one, other))
    history[1] = PlayedRound(tuple(swapped))
    assert ROUND_ROBIN.seat(field(4), history).reasons[0][0].code is ReasonCode.MEETS


def test_with_too_few_tables_pairs_sit_out_in_turn_and_meet_as_many_as_they_can():
    planned = plan(ROUND_ROBIN, 16, 9, 3, Policy(max_tables=3))
    assert planned.tables == 3
    assert planned.sits_out == (2, 3)
    history = evening(ROUND_ROBIN, 16, 9, 3, Policy(max_tables=3))
    assert len(set(matches(history))) >= 25


def test_partners_are_never_split():
    partners = meetings(evening(ROUND_ROBIN, 22, 15, 1)).partners
    assert set(partners) == {pair(number) for number in range(11)}


def test_pairs_need_four_people_and_one_may_have_no_partner():
    assert ROUND_ROBIN.problem(2, None) == Problem(ProblemCode.TOO_FEW_PEOPLE, "people", found=2, minimum=4)
    assert ROUND_ROBIN.problem(9, None) is None
    assert ROUND_ROBIN.problem(12, 40) is None

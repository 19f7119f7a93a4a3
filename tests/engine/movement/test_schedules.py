"""The stored designs are checked by counting, every one of them (RULES.md §2.6); in a round robin all pairs meet."""

from collections import Counter
from itertools import combinations, product

import pytest

from tests.engine.movement.evenings import evening, plan
from whistclub.engine.movement.everyone_meets import MEETS, WHIST
from whistclub.engine.movement.partners import meetings
from whistclub.engine.movement.protocol import PlayedRound, ReasonCode, SeatingInput, pair_of
from whistclub.engine.movement.schedules import ROUND_ROBIN, circle_rounds, design_round, design_rounds, next_of_design
from whistclub.engine.movement.seating import fours

# Their rounds are written out, and 24 are enough for an evening.
CUT_SHORT = (64, 69, 72, 80, 81, 84, 92, 93, 96, 100)

SIZES = [people for people in range(120) if design_rounds(people)]


def design(people):
    """All the rounds there are."""
    return [design_round(people, number) for number in range(1, design_rounds(people) + 1)]


def counted(rounds):
    partners, opponents = Counter(), Counter()
    for table in (table for tables in rounds for table in tables):
        one, other = table.pairs
        partners.update([one, other])
        opponents.update(pair_of(a, b) for a, b in product(one, other))
    return partners, opponents


def played(tables, people):
    seated = {person for table in tables for person in table.people}
    return PlayedRound(tuple(tables), tuple(sorted(set(people) - seated)))


def by_design(people, rounds):
    """A first round as people came, then the design's rounds."""
    history = [played(fours(people[: len(people) // 4 * 4]), people)]
    while len(history) < rounds:
        history.append(played(next_of_design(people, history), people))
    return history


def test_there_is_a_design_for_every_4n_and_4n_plus_1_from_4_to_101():
    assert [people for people in range(4, 102) if people % 4 < 2] == SIZES


@pytest.mark.parametrize("people", SIZES)
def test_a_design_has_all_its_rounds_unless_they_are_written_out(people):
    assert design_rounds(people) == (24 if people in CUT_SHORT else people if people % 4 else people - 1)
    assert len(design(people)) == design_rounds(people)


@pytest.mark.parametrize("people", SIZES)
def test_nobody_partners_anybody_twice_or_opposes_anybody_three_times_and_in_the_end_all_are_equal(people):
    partners, opponents = counted(design(people))
    assert max(partners.values()) == 1
    assert max(opponents.values()) <= 2
    if people not in CUT_SHORT:
        every_pair = set(combinations(range(people), 2))
        assert set(partners) == set(opponents) == every_pair
        assert set(opponents.values()) == {2}


def test_a_departure_or_arrival_ends_the_design():
    history = by_design(range(9), 2)
    assert next_of_design(range(9), history) is not None
    assert next_of_design(range(8), history) is None
    assert next_of_design([*range(8), 9], history) is None
    assert next_of_design(range(12), history) is None


def whys(seating):
    return {reason.code for reasons in seating.reasons.values() for reason in reasons}


@pytest.mark.parametrize("people, rounds", [(4, 3), (5, 5), (8, 7), (9, 9), (12, 11), (13, 13), (28, 27), (29, 29)])
def test_in_a_complete_tournament_all_are_partners_once_and_opponents_twice(people, rounds):
    met = meetings(evening(WHIST, people, rounds, 4))
    every_pair = people * (people - 1) // 2
    assert len(met.partners) == len(met.opponents) == every_pair
    assert set(met.partners.values()) == {1}
    assert set(met.opponents.values()) == {2}


@pytest.mark.parametrize("people", [69, 96, 100])
def test_the_first_24_rounds_of_a_partial_design_repeat_no_partner(people):
    planned = plan(WHIST, people, 24, 1)
    assert (planned.partners_again, planned.opponents_often, WHIST.problem(people, 25).maximum) == (0, 0, 24)


def test_after_a_player_leaves_the_evening_continues_as_everyone_meets():
    history = evening(WHIST, 13, 3, 1)
    field = SeatingInput(tuple(range(12)), seed=1)
    assert WHIST.seat(field, history) == MEETS.seat(field, history)
    assert ReasonCode.MEETS in whys(WHIST.seat(field, history))


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
    history = evening(ROUND_ROBIN, 2 * pairs, circle_rounds(pairs), 3)
    assert sorted(matches(history)) == list(combinations(range(pairs), 2))
    sit_outs_by_round = [played.sitting_out for played in history]
    assert len(set(sit_outs_by_round)) == (pairs if pairs % 2 else 1)


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

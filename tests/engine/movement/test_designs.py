"""The stored designs are checked by counting, every one of them (RULES.md §2.6)."""

from collections import Counter
from itertools import combinations, product

import pytest

from tests.engine.movement.evenings import evening, plan
from whistclub.engine.movement.everyone_meets import MEETS, WHIST
from whistclub.engine.movement.partners import meetings
from whistclub.engine.movement.protocol import PlayedRound, ReasonCode, SeatingInput, pair_of
from whistclub.engine.movement.schedules import design_round, design_rounds, next_of_design
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

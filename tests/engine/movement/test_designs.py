"""The stored designs are checked by counting, every one of them (RULES.md §2.6)."""

from collections import Counter
from itertools import combinations, product

import pytest

from whistclub.engine.movement.designs import design_round, next_tables, rounds_of
from whistclub.engine.movement.protocol import PlayedRound, pair_of, table_of
from whistclub.engine.movement.seating import fours

# Their rounds are written out, and 24 are enough for an evening.
CUT_SHORT = (64, 69, 72, 80, 81, 84, 92, 93, 96, 100)

SIZES = [people for people in range(120) if rounds_of(people)]


def design(people):
    """All the rounds there are."""
    return [design_round(people, number) for number in range(1, rounds_of(people) + 1)]


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


def evening(people, rounds):
    """A first round as people came, then the design's rounds."""
    history = [played(fours(people[: len(people) // 4 * 4]), people)]
    while len(history) < rounds:
        history.append(played(next_tables(people, history), people))
    return history


def test_there_is_a_design_for_every_4n_and_4n_plus_1_from_4_to_101():
    assert [people for people in range(4, 102) if people % 4 < 2] == SIZES


@pytest.mark.parametrize("people", SIZES)
def test_a_design_has_all_its_rounds_unless_they_are_written_out(people):
    assert rounds_of(people) == (24 if people in CUT_SHORT else people if people % 4 else people - 1)
    assert len(design(people)) == rounds_of(people)


@pytest.mark.parametrize("people", SIZES)
def test_every_round_seats_everyone_or_all_but_one(people):
    for tables in design(people):
        seated = [person for table in tables for person in table.people]
        assert len(set(seated)) == len(seated) == people // 4 * 4
        assert set(seated) <= set(range(people))


@pytest.mark.parametrize("people", SIZES)
def test_nobody_partners_anybody_twice_or_opposes_anybody_three_times_and_in_the_end_all_are_equal(people):
    partners, opponents = counted(design(people))
    assert max(partners.values()) == 1
    assert max(opponents.values()) <= 2
    if people not in CUT_SHORT:
        every_pair = set(combinations(range(people), 2))
        assert set(partners) == set(opponents) == every_pair
        assert set(opponents.values()) == {2}


@pytest.mark.parametrize("people", [people for people in SIZES if people % 4])
def test_nobody_sits_out_twice(people):
    sit_outs_by_round = [
        set(range(people)) - {person for table in tables for person in table.people} for tables in design(people)
    ]
    assert len({person for (person,) in sit_outs_by_round}) == len(sit_outs_by_round)


@pytest.mark.parametrize("people", [4, 5, 8, 9, 12, 13, 64, 69])
def test_an_evening_with_substituted_people_follows_the_design_to_its_end(people):
    guests = range(100, 100 + people)
    history = evening(guests, 1)
    while (tables := next_tables(guests, history)) is not None:
        history.append(played(tables, guests))
    assert len(history) == rounds_of(people)
    partners, opponents = counted(one.tables for one in history)
    assert max(partners.values()) == 1
    assert max(opponents.values()) <= 2


def test_a_swap_in_the_first_round_does_not_end_the_design():
    first = design_round(8, 1)
    (a, b), (c, d) = (first[0].pairs[0], first[1].pairs[0])
    swapped = (table_of((a, c), first[0].pairs[1]), table_of((b, d), first[1].pairs[1]))
    assert next_tables(range(8), [played(swapped, range(8))]) is not None


def test_a_swap_in_a_later_round_ends_the_design():
    history = evening(range(8), 3)
    one, other = history[1].tables
    (a, b), (c, d) = one.pairs
    history[1] = played([table_of((a, c), (b, d)), other], range(8))
    assert next_tables(range(8), history) is None


def test_a_departure_or_arrival_ends_the_design():
    history = evening(range(9), 2)
    assert next_tables(range(9), history) is not None
    assert next_tables(range(8), history) is None
    assert next_tables([*range(8), 9], history) is None
    assert next_tables(range(12), history) is None


def test_a_substitute_ends_the_design():
    history = evening(range(9), 2)
    (spare,) = history[1].sitting_out
    one, other = history[1].tables
    history[1] = PlayedRound((table_of((spare, one.pairs[0][1]), one.pairs[1]), other), (spare,))
    assert next_tables(range(9), history) is None

"""Where the tables of a seating are played: people who stay keep table and chair, and nothing else changes."""

from random import Random

import pytest

from whistclub.engine.movement.places import FixedSeat, Place, places

FOURS = [(1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12)]


def evening(seed):
    """A seating of some tables, the tables in use (some numbers are missing), and people who stay."""
    chance = Random(seed)
    count = chance.randint(1, 8)
    people = chance.sample(range(1, 100), 4 * count)
    seated = [tuple(people[start : start + 4]) for start in range(0, len(people), 4)]
    in_use = sorted(chance.sample(range(1, 13), 10))
    wanted = chance.sample([*people, 500, 501], min(len(people), chance.randint(0, 4)))
    fixed = {person: FixedSeat(chance.choice(in_use), chance.choice([None, 0, 1, 2, 3])) for person in wanted}
    return seated, in_use, fixed


def circle(chairs):
    """Who is opposite whom at a table."""
    return {frozenset(chairs[0::2]), frozenset(chairs[1::2])}


@pytest.mark.parametrize("seed", range(300))
def test_the_laws_of_places_hold(seed):
    seated, in_use, fixed = evening(seed)
    usual = in_use[: len(seated)]
    found = places(seated, usual, fixed)
    tables = [place.table for place in found]
    assert len(set(tables)) == len(seated)
    assert set(tables) <= set(in_use)
    assert [circle(place.chairs) for place in found] == [circle(chairs) for chairs in seated]
    at = {person: place for place in found for person in place.chairs}
    kept = {person for person, seat in fixed.items() if person in at and at[person].table == seat.table}
    taken = {at[person].table for person in kept}
    for place, table in zip(found, usual, strict=True):
        # A table moves only with somebody who stays, or to make room for them.
        assert place.table == table or kept & set(place.chairs) or table in taken
    for person, seat in fixed.items():
        if person in at and person not in kept:
            # Somebody who registered before keeps the table where they play, or the one they want.
            rivals = kept & set(at[person].chairs) | {each for each in kept if at[each].table == seat.table}
            assert any(list(fixed).index(each) < list(fixed).index(person) for each in rivals)


@pytest.mark.parametrize("seed", range(100))
def test_without_wishes_everything_stays(seed):
    seated, in_use, _fixed = evening(seed)
    usual = in_use[: len(seated)]
    expected = tuple(Place(table, chairs) for table, chairs in zip(usual, seated, strict=True))
    assert places(seated, usual, {}) == expected


@pytest.mark.parametrize("seed", range(100))
def test_one_who_stays_always_keeps_table_and_chair(seed):
    seated, in_use, _fixed = evening(seed)
    for person in seated[-1]:
        for table in in_use:
            for chair in range(4):
                found = places(seated, in_use[: len(seated)], {person: FixedSeat(table, chair)})
                assert next(p.chairs[chair] for p in found if p.table == table) == person


def test_the_table_that_would_be_there_takes_the_free_one():
    assert [place.table for place in places(FOURS, [1, 2, 3], {9: FixedSeat(1)})] == [3, 2, 1]


def test_a_table_that_the_round_would_not_use_is_used_for_one_who_stays_there():
    assert [place.table for place in places(FOURS, [1, 2, 3], {5: FixedSeat(7)})] == [1, 7, 3]


def test_two_who_meet_play_at_the_table_of_the_first():
    assert [place.table for place in places(FOURS, [1, 2, 3], {2: FixedSeat(3), 1: FixedSeat(2)})] == [3, 2, 1]


@pytest.mark.parametrize("other", [2, 3, 4])
def test_two_at_their_table_keep_both_chairs_as_partners_or_neighbours_on_either_side(other):
    chairs = {2: (1, 3), 3: (2,), 4: (1, 3)}[other]
    for chair in chairs:
        (place,) = places(FOURS[:1], [1], {1: FixedSeat(1, 0), other: FixedSeat(1, chair)})
        assert (place.chairs[0], place.chairs[chair]) == (1, other)


def test_of_two_who_want_one_chair_the_first_gets_it():
    (place,) = places(FOURS[:1], [1], {3: FixedSeat(1, 0), 1: FixedSeat(1, 0)})
    assert place.chairs[0] == 3

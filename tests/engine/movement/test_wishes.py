"""Wishes are granted by swaps, and people who stay keep table and chair: nobody is lost, and nothing else changes."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from whistclub.engine.movement.catalogue import MOVEMENTS
from whistclub.engine.movement.protocol import ReasonCode, SeatedTable, Seating, SeatingInput
from whistclub.engine.movement.wishes import FixedSeat, Wish, WishKind, granted, is_kept, places


def some_seating(seed):
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


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 2**32))
def test_the_laws_of_places_hold(seed):
    seated, in_use, fixed = some_seating(seed)
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


APART = WishKind.APART
BEFORE = Seating(
    (SeatedTable((1, 2, 3, 4)), SeatedTable((5, 6, 7, 8)), SeatedTable((9, 10, 11, 12))),
    (13,),
    dict.fromkeys(range(1, 14), ()),
)


def after(*wishes, **more):
    found = granted(BEFORE, wishes, (), **more)
    return [set(table.chairs) for table in found.tables], found


def moved(found, number):
    """Those at a table who did not sit there before."""
    return set(found.tables[number].chairs) - set(BEFORE.tables[number].chairs)


def test_two_people_are_kept_apart_by_a_swap_with_the_next_table():
    tables, found = after(Wish(1, 3, APART))
    assert not any({1, 3} <= people for people in tables)
    assert tables[2] == {9, 10, 11, 12}
    assert [len(moved(found, number)) for number in range(3)] == [1, 1, 0]
    assert all(found.reasons[who][0].code is ReasonCode.PLACED for number in (0, 1) for who in moved(found, number))


def test_fixed_pairs_swap_as_pairs_and_partners_cannot_be_kept_apart():
    tables, found = after(Wish(1, 2, APART), by_pairs=True)
    assert {1, 3} <= tables[0] or {1, 3} <= tables[1]
    assert all({pair for table in found.tables for pair in table.sides} & {(1, 3), (2, 4)} for _each in tables)
    assert granted(BEFORE, [Wish(1, 3, APART)], (), by_pairs=True) is BEFORE


@pytest.mark.parametrize("movement", MOVEMENTS.values(), ids=MOVEMENTS)
@given(seed=st.integers(0, 10_000), tables=st.integers(1, 8), count=st.integers(0, 6))
@settings(max_examples=12, deadline=None)
def test_wishes_lose_nobody_and_make_no_wish_worse(movement, seed, tables, count):
    lot = Random(seed)
    people = tuple(range(1, 4 * tables + 1))
    pairs = tuple((one, one + 1) for one in people[::2]) if movement.fixed_pairs else ()
    before = movement.seat(SeatingInput(people, pairs=pairs, ranking=people, seed=seed), ())
    wishes = [Wish(*lot.sample(people, 2), lot.choice(list(WishKind))) for _wish in range(count)]
    found = granted(before, wishes, (), by_pairs=movement.fixed_pairs)
    seats = [table.chairs for table in found.tables]
    assert sorted(who for chairs in seats for who in chairs) == sorted(who for t in before.tables for who in t.chairs)
    assert found.sitting_out == before.sitting_out
    assert set(found.reasons) == set(before.reasons)
    if movement.fixed_pairs:
        assert {pair for table in found.tables for pair in table.sides} == set(pairs)
    kept = [[is_kept(wish, at) for wish in wishes] for at in ([t.chairs for t in before.tables], seats)]
    assert sum(kept[1]) >= sum(kept[0])
    # A lonely wish is kept if there is another table, but for partners who stay together.
    if len(wishes) == 1 and tables > 1 and (wishes[0].one, wishes[0].other) not in [*pairs, *(p[::-1] for p in pairs)]:
        assert is_kept(wishes[0], seats)
    if not wishes:
        assert found is before

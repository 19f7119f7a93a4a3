"""Two people apart or at one table: one swap grants a wish, and without wishes nothing changes."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from whistclub.engine.movement.catalogue import MOVEMENTS
from whistclub.engine.movement.protocol import ReasonCode, SeatedTable, Seating, SeatingInput
from whistclub.engine.movement.wishes import Wish, WishKind, granted, is_kept

APART, TOGETHER = WishKind.APART, WishKind.TOGETHER
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


def test_two_people_come_to_one_table():
    tables, _found = after(Wish(1, 12, TOGETHER))
    assert any({1, 12} <= people for people in tables)


def test_nobody_moves_for_a_wish_that_is_kept_or_about_a_player_who_sits_out():
    assert granted(BEFORE, [Wish(1, 5, APART), Wish(1, 2, TOGETHER), Wish(1, 13, TOGETHER)], ()) is BEFORE


def test_a_wish_never_costs_another_one():
    tables, _found = after(Wish(1, 2, TOGETHER), Wish(1, 5, TOGETHER), Wish(2, 5, APART))
    assert {1, 2} <= tables[0]
    assert 5 not in tables[0]


def test_only_people_of_one_group_swap():
    groups = {who: "ab"[who % 2] for who in range(1, 14)}
    _tables, found = after(Wish(1, 3, APART), groups=groups)
    assert len({groups[who] for number in range(3) for who in moved(found, number)}) == 1


def test_only_people_of_one_division_swap():
    tables, found = after(Wish(5, 7, APART), divisions=(0, 1, 1))
    assert tables[0] == {1, 2, 3, 4}
    assert [len(moved(found, number)) for number in range(3)] == [0, 1, 1]
    assert after(Wish(1, 3, APART), divisions=(0, 1, 1))[0][0] == {1, 2, 3, 4}


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

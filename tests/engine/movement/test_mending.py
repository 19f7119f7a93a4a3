"""A seating changed by hand, after people came and left: everybody is in it, and as few as possible move."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from whistclub.engine.movement.catalogue import MOVEMENTS
from whistclub.engine.movement.finals import FINALS
from whistclub.engine.movement.mending import mended
from whistclub.engine.movement.protocol import (
    PlayedRound,
    Policy,
    ReasonCode,
    SeatedTable,
    Seating,
    SeatingInput,
    SeatReason,
)

LADDER = MOVEMENTS["ladder"]
TWO_TABLES = (SeatedTable((1, 2, 3, 4)), SeatedTable((5, 6, 7, 8)))


def first(*, sitting_out=(), reasons=()):
    return Seating(TWO_TABLES, sitting_out, dict(reasons))


def people(*numbers, **more):
    return SeatingInput(numbers, **more)


def after(seating, *numbers, held=(), history=(), movement=LADDER, **more):
    return mended(seating, people(*numbers, **more), history, movement=movement, held=held)


def test_the_same_people_keep_the_same_seating():
    before = first(sitting_out=(9,), reasons={1: (SeatReason(ReasonCode.DRAWN),)})
    found = after(before, *range(1, 10))
    assert (found.tables, found.sitting_out) == (before.tables, before.sitting_out)
    assert found.reasons[1] == before.reasons[1]


def test_a_newcomer_sits_out_while_no_table_can_be_added():
    found = after(first(), *range(1, 10))
    assert (found.tables, found.sitting_out) == (TWO_TABLES, (9,))


def test_the_fourth_who_waits_opens_a_table_below_the_others():
    found = after(first(sitting_out=(9, 10, 11)), *range(1, 13))
    assert found.tables[:2] == TWO_TABLES
    assert set(found.tables[2].chairs) == {9, 10, 11, 12}
    assert found.sitting_out == ()
    assert found.reasons[12][0] == SeatReason(ReasonCode.TABLE_ADDED, table=3)


def test_a_player_who_sits_out_takes_the_chair_of_one_who_leaves():
    found = after(first(sitting_out=(9,)), 1, 3, 4, 5, 6, 7, 8, 9)
    assert found.tables == (SeatedTable((1, 9, 3, 4)), TWO_TABLES[1])
    assert found.reasons[9][0] == SeatReason(ReasonCode.TAKES_CHAIR, other=2)
    assert [reason.other for reason in found.reasons[4]] == [9]


def test_the_chair_goes_to_the_one_who_has_sat_out_most():
    before = PlayedRound(TWO_TABLES, (9, 10), (0, 0))
    once = PlayedRound((SeatedTable((1, 2, 3, 9)), TWO_TABLES[1]), (4, 10), (0, 0))
    found = after(first(sitting_out=(9, 10)), 1, 3, 4, 5, 6, 7, 8, 9, 10, history=(before, once))
    assert found.tables[0] == SeatedTable((1, 10, 3, 4))


def test_without_anybody_to_replace_them_the_last_table_closes():
    found = after(first(), 1, 3, 4, 5, 6, 7, 8)
    assert found.tables == (SeatedTable((1, 5, 3, 4)),)
    assert found.sitting_out == (6, 7, 8)


def test_with_too_few_people_everybody_sits_out():
    found = after(first(), 1, 2, 3)
    assert (found.tables, found.sitting_out) == ((), (1, 2, 3))


def test_a_newcomer_does_not_sit_out_before_those_who_never_have():
    before = PlayedRound(TWO_TABLES, (9,), (0, 0))
    now = Seating((TWO_TABLES[0], SeatedTable((9, 6, 7, 8))), (5,), {})
    found = after(now, *range(1, 11), history=(before,))
    assert (found.tables[0], found.sitting_out) == (TWO_TABLES[0], (5, 6))
    assert found.tables[1] == SeatedTable((9, 10, 7, 8))


def test_who_was_placed_by_hand_stays_and_another_sits_out():
    before = PlayedRound(TWO_TABLES, (9,), (0, 0))
    now = Seating((TWO_TABLES[0], SeatedTable((9, 6, 7, 8))), (5,), {})
    assert after(now, *range(1, 11), history=(before,), held={6}).sitting_out == (5, 7)


def test_one_who_was_put_on_the_bench_by_hand_stays_there_while_others_wait_too():
    assert after(first(sitting_out=(9, 10)), 1, 3, 4, 5, 6, 7, 8, 9, 10, held={9}).sitting_out == (9,)


def test_a_chair_goes_to_the_group_that_had_it_while_one_of_it_waits():
    """The twelfth has sat out more, and gets the chair only where nobody of the group waits."""
    groups = {person: "AB"[person % 2] for person in range(1, 13)}
    history = (PlayedRound(TWO_TABLES, (12,), (0, 0)),)
    before = first(sitting_out=(11, 12))
    found = after(before, 1, 2, 3, 4, 5, 6, 8, 11, 12, history=history, groups=groups)
    assert (found.tables[1], found.sitting_out) == (SeatedTable((5, 6, 11, 8)), (12,))
    alone = after(before, 1, 2, 3, 4, 5, 6, 8, 12, history=history, groups=groups)
    assert alone.tables[1] == SeatedTable((5, 6, 12, 8))
    more = after(first(sitting_out=(10, 12, 14)), *range(1, 9), 10, 12, 14, 9, 11, groups=groups | {14: "A"})
    assert sorted(groups[person] for person in more.tables[2].chairs) == ["A", "A", "B", "B"]


def test_a_free_chair_of_a_final_goes_by_rank_and_the_one_who_sat_out_plays_below():
    """Round 2 of two: 1 to 4 play the final, 5 to 8 the consolation, 9 and 10 sit out."""
    history = (PlayedRound(TWO_TABLES, (9, 10), (0, 0)),)
    before = first(sitting_out=(9, 10))
    ranking = {"ranking": (1, 2, 3, 6, 4, 5, 7, 8, 10, 9), "rounds": 2}
    final = {"movement": FINALS, "history": history}
    found = after(before, *range(1, 11), **final, **ranking)
    assert found.tables == (SeatedTable((1, 2, 3, 6)), SeatedTable((5, 4, 7, 8)))
    held = after(before, 1, 2, 4, 5, 6, 7, 8, 9, 10, held={4}, **final, **ranking)
    assert found.tables[0] != held.tables[0]
    assert [set(table.chairs) for table in held.tables] == [{1, 2, 4, 6}, {5, 7, 8, 9}]


def test_pairs_leave_and_come_as_pairs():
    pairs = ((1, 3), (2, 4), (5, 7), (6, 8), (9, 10))
    before = Seating(TWO_TABLES, (9, 10), {})
    field = people(1, 2, 3, 5, 6, 7, 8, 9, 10, pairs=tuple(pair for pair in pairs if pair != (2, 4)))
    found = mended(before, field, (), movement=LADDER, by_pairs=True)
    assert found.tables == (SeatedTable((1, 9, 3, 10)), TWO_TABLES[1])
    assert found.sitting_out == (2,)
    assert found.reasons[2][0].code is ReasonCode.SITS_OUT


def test_who_found_or_lost_a_partner_while_sitting_out_gets_the_reason_that_is_true_now():
    no_partner, by_turns = SeatReason(ReasonCode.NO_PARTNER), SeatReason(ReasonCode.PAIR_SITS_OUT, other=10, count=0)
    here = ((1, 3), (2, 4), (5, 7), (6, 8))

    def reason_of_9(before, **more):
        seating = Seating(TWO_TABLES, (9, 10), {9: (before,), 10: (before,)})
        (reason,) = mended(seating, people(*range(1, 11), **more), (), movement=LADDER, by_pairs=True).reasons[9]
        return reason

    assert reason_of_9(no_partner, pairs=(*here, (9, 10))) == by_turns
    assert reason_of_9(by_turns, pairs=here, without_partner=(9, 10)) == no_partner


def test_a_pair_that_changed_chairs_keeps_them():
    before = Seating((SeatedTable((3, 2, 1, 4)),), (), {})
    assert (
        mended(before, people(1, 2, 3, 4, pairs=((1, 3), (2, 4))), (), movement=LADDER, by_pairs=True).tables
        == before.tables
    )


def test_two_players_without_a_partner_who_were_put_together_stay_so():
    before = Seating((TWO_TABLES[0],), (), {})
    assert (
        mended(before, people(1, 2, 3, 4, 5, pairs=((2, 4),)), (), movement=LADDER, by_pairs=True).tables
        == before.tables
    )


@pytest.mark.parametrize("movement", MOVEMENTS.values(), ids=MOVEMENTS)
@given(seed=st.integers(0, 10_000), tables=st.integers(1, 12), spare=st.integers(0, 3), most=st.integers(1, 14))
@settings(max_examples=15, deadline=None)
def test_everyone_present_is_in_a_mended_seating_exactly_once(movement, seed, tables, spare, most):
    lot = Random(seed)
    size = 2 if movement.fixed_pairs else 1
    units = [tuple(range(number, number + size)) for number in range(1, 4 * tables + spare * size + 1, size)]
    field = field_of(movement, units, lot)
    assume(movement.problem(len(field.people), None) is None)
    before = movement.seat(field, ())
    held = set(lot.sample(field.people, min(3, len(field.people))))
    stay = [unit for unit in units if lot.random() < 0.8]
    come = [tuple(range(number, number + size)) for number in range(1001, 1001 + size * lot.randrange(5), size)]
    now = replace(field_of(movement, [*stay, *come], lot), policy=Policy(max_tables=most))
    found = mended(before, now, (), movement=movement, held=held, by_pairs=movement.fixed_pairs)
    seated = [person for table in found.tables for person in table.chairs]
    assert sorted([*seated, *found.sitting_out]) == sorted(now.people)
    full = len(now.pairs) // 2 if movement.fixed_pairs else len(now.people) // 4
    assert len(found.tables) == min(full, most)
    assert set(found.reasons) == set(now.people)
    # Those who were placed by hand stay, at every table that is still there.
    for old, new in zip(before.tables, found.tables, strict=False):
        for was, is_now in zip(old.chairs, new.chairs, strict=True):
            assert was == is_now or was not in held or was not in now.people
    again = mended(found, now, (), movement=movement, held=held, by_pairs=movement.fixed_pairs)
    assert (again.tables, again.sitting_out) == (found.tables, found.sitting_out)


def field_of(movement, units, lot):
    numbers = tuple(person for unit in units for person in unit)
    ranking = tuple(lot.sample(numbers, len(numbers)))
    return SeatingInput(
        numbers, pairs=tuple(units) if movement.fixed_pairs else (), ranking=ranking, seed=lot.randrange(99)
    )

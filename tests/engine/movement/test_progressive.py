"""Winners up, losers stay; and moving and stationary pairs: where the sides go, and that all partners change."""

from itertools import pairwise

import pytest

from tests.engine.movement.evenings import evening
from whistclub.engine.movement.partners import meetings
from whistclub.engine.movement.progressive import MITCHELL, WINNERS_UP, MitchellReason
from whistclub.engine.movement.protocol import PlayedRound, SeatingInput, pair_of


@pytest.mark.parametrize("tables", [2, 3, 5, 9])
def test_nobody_keeps_a_partner_at_any_table_and_the_cards_say_where_people_go(tables):
    for last, coming in pairwise(evening(WINNERS_UP, 4 * tables, 7, 3)):
        before = {pair for table in last.tables for pair in table.pairs}
        assert before.isdisjoint(pair for table in coming.tables for pair in table.pairs)
        now = {person: number for number, table in enumerate(coming.tables, start=1) for person in table.people}
        for number, table in enumerate(last.tables, start=1):
            winners, losers = (table.sides[side] for side in (last.winners[number - 1], 1 - last.winners[number - 1]))
            up, down = WINNERS_UP.card_lines(number, tables)
            assert {now[person] for person in winners} == {up.table or number}
            assert {now[person] for person in losers} == {down.table or number}


def pairs_at(played):
    """For each pair the number of its table."""
    return {pair: number for number, table in enumerate(played.tables, start=1) for pair in table.pairs}


def seat(pairs, history, people=None):
    numbers = people or tuple(person for pair in pairs for person in pair)
    return MITCHELL.seat(SeatingInput(numbers, pairs=tuple(pairs)), history)


def couples(count):
    return [(2 * number, 2 * number + 1) for number in range(count)]


@pytest.mark.parametrize("tables", [2, 3, 4, 7, 8, 25])
def test_one_pair_of_each_table_stays_and_the_other_moves_on_by_one(tables):
    played = evening(MITCHELL, 4 * tables, tables, 3)
    staying = {table.pairs[0]: at for at, table in enumerate(played[0].tables, start=1)}
    for last, coming in pairwise(played):
        before, after = pairs_at(last), pairs_at(coming)
        for pair, at in before.items():
            assert after[pair] == (at if pair in staying else at % tables + 1)
            assert pair not in staying or at == staying[pair]
        for number, table in enumerate(last.tables, start=1):
            _stays, goes = MITCHELL.card_lines(number, tables)
            assert after[table.pairs[0] if table.pairs[1] in staying else table.pairs[1]] == goes.table


@pytest.mark.parametrize("tables", [2, 3, 4, 7])
def test_with_an_odd_pair_each_moving_pair_sits_out_once_and_still_meets_all(tables):
    played = evening(MITCHELL, 4 * tables + 2, tables + 1, 1)
    staying = {table.pairs[0] for table in played[0].tables}
    out = [pair_of(*one.sitting_out) for one in played]
    assert len(set(out)) == tables + 1
    assert staying.isdisjoint(out)
    assert set(meetings(played).opponents.values()) == {1}
    assert len(meetings(played).opponents) == 4 * tables * (tables + 1)


def test_a_pair_that_replaces_one_that_stays_stays_too():
    three = couples(4)
    first = seat(three, [])
    stays = first.tables[1].pairs[0]
    pairs = [pair for pair in three if pair != stays] + [(20, 21)]
    history = [PlayedRound(first.tables, winners=(0, 0))]
    second = seat(pairs, history)
    history.append(PlayedRound(second.tables, winners=(0, 0)))
    assert (20, 21) in second.tables[1].pairs
    third = seat(pairs, history)
    assert (20, 21) in third.tables[1].pairs
    assert third.reasons[20][0].code is MitchellReason.KEEPS_TABLE
    moved = first.tables[1].pairs[1]
    assert [each.reasons[moved[0]][0].code for each in (second, third)] == [MitchellReason.MOVES_ON] * 2

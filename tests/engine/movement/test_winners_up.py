"""Winners up, losers stay: where the sides go, and that all partners change."""

from itertools import pairwise

import pytest

from tests.engine.movement.evenings import evening
from whistclub.engine.movement.protocol import CardLine, CardLineCode, PlayedRound, SeatingInput, table_of
from whistclub.engine.movement.winners_up import WINNERS_UP, WinnersUpLine, WinnersUpReason

FOUR_TABLES = tuple(table_of((4 * n, 4 * n + 1), (4 * n + 2, 4 * n + 3)) for n in range(4))


def test_winners_go_up_losers_stay_and_those_of_the_top_table_go_to_the_last():
    seating = WINNERS_UP.seat(SeatingInput(tuple(range(16))), [PlayedRound(FOUR_TABLES, winners=(0, 0, 0, 0))])
    # The first pair of each table won.
    assert [set(table.people) for table in seating.tables] == [
        {0, 1, 4, 5},
        {6, 7, 8, 9},
        {10, 11, 12, 13},
        {14, 15, 2, 3},
    ]
    codes = {person: seating.reasons[person][0] for person in (2, 6, 14)}
    assert [(each.code, each.table) for each in codes.values()] == [
        (WinnersUpReason.LOST_TO_LAST, 1),
        (WinnersUpReason.STAYS_AFTER_LOSS, 2),
        (WinnersUpReason.STAYS_AFTER_LOSS, 4),
    ]


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


def test_the_lines_of_its_cards():
    assert WINNERS_UP.card_lines(1, 1) == ()
    assert WINNERS_UP.card_lines(1, 3) == (
        CardLine(CardLineCode.WINNERS_STAY),
        CardLine(WinnersUpLine.LOSERS_TO_LAST, 3),
    )
    assert WINNERS_UP.card_lines(3, 3) == (
        CardLine(CardLineCode.WINNERS_GO, 2),
        CardLine(WinnersUpLine.LOSERS_KEEP_TABLE),
    )

"""What a movement says of itself is what it does: cards, choices, chairs."""

from dataclasses import replace
from functools import cache
from itertools import pairwise, product

import pytest

from tests.engine.movement.evenings import evening
from whistclub.engine.movement.catalogue import MOVEMENTS
from whistclub.engine.movement.ladder import LADDER, LADDER_PAIRS
from whistclub.engine.movement.protocol import (
    CardLine,
    CardLineCode,
    FourPartners,
    PartnerChange,
    Policy,
    SeatedTable,
    SeatingInput,
    TopTablePartners,
    table_of,
)

EVERY_MOVEMENT = pytest.mark.parametrize("movement", MOVEMENTS.values(), ids=MOVEMENTS)
WINNERS = {CardLineCode.WINNERS_STAY, CardLineCode.WINNERS_GO}
OTHER_CHOICES = {
    "swap": PartnerChange.FIXED,
    "top": TopTablePartners.CHANGE,
    "one_table": TopTablePartners.KEEP,
    "max_tables": 1,
    "fours": FourPartners.FIRST_AND_THIRD,
}


def field(movement, people):
    pairs = tuple((first, first + 1) for first in range(0, people, 2)) if movement.fixed_pairs else ()
    everyone = tuple(range(people))
    return SeatingInput(everyone, pairs=pairs, ranking=everyone, rounds=7, seed=3)


def turned(table):
    """The same pairs with every chair taken by somebody else, and each pair on the other's chairs."""
    first, second, third, fourth = table.chairs
    return SeatedTable((second, third, fourth, first))


def test_a_table_is_its_chairs_and_partners_sit_opposite():
    table = SeatedTable((8, 3, 2, 4))
    assert (table.sides, table.pairs, table.people) == (((2, 8), (3, 4)), ((2, 8), (3, 4)), (2, 8, 3, 4))
    assert SeatedTable((3, 8, 4, 2)).sides == ((3, 4), (2, 8))
    assert SeatedTable((3, 8, 4, 2)).pairs == table.pairs
    assert SeatedTable((3, 8, 4, 2)) != table


def test_pairs_in_any_order_get_the_usual_chairs():
    tables = {table_of(one, other) for one, other in [((4, 3), (8, 2)), ((2, 8), (3, 4)), ((8, 2), (4, 3))]}
    assert tables == {SeatedTable((2, 3, 8, 4))}


@EVERY_MOVEMENT
@pytest.mark.parametrize("people", [8, 16, 28])
def test_which_chairs_people_took_does_not_change_who_meets_whom(movement, people):
    history = evening(movement, people, 5, 3)
    for number in range(1, 5):
        played = history[:number]
        moved = [
            replace(one, tables=tuple(map(turned, one.tables)), winners=tuple(1 - side for side in one.winners))
            for one in played
        ]
        assert movement.seat(field(movement, people), moved) == movement.seat(field(movement, people), played)


@pytest.mark.parametrize("movement", [LADDER, LADDER_PAIRS])
@pytest.mark.parametrize("tables", [2, 3, 7])
def test_the_cards_of_a_ladder_say_where_people_go(movement, tables):
    history = evening(movement, 4 * tables, 6, 5)
    for last, coming in pairwise(history):
        now = {person: number for number, table in enumerate(coming.tables, start=1) for person in table.people}
        for number, table in enumerate(last.tables, start=1):
            for line in movement.card_lines(number, tables):
                winner = last.winners[number - 1]
                side = winner if line.code in WINNERS else 1 - winner
                assert {now[person] for person in table.sides[side]} == {line.table or number}


def test_the_lines_of_a_ladder():
    stay, down = CardLine(CardLineCode.WINNERS_STAY), CardLine(CardLineCode.LOSERS_GO, 2)
    assert LADDER.card_lines(1, 3) == (stay, down)
    assert LADDER.card_lines(3, 3) == (CardLine(CardLineCode.WINNERS_GO, 2), CardLine(CardLineCode.LOSERS_STAY))
    assert LADDER.card_lines(1, 1) == ()


@EVERY_MOVEMENT
def test_only_a_movement_with_a_top_table_has_cards_that_send_winners_up(movement):
    codes = {line.code for number in range(1, 6) for line in movement.card_lines(number, 5)}
    assert movement.has_top_table == (CardLineCode.WINNERS_GO in codes)
    assert movement.needs_winners or not codes & WINNERS


# Compared with one evening for each choice.
usual_evening = cache(evening)


@EVERY_MOVEMENT
@pytest.mark.parametrize("name", OTHER_CHOICES)
def test_a_choice_changes_an_evening_only_where_the_movement_follows_it(movement, name):
    other = Policy(**{name: OTHER_CHOICES[name]})
    differs = any(
        evening(movement, people, 6, seed, other) != usual_evening(movement, people, 6, seed)
        for people, seed in product((4, 8, 16), range(3))
        if movement.problem(people, 6) is None
    )
    assert differs == (name in movement.policy_fields)

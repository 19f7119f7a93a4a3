"""What a movement says of itself is what it does: cards, choices, chairs."""

from dataclasses import replace
from functools import cache
from time import process_time

import pytest

from tests.engine.movement.evenings import evening, plan
from whistclub.engine.movement.catalogue import MOVEMENTS, Advice, recommended
from whistclub.engine.movement.protocol import CardLineCode, SeatedTable, SeatingInput, TopTablePartners

EVERY_MOVEMENT = pytest.mark.parametrize("movement", MOVEMENTS.values(), ids=MOVEMENTS)
WINNERS = {CardLineCode.WINNERS_STAY, CardLineCode.WINNERS_GO}


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


@EVERY_MOVEMENT
@pytest.mark.parametrize("people", [8, 16])
def test_which_chairs_people_took_does_not_change_who_meets_whom(movement, people):
    history = evening(movement, people, 5, 3)
    for number in range(1, 5):
        played = history[:number]
        moved = [
            replace(one, tables=tuple(map(turned, one.tables)), winners=tuple(1 - side for side in one.winners))
            for one in played
        ]
        assert movement.seat(field(movement, people), moved) == movement.seat(field(movement, people), played)


@EVERY_MOVEMENT
def test_only_a_movement_with_ranked_tables_has_cards_that_send_winners_up(movement):
    codes = {line.code for number in range(1, 6) for line in movement.card_lines(number, 5)}
    assert all(type(code).__name__.endswith(("Line", "LineCode")) for code in codes)
    assert movement.has_ranked_tables or CardLineCode.WINNERS_GO not in codes
    assert movement.needs_winners or not codes & WINNERS


# Compared with one evening for each choice.
usual_evening = cache(evening)


@EVERY_MOVEMENT
@pytest.mark.parametrize("choice", [{"top": TopTablePartners.CHANGE}, {"max_tables": 1}], ids=str)
def test_every_movement_has_a_limit_of_tables_and_only_the_ladder_lets_the_top_table_change(movement, choice):
    differs = any(
        evening(movement, people, 6, 1, **choice) != usual_evening(movement, people, 6, 1)
        for people in (4, 8, 16)
        if movement.problem(people, 6) is None
    )
    assert differs == ("max_tables" in choice or movement is MOVEMENTS["ladder"])


def test_published_keys_stay_and_movements_of_pairs_come_last():
    alone = {"ladder", "winners_up", "meets", "whist", "swiss", "finals"}
    assert MOVEMENTS.keys() >= alone | {"ladder_pairs", "swiss_pairs", "round_robin", "mitchell"}
    of_pairs = [movement.fixed_pairs for movement in MOVEMENTS.values()]
    assert of_pairs == sorted(of_pairs)


@pytest.mark.parametrize(
    "people, rounds, key, advice",
    [
        (4, 12, "ladder", Advice.ONE_TABLE),
        (6, 5, "ladder", Advice.ONE_TABLE),
        (5, 4, "whist", Advice.EVERY_PARTNER),
        (8, 7, "whist", Advice.EVERY_PARTNER),
        (8, 8, "meets", Advice.MOST_PEOPLE),
        (8, 6, "meets", Advice.MOST_PEOPLE),
        (13, 12, "whist", Advice.EVERY_PARTNER),
        (17, 16, "whist", Advice.EVERY_PARTNER),
        (11, 6, "meets", Advice.MOST_PEOPLE),
        (12, 6, "ladder", Advice.CLASSIC),
        (14, 13, "ladder", Advice.CLASSIC),
        (16, None, "ladder", Advice.CLASSIC),
        (27, 6, "ladder", Advice.CLASSIC),
        (28, 6, "meets", Advice.MOST_PEOPLE),
        (100, 12, "meets", Advice.MOST_PEOPLE),
        (5, None, "ladder", Advice.ONE_TABLE),
        (12, 5, "round_robin", Advice.EVERY_PAIR),
        (12, 4, "swiss_pairs", Advice.NO_REMATCH),
        (14, 6, "swiss_pairs", Advice.NO_REMATCH),
        (14, 7, "round_robin", Advice.EVERY_PAIR),
        (12, None, "swiss_pairs", Advice.NO_REMATCH),
    ],
)
def test_the_advice_follows_from_the_number_of_people_and_the_time(people, rounds, key, advice):
    assert recommended(people, rounds, pairs=MOVEMENTS[key].fixed_pairs) == (key, advice)


@pytest.mark.parametrize("rounds", [None, 1, 6, 12, 24, 40])
def test_recommended_movements_can_be_played(rounds):
    for people in range(4, 120):
        assert MOVEMENTS[recommended(people, rounds)[0]].problem(people, rounds) is None
        if people % 2 == 0:
            assert MOVEMENTS[recommended(people, rounds, pairs=True)[0]].problem(people, rounds) is None


@pytest.mark.parametrize(("key", "people"), [("round_robin", 24), ("round_robin", 22), ("whist", 13), ("mitchell", 24)])
def test_a_movement_is_complete_after_the_rounds_it_says_and_not_before(key, people):
    """Nobody then has another opponent to meet: of a whist tournament everyone, of moving pairs half the others."""
    movement = MOVEMENTS[key]
    rounds = movement.complete_after(people)
    others = people // 2 + 1 if key == "mitchell" else people - 1
    assert plan(movement, people, rounds, 1).met == (others, others, others)
    whole, shorter = (plan(movement, people, count, 1) for count in (rounds, rounds - 1))
    assert shorter.met[1] < whole.met[1] or shorter.opponents_again < whole.opponents_again
    assert whole.partners_again == 0


@pytest.mark.parametrize("movement", MOVEMENTS.values(), ids=MOVEMENTS)
def test_a_hundred_tables_are_seated_with_little_work(movement):
    """A tenth of a second on a quiet machine. A whist tournament has 25 tables at most."""
    people = tuple(range(100 if movement.problem(400, 6) else 400))
    pairs = tuple(zip(people[::2], people[1::2], strict=True)) if movement.fixed_pairs else ()
    field, played = SeatingInput(people, pairs=pairs, ranking=people, rounds=6), evening(movement, len(people), 3, 1)
    begun = process_time()
    movement.seat(field, played)
    assert process_time() - begun < 1

"""The list of movements, and what organisers are advised (RULES.md §3)."""

import pytest

from whistclub.engine.movement.catalogue import MOVEMENTS, Advice, recommended


def test_published_keys_and_their_order_never_change():
    alone = ["ladder", "winners_up", "meets", "whist", "swiss", "finals"]
    assert list(MOVEMENTS) == [*alone, "ladder_pairs", "swiss_pairs", "round_robin", "mitchell"]
    assert all(movement.key == key for key, movement in MOVEMENTS.items())


def test_movements_for_pairs_are_listed_last():
    assert [key for key, movement in MOVEMENTS.items() if movement.fixed_pairs] == list(MOVEMENTS)[6:]


def test_only_ladders_ask_who_won():
    with_winners = [key for key, movement in MOVEMENTS.items() if movement.needs_winners]
    assert with_winners == ["ladder", "winners_up", "ladder_pairs"]


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
    ],
)
def test_people_on_their_own_are_advised_by_their_number_and_time(people, rounds, key, advice):
    assert recommended(people, rounds) == (key, advice)


@pytest.mark.parametrize(
    "people, rounds, key, advice",
    [
        (12, 5, "round_robin", Advice.EVERY_PAIR),
        (12, 4, "swiss_pairs", Advice.NO_REMATCH),
        (14, 6, "swiss_pairs", Advice.NO_REMATCH),
        (14, 7, "round_robin", Advice.EVERY_PAIR),
        (12, None, "swiss_pairs", Advice.NO_REMATCH),
    ],
)
def test_pairs_are_advised_to_meet_all_others_if_there_is_time(people, rounds, key, advice):
    assert recommended(people, rounds, pairs=True) == (key, advice)


@pytest.mark.parametrize("rounds", [None, 1, 6, 12, 24, 40])
def test_recommended_movements_can_be_played(rounds):
    for people in range(4, 120):
        assert MOVEMENTS[recommended(people, rounds)[0]].problem(people, rounds) is None
        if people % 2 == 0:
            assert MOVEMENTS[recommended(people, rounds, pairs=True)[0]].problem(people, rounds) is None

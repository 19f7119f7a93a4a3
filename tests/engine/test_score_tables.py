"""The tables of RULES.md §1.3, copied by hand."""

import pytest

from whistclub.engine.hand import Contract
from whistclub.engine.presets import PRESETS
from whistclub.engine.scoring import score_table

# "declarers/defenders" by the declarers' tricks, 0 to 13
HIGH_1_1 = "0/7 0/6 0/5 0/4 0/3 0/2 0/1 1/0 2/0 3/0 4/0 5/0 6/0 7/0"
HIGH_1_2 = "0/14 0/12 0/10 0/8 0/6 0/4 0/2 1/0 2/0 3/0 4/0 5/0 6/0 7/0"
HIGH_1_0_PENALTY = "-7/0 -6/0 -5/0 -4/0 -3/0 -2/0 -1/0 1/0 2/0 3/0 4/0 5/0 6/0 7/0"
HIGH_4_8 = "0/56 0/48 0/40 0/32 0/24 0/16 0/8 4/0 8/0 12/0 16/0 20/0 24/0 28/0"

# "side 0/side 1" by side 0's tricks, 0 to 13
LOW_PENALTY = "0/-7 0/-6 0/-5 0/-4 0/-3 0/-2 0/-1 -1/0 -2/0 -3/0 -4/0 -5/0 -6/0 -7/0"
LOW_1 = "7/0 6/0 5/0 4/0 3/0 2/0 1/0 0/1 0/2 0/3 0/4 0/5 0/6 0/7"
LOW_2 = "14/0 12/0 10/0 8/0 6/0 4/0 2/0 0/2 0/4 0/6 0/8 0/10 0/12 0/14"
LOW_4 = "28/0 24/0 20/0 16/0 12/0 8/0 4/0 0/4 0/8 0/12 0/16 0/20 0/24 0/28"

TABLES = [
    ("minnesota", HIGH_1_1, LOW_PENALTY),
    ("minnesota_double", HIGH_1_2, LOW_PENALTY),
    ("neuralplay", HIGH_1_2, LOW_1),
    ("wiki_four", HIGH_1_2, LOW_1),
    ("askov", HIGH_1_2, LOW_PENALTY),
    ("south_dakota", HIGH_1_0_PENALTY, LOW_PENALTY),
    ("two_player", HIGH_1_2, LOW_1),
    ("norwegian", HIGH_4_8, LOW_2),
    ("swedish", HIGH_1_2, LOW_1),
    ("tuppi", HIGH_4_8, LOW_4),
]

SIZES = {"askov": 86, "widow": 420}


def lines(name, contract, side):
    return [o for o in score_table(PRESETS[name]) if o.contract is contract and o.side == side]


@pytest.mark.parametrize(("name", "expected", "_low"), TABLES)
@pytest.mark.parametrize("side", [0, 1])
def test_high_hands_score_as_in_the_rule_book_whichever_side_declares(name, expected, _low, side):
    table = sorted(lines(name, Contract.HIGH, side), key=lambda o: o.tricks[side])
    assert " ".join(f"{o.points[side]}/{o.points[1 - side]}" for o in table) == expected


@pytest.mark.parametrize(("name", "_high", "expected"), TABLES)
def test_low_hands_score_as_in_the_rule_book(name, _high, expected):
    table = lines(name, Contract.LOW, None)
    assert " ".join(f"{o.points[0]}/{o.points[1]}" for o in table) == expected


@pytest.mark.parametrize("side", [0, 1])
def test_a_sola_nola_earns_the_soloists_a_star_with_no_trick_or_else_the_defenders(side):
    table = lines("askov", Contract.SOLA_NOLA, side)
    assert [o.tricks for o in table] == [(n,) for n in range(14)]
    assert [o.stars[side] for o in table] == [1] + [0] * 13
    assert [o.stars[1 - side] for o in table] == [0] + [1] * 13


@pytest.mark.parametrize("side", [0, 1])
def test_a_grand_dix_earns_the_soloists_a_star_with_seven_tricks_or_else_the_defenders(side):
    table = lines("askov", Contract.GRAND_DIX, side)
    assert [o.tricks for o in table] == [(n,) for n in range(8)]
    assert [o.stars[side] for o in table] == [0] * 7 + [1]
    assert [o.stars[1 - side] for o in table] == [1] * 7 + [0]


def test_in_widow_the_first_taker_owes_four_tricks_and_the_others_three():
    for outcome in score_table(PRESETS["widow"]):
        for seat, (won, points) in enumerate(zip(outcome.tricks, outcome.points, strict=True)):
            assert points == won - (4 if seat == outcome.side else 3)


@pytest.mark.parametrize("name", PRESETS)
def test_the_table_has_the_size_the_rule_book_gives(name):
    assert len(score_table(PRESETS[name])) == SIZES.get(name, 42)


def test_a_grand_is_made_with_seven_tricks_and_only_grands_and_solos_can_be_made():
    for outcome in score_table(PRESETS["askov"]):
        match outcome.contract:
            case Contract.HIGH:
                assert outcome.made is (outcome.tricks[outcome.side] >= 7)
            case Contract.LOW:
                assert outcome.made is None
            case _:
                assert outcome.made is (outcome.stars[outcome.side] == 1)
    assert {outcome.made for outcome in score_table(PRESETS["widow"])} == {None}

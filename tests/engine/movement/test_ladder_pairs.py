"""The ladder with fixed pairs (RULES.md §2.3.10)."""

from dataclasses import replace

import pytest

from tests.engine.movement.ladder_tables import TWO, people, played, tables
from whistclub.engine.movement.ladder import LADDER_PAIRS
from whistclub.engine.movement.protocol import PlayedRound, Policy, ReasonCode, SeatingInput, SeatReason
from whistclub.engine.problems import InvalidInput


def pairs_field(*pairs, **policy):
    return SeatingInput(tuple(person for pair in pairs for person in pair), Policy(**policy), pairs)


def test_fixed_pairs_move_and_sit_out_as_pairs():
    field = pairs_field((1, 2), (3, 4), (5, 6), (7, 8), (9, 10))
    first = LADDER_PAIRS.seat(field, [])
    assert (first.tables, first.sitting_out) == (tables("1 2 v 3 4", "5 6 v 7 8"), (9, 10))
    second = LADDER_PAIRS.seat(field, [PlayedRound(first.tables, first.sitting_out, (1, 0))])
    assert (second.tables, second.sitting_out) == (tables("3 4 v 5 6", "1 2 v 9 10"), (7, 8))
    assert second.reasons[9] == (
        SeatReason(ReasonCode.SAT_OUT_BEFORE),
        SeatReason(ReasonCode.TAKES_CHAIR, table=2, other=7),
        SeatReason(ReasonCode.FIXED_PARTNER, other=10),
    )
    assert second.reasons[7] == (SeatReason(ReasonCode.PAIR_SITS_OUT, other=8, count=0),)


def test_a_new_partner_takes_the_place_of_one_who_went_home():
    last = played("1 2 v 3 4", "5 6 v 7 8")
    seating = LADDER_PAIRS.seat(pairs_field((1, 9), (3, 4), (5, 6), (7, 8)), [last])
    assert seating.tables[0] == tables("1 9 v 5 6")[0]
    assert seating.reasons[1] == (SeatReason(ReasonCode.WON_STAYS), SeatReason(ReasonCode.FIXED_PARTNER, other=9))
    assert seating.reasons[9] == (
        SeatReason(ReasonCode.NEWCOMER),
        SeatReason(ReasonCode.TAKES_CHAIR, table=2, other=2),
        SeatReason(ReasonCode.FIXED_PARTNER, other=1),
    )


def test_two_remaining_partners_form_a_pair_at_the_higher_place():
    seating = LADDER_PAIRS.seat(pairs_field((1, 7), (3, 4), (5, 6), (9, 10)), [TWO])
    assert seating.tables == tables("1 7 v 5 6", "3 4 v 9 10")
    assert seating.reasons[7] == (
        SeatReason(ReasonCode.TAKES_CHAIR, table=2, other=2),
        SeatReason(ReasonCode.FIXED_PARTNER, other=1),
    )


def test_a_pair_from_different_tables_sits_out_as_if_from_the_higher_one():
    """8 lost below, but their partner 1 won at the top: so 3 and 4 are the lowest of those who have been there."""
    seating = LADDER_PAIRS.seat(pairs_field((1, 8), (3, 4), (5, 6), (9, 10), (11, 12)), [TWO])
    assert seating.sitting_out == (3, 4)


def test_after_a_split_the_first_partner_keeps_their_place():
    seating = LADDER_PAIRS.seat(pairs_field((1, 9), (2, 10), (3, 4), (5, 6), (7, 8), (11, 12)), [TWO])
    assert seating.tables == tables("1 9 v 5 6", "3 4 v 7 8", "2 10 v 11 12")
    assert seating.reasons[2] == (SeatReason(ReasonCode.FIXED_PARTNER, other=10),)
    assert seating.reasons[10] == (SeatReason(ReasonCode.NEWCOMER), SeatReason(ReasonCode.FIXED_PARTNER, other=2))


def test_a_player_without_a_partner_sits_out_in_pairs():
    field = replace(pairs_field((3, 4), (5, 6), (7, 8), (9, 10)), people=(1, 3, 4, 5, 6, 7, 8, 9, 10))
    seating = LADDER_PAIRS.seat(field, [TWO])
    assert seating.sitting_out == (1,)
    assert seating.reasons[1] == (SeatReason(ReasonCode.SITS_OUT, count=0),)
    assert seating.tables[0] == tables("5 6 v 9 10")[0]


def test_one_pair_cannot_play():
    with pytest.raises(InvalidInput, match="too_few_pairs"):
        LADDER_PAIRS.seat(replace(pairs_field((1, 2)), people=people(5)), [])

"""Short words for rounds of the ladder: tables as they are said, and the usual evenings of one to four tables."""

from dataclasses import replace

import pytest

from whistclub.engine.movement.ladder import LADDER, LADDER_PAIRS
from whistclub.engine.movement.protocol import (
    PartnerChange,
    PlayedRound,
    Policy,
    ReasonCode,
    SeatingInput,
    SeatReason,
    TopTablePartners,
    table_of,
)


def tables(*rows):
    """`tables("1 2 v 3 4", ...)` from the top down."""
    return tuple(
        table_of(*(tuple(int(person) for person in pair.split()) for pair in row.split(" v "))) for row in rows
    )


def played(*rows, sitting_out=()):
    """A round whose first-named pair won at every table."""
    found = tables(*rows)
    won = [tuple(sorted(int(person) for person in row.split(" v ")[0].split())) for row in rows]
    return PlayedRound(
        found, sitting_out, tuple(table.pairs.index(pair) for table, pair in zip(found, won, strict=True))
    )


def split(four):
    return four[:2], four[2:]


def people(count):
    return tuple(range(1, count + 1))


def seat(history, there, **policy):
    return LADDER.seat(SeatingInput(there, Policy(**policy)), history)


ONE = played("1 2 v 3 4")
TWO = played("1 2 v 3 4", "5 6 v 7 8")
THREE = played("1 2 v 3 4", "5 6 v 7 8", "9 10 v 11 12")
FOUR = played("1 2 v 3 4", "5 6 v 7 8", "9 10 v 11 12", "13 14 v 15 16")


@pytest.mark.parametrize(
    "last, coming",
    [
        (ONE, ["1 3 v 2 4"]),
        (TWO, ["1 2 v 5 6", "3 7 v 4 8"]),
        (THREE, ["1 2 v 5 6", "3 9 v 4 10", "7 11 v 8 12"]),
        (FOUR, ["1 2 v 5 6", "3 9 v 4 10", "7 13 v 8 14", "11 15 v 12 16"]),
    ],
    ids=["one table", "two tables", "three tables", "four tables"],
)
def test_winners_move_up_and_losers_down_as_in_the_table_of_arrivals(last, coming):
    assert seat([last], people(4 * len(last.tables))).tables == tables(*coming)


def test_the_first_round_is_seated_four_by_four_in_the_order_of_the_draw():
    seating = seat([], (7, 3, 9, 1, 8, 2, 6, 4, 5))
    assert seating.tables == tables("3 7 v 1 9", "2 8 v 4 6")
    assert seating.sitting_out == (5,)
    assert seating.reasons[7] == (SeatReason(ReasonCode.DRAWN), SeatReason(ReasonCode.NEW_PARTNER, other=3, count=0))
    assert seating.reasons[5] == (SeatReason(ReasonCode.SITS_OUT, count=0),)


def test_one_table_plays_the_three_pairings_in_turn():
    history, seen = [], []
    for _round in range(6):
        seating = seat(history, people(4))
        history.append(PlayedRound(seating.tables, (), (0,)))
        seen.append(seating.tables)
    assert seen[:3] == [tables("1 2 v 3 4"), tables("1 3 v 2 4"), tables("1 4 v 2 3")]
    assert seen[3:] == seen[:3]


def test_the_top_table_changes_partners_if_that_is_the_policy():
    assert seat([TWO], people(8), top=TopTablePartners.CHANGE).tables == tables("1 5 v 2 6", "3 7 v 4 8")


def test_previous_partners_are_avoided_unless_the_swap_is_fixed():
    earlier = played("3 7 v 1 5", "4 8 v 2 6")
    assert seat([earlier, TWO], people(8)).tables[1] == tables("3 8 v 4 7")[0]
    assert seat([earlier, TWO], people(8), swap=PartnerChange.FIXED).tables[1] == tables("3 7 v 4 8")[0]


def test_people_are_told_how_they_came_to_their_table_and_what_partner_they_have():
    reasons = seat([THREE], people(12)).reasons
    assert reasons[1] == (SeatReason(ReasonCode.WON_STAYS), SeatReason(ReasonCode.KEEPS_PARTNER, other=2))
    assert reasons[5] == (SeatReason(ReasonCode.WON_UP, table=2), SeatReason(ReasonCode.KEEPS_PARTNER, other=6))
    assert reasons[9] == (SeatReason(ReasonCode.WON_UP, table=3), SeatReason(ReasonCode.NEW_PARTNER, other=3, count=0))
    assert reasons[3] == (
        SeatReason(ReasonCode.LOST_DOWN, table=1),
        SeatReason(ReasonCode.NEW_PARTNER, other=9, count=0),
    )
    assert reasons[11] == (
        SeatReason(ReasonCode.LOST_STAYS, table=3),
        SeatReason(ReasonCode.NEW_PARTNER, other=7, count=0),
    )
    assert seat([ONE], people(4)).reasons[1][0] == SeatReason(ReasonCode.ONE_TABLE)


def test_the_lowest_losers_sit_out_and_a_returning_player_takes_the_chair():
    seating = seat([played("1 2 v 3 4", "5 6 v 7 8", sitting_out=(9,))], people(9))
    assert seating.sitting_out == (8,)
    assert seating.tables == tables("1 2 v 5 6", "3 7 v 4 9")
    assert seating.reasons[9] == (
        SeatReason(ReasonCode.SAT_OUT_BEFORE),
        SeatReason(ReasonCode.TAKES_CHAIR, table=2, other=8),
        SeatReason(ReasonCode.NEW_PARTNER, other=4, count=0),
    )


def test_a_latecomer_starts_at_the_bottom_and_is_not_the_first_to_sit_out():
    seating = seat([THREE], people(13))
    assert seating.sitting_out == (12,)
    assert seating.tables[2] == tables("7 11 v 8 13")[0]
    assert seating.reasons[13][:2] == (
        SeatReason(ReasonCode.NEWCOMER),
        SeatReason(ReasonCode.TAKES_CHAIR, table=3, other=12),
    )


def test_four_latecomers_make_a_table_at_the_bottom():
    seating = seat([TWO], people(12))
    assert seating.tables == tables("1 2 v 5 6", "3 7 v 4 8", "9 10 v 11 12")
    assert seating.reasons[9] == (
        SeatReason(ReasonCode.NEWCOMER),
        SeatReason(ReasonCode.NEW_PARTNER, other=10, count=0),
    )


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


def mixed_field(group_a, group_b, **policy):
    groups = dict.fromkeys(group_a, "A") | dict.fromkeys(group_b, "B")
    return SeatingInput((*group_a, *group_b), Policy(**policy), groups=groups)


def test_a_mixed_party_sits_down_in_mixed_pairs_and_the_larger_group_sits_out():
    seating = LADDER.seat(mixed_field((1, 2, 3, 4, 5), (6, 7, 8, 9)), [])
    assert seating.tables == tables("1 6 v 2 7", "3 8 v 4 9")
    assert seating.sitting_out == (5,)


def test_a_chair_of_a_mixed_party_goes_to_the_same_group():
    """1 and 6 go home; of 4 and 9, who sat out, 4 would come first, but 9 is of the group of 1."""
    last = played("1 6 v 2 7", "3 8 v 5 10", sitting_out=(4, 9))
    field = mixed_field((1, 2, 3, 5, 9), (4, 6, 7, 8, 10))
    seating = LADDER.seat(replace(field, people=(2, 3, 4, 5, 7, 8, 9, 10)), [last])
    assert seating.tables[0] == tables("3 8 v 4 9")[0]
    assert (seating.reasons[9][1].other, seating.reasons[4][1].other) == (1, 6)

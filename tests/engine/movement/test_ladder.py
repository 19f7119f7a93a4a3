"""The ladder case by case (RULES.md §2.1-2.3); people are numbers in the order of registration."""

from dataclasses import replace
from time import perf_counter

import pytest

from tests.engine.movement.ladder_tables import FOUR, ONE, THREE, TWO, people, played, seat, split, tables
from whistclub.engine.movement.ladder import LADDER
from whistclub.engine.movement.protocol import (
    PartnerChange,
    PlayedRound,
    ReasonCode,
    SeatedTable,
    SeatingInput,
    SeatReason,
    TopTablePartners,
    table_of,
)
from whistclub.engine.movement.sitting_out import choose_sitting_out, effective_counts, sit_outs
from whistclub.engine.problems import InvalidInput, Problem, ProblemCode


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


def test_in_the_first_round_the_last_drawn_sit_out():
    assert seat([], (6, 5, 4, 3, 2, 1)).sitting_out == (1, 2)


def test_one_table_plays_the_three_pairings_in_turn():
    history, seen = [], []
    for _round in range(6):
        seating = seat(history, people(4))
        history.append(PlayedRound(seating.tables, (), (0,)))
        seen.append(seating.tables)
    assert seen[:3] == [tables("1 2 v 3 4"), tables("1 3 v 2 4"), tables("1 4 v 2 3")]
    assert seen[3:] == seen[:3]


def test_one_table_keeps_its_partners_if_that_is_the_policy():
    assert seat([ONE], people(4), one_table=TopTablePartners.KEEP).tables == ONE.tables


def test_the_top_table_changes_partners_if_that_is_the_policy():
    assert seat([TWO], people(8), top=TopTablePartners.CHANGE).tables == tables("1 5 v 2 6", "3 7 v 4 8")


def test_the_top_table_option_does_not_apply_to_a_single_table():
    assert seat([ONE], people(4), top=TopTablePartners.KEEP, one_table=TopTablePartners.CHANGE).tables == tables(
        "1 3 v 2 4"
    )
    assert (
        seat([TWO], people(8), top=TopTablePartners.KEEP, one_table=TopTablePartners.CHANGE).tables[0]
        == tables("1 2 v 5 6")[0]
    )


def test_previous_partners_are_avoided_unless_the_swap_is_fixed():
    earlier = played("3 7 v 1 5", "4 8 v 2 6")
    assert seat([earlier, TWO], people(8)).tables[1] == tables("3 8 v 4 7")[0]
    assert seat([earlier, TWO], people(8), swap=PartnerChange.FIXED).tables[1] == tables("3 7 v 4 8")[0]


def test_between_equal_partnerships_those_who_have_been_opponents_less_are_opponents():
    """After the earlier round 3 plays against 8 again if they partner 7."""
    earlier = played("1 3 v 2 8", "4 5 v 6 7")
    assert seat([earlier, TWO], people(8)).tables[1] == tables("3 8 v 4 7")[0]


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


def test_a_player_returning_to_the_top_table_partners_the_one_left_single():
    """All but 5 and 6 have sat out, or count as if they had."""
    history = [
        played("1 2 v 5 6", sitting_out=(3, 4)),
        played("3 5 v 4 6", sitting_out=(1, 2)),
        played("1 5 v 2 3", "4 6 v 7 8"),
    ]
    seating = seat(history, (1, 2, 3, 4, 5, 6, 7, 8, 9))
    assert seating.sitting_out == (6,)
    assert seating.tables[0] == tables("1 5 v 4 9")[0]
    assert seating.reasons[9][:2] == (
        SeatReason(ReasonCode.NEWCOMER),
        SeatReason(ReasonCode.TAKES_CHAIR, table=2, other=6),
    )


def test_a_latecomer_starts_at_the_bottom_and_is_not_the_first_to_sit_out():
    seating = seat([THREE], people(13))
    assert seating.sitting_out == (12,)
    assert seating.tables[2] == tables("7 11 v 8 13")[0]
    assert seating.reasons[13][:2] == (
        SeatReason(ReasonCode.NEWCOMER),
        SeatReason(ReasonCode.TAKES_CHAIR, table=3, other=12),
    )


def test_a_latecomer_counts_with_the_highest_number_of_sit_outs():
    history = [played("1 2 v 3 4", sitting_out=(5,)), played("1 3 v 4 5", sitting_out=(2,))]
    assert effective_counts((1, 2, 3, 4, 5, 6), history) == {1: 0, 2: 1, 3: 0, 4: 0, 5: 1, 6: 1}


def test_a_latecomer_who_substituted_at_once_counts_as_one_who_waited():
    waited = [played("1 2 v 3 4", sitting_out=(5,)), played("1 3 v 5 4", sitting_out=(2,))]
    helped = [waited[0], replace(played("1 6 v 5 4", sitting_out=(2,)), late=(6,))]
    assert sit_outs((1, 2, 4, 5, 6), helped) == sit_outs((1, 2, 4, 5, 6), waited)
    assert seat(helped, (1, 2, 4, 5, 6)).sitting_out == (4,)


def test_a_latecomer_who_substituted_and_then_changed_seats_with_the_bench_counts_the_same():
    helped = [replace(played("1 2 v 3 4", sitting_out=(6,)), late=(6,)), played("1 2 v 3 4", sitting_out=(6,))]
    assert effective_counts((1, 2, 3, 4, 6), helped) == {1: 0, 2: 0, 3: 0, 4: 0, 6: 1}


def test_a_returning_player_has_at_least_their_own_sit_outs():
    history = [played("1 2 v 3 4", sitting_out=(5,)), played("1 3 v 2 4")]
    assert effective_counts((1, 2, 3, 4, 5), history) == {1: 0, 2: 0, 3: 0, 4: 0, 5: 1}
    assert effective_counts((1, 2, 3, 4, 6), history) == {1: 0, 2: 0, 3: 0, 4: 0, 6: 0}


def test_four_latecomers_make_a_table_at_the_bottom():
    seating = seat([TWO], people(12))
    assert seating.tables == tables("1 2 v 5 6", "3 7 v 4 8", "9 10 v 11 12")
    assert seating.reasons[9] == (
        SeatReason(ReasonCode.NEWCOMER),
        SeatReason(ReasonCode.NEW_PARTNER, other=10, count=0),
    )


def test_the_bench_fills_the_chair_of_one_who_goes_home():
    last = played("1 2 v 3 4", "5 6 v 7 8", sitting_out=(9,))
    seating = seat([last], (2, 3, 4, 5, 6, 7, 8, 9))
    assert seating.tables == tables("2 9 v 5 6", "3 7 v 4 8")
    assert seating.reasons[9][1] == SeatReason(ReasonCode.TAKES_CHAIR, table=2, other=1)


def test_without_sit_outs_one_table_is_removed_and_three_sit_out():
    seating = seat([THREE], (2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12))
    assert len(seating.tables) == 2
    assert seating.sitting_out == (8, 11, 12)
    assert seating.tables == tables("2 7 v 5 6", "3 9 v 4 10")
    assert seating.reasons[7][:2] == (
        SeatReason(ReasonCode.TABLE_GONE, table=3),
        SeatReason(ReasonCode.TAKES_CHAIR, table=3, other=1),
    )


def test_a_substitutes_sit_out_stays_recorded_and_they_move_by_the_result():
    last = played("1 9 v 3 4", "5 6 v 7 8", sitting_out=(9,))
    seating = seat([last], (1, 3, 4, 5, 6, 7, 8, 9))
    assert seating.tables[0] == tables("1 9 v 5 6")[0]
    assert seating.reasons[9] == (SeatReason(ReasonCode.WON_STAYS), SeatReason(ReasonCode.KEEPS_PARTNER, other=1))
    assert effective_counts((1, 9), [last]) == {1: 0, 9: 1}


def test_with_fewer_tables_players_of_a_removed_one_sit_out():
    seating = seat([THREE], people(12), max_tables=2)
    assert seating.tables == tables("1 2 v 5 6", "3 9 v 4 10")
    assert seating.sitting_out == (7, 8, 11, 12)


def test_with_more_tables_again_the_bench_fills_the_new_ones():
    last = PlayedRound(tables("1 2 v 5 6", "3 9 v 4 10"), (7, 8, 11, 12), (0, 0))
    seating = seat([THREE, last], people(12))
    assert seating.tables == tables("1 2 v 3 9", "4 5 v 6 10", "7 11 v 8 12")
    assert seating.reasons[7][0] == SeatReason(ReasonCode.SAT_OUT_BEFORE)
    assert len(seating.reasons[7]) == 2


def test_the_round_after_an_override_follows_from_actual_seats():
    last = played("10 12 v 2 8", "6 9 v 5 7", "1 11 v 3 4")
    assert seat([THREE, last], people(12)).tables[0] == tables("10 12 v 6 9")[0]


def test_who_sat_out_twice_by_override_waits_until_all_have_twice():
    """5 sat out longer ago than 1, but more often."""
    sit_outs_by_round = [5, 5, 1, 2, 3, 4]
    history = [
        PlayedRound((table_of(*split([person for person in people(5) if person != out])),), (out,), (0,))
        for out in sit_outs_by_round
    ]
    assert seat(history, people(5)).sitting_out == (1,)


@pytest.mark.parametrize("count", [0, 3])
def test_fewer_than_four_cannot_play(count):
    assert LADDER.problem(count, 8) == Problem(ProblemCode.TOO_FEW_PEOPLE, "people", found=count, minimum=4)
    with pytest.raises(InvalidInput, match="too_few_people"):
        seat([], people(count))


def test_zero_tables_are_too_few():
    with pytest.raises(InvalidInput, match="too_few_tables"):
        seat([], people(8), max_tables=0)


def test_the_next_round_waits_for_the_results():
    with pytest.raises(InvalidInput, match="winners_missing"):
        seat([replace(TWO, winners=())], people(8))


def test_earlier_rounds_may_have_used_a_movement_without_winners():
    earlier = PlayedRound(tables("1 2 v 3 4"), (5,), ())
    assert seat([earlier, played("1 3 v 4 5", sitting_out=(2,))], people(5)).sitting_out == (4,)


def test_other_movements_choose_their_own_order_between_equals():
    assert choose_sitting_out(SeatingInput(people(6)), [], key=lambda person: (person,)) == (1, 2)
    assert choose_sitting_out(SeatingInput(people(6)), []) == (5, 6)


def test_seating_400_people_after_twelve_rounds_is_fast():
    history = []
    for _round in range(12):
        seating = seat(history, people(400))
        history.append(PlayedRound(seating.tables, seating.sitting_out, (0,) * 100))
    began = perf_counter()
    seating = seat(history, people(403))
    assert perf_counter() - began < 0.3
    assert all(isinstance(table, SeatedTable) for table in seating.tables)

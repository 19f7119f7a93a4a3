"""Rounds one after the other, by the ladder: winners up, losers down (RULES.md §2.1-2.3)."""

from collections import Counter

import pytest

from tests.party.builders import (
    draft,
    friday,
    friday_playing,
    next_round,
    party_state,
    play,
    play_round,
    seats,
    sit_outs,
    typed,
)
from whistclub.party.actions import results
from whistclub.party.movements import reasons_text

pytestmark = [pytest.mark.django_db, pytest.mark.writes, pytest.mark.alike]

FIRST, SECOND = (5, 3), (3, 5)


def people_at(found):
    """Who sits at each table, whatever the pairs."""
    return [sorted(name for pair in table for name in pair.split("+")) for table in seats(found)]


def reason_texts(found):
    names = {entrant.number: entrant.player.name for entrant in found.entrants.values()}
    return {assignment.entrant.player.name: reasons_text(assignment, names) for assignment in found.current.assignments}


def table_numbers(found):
    return {assignment.entrant.player.name: assignment.table for assignment in found.current.assignments}


# Small parties, written out from RULES.md §2.1. P1+P2 and P3+P4 begin at the top table.


def test_one_table_plays_the_three_pairings_in_turn(olga):
    made = friday(olga, count=4)
    seen = []
    for _each in range(4):
        seen += seats(next_round(made, olga))
        typed(made, olga, FIRST)
    assert seen == [["P1+P2", "P3+P4"], ["P1+P3", "P2+P4"], ["P1+P4", "P2+P3"], ["P1+P2", "P3+P4"]]


def test_two_tables(olga):
    made = friday_playing(olga, count=8)
    typed(made, olga, FIRST, SECOND)
    found = next_round(made, olga)
    assert seats(found)[0] == ["P1+P2", "P7+P8"]
    assert people_at(found)[1] == ["P3", "P4", "P5", "P6"]
    assert seats(found)[1] == ["P3+P5", "P4+P6"]


def test_three_tables(olga):
    made = friday_playing(olga, count=12)
    typed(made, olga, FIRST, FIRST, SECOND)
    found = next_round(made, olga)
    assert seats(found)[0] == ["P1+P2", "P5+P6"]  # W1 v W2, partners kept
    assert people_at(found)[1] == sorted(["P11", "P12", "P3", "P4"])  # W3, L1
    assert people_at(found)[2] == sorted(["P7", "P8", "P9", "P10"])  # L2, L3


def test_four_tables(olga):
    made = friday_playing(olga, count=16)
    typed(made, olga, FIRST, SECOND, FIRST, SECOND)
    found = next_round(made, olga)
    assert seats(found)[0] == ["P1+P2", "P7+P8"]  # W1 v W2
    assert people_at(found)[1] == sorted(["P9", "P10", "P3", "P4"])  # W3, L1
    assert people_at(found)[2] == sorted(["P15", "P16", "P5", "P6"])  # W4, L2
    assert people_at(found)[3] == sorted(["P11", "P12", "P13", "P14"])  # L3, L4


@pytest.mark.parametrize("count", [8, *(pytest.param(more, marks=pytest.mark.alike) for more in (12, 16, 20))])
def test_everyone_moves_by_the_rule_all_evening(olga, count):
    made = friday(olga, count=count)
    tables = count // 4
    next_round(made, olga)
    for number in range(1, 6):
        scores = [FIRST if (table * number) % 3 else SECOND for table in range(tables)]
        before = typed(made, olga, *scores)
        due = {}
        for table_state in before.current.tables:
            for side in (0, 1):
                goal = (
                    max(1, table_state.number - 1)
                    if side == table_state.winner
                    else min(tables, table_state.number + 1)
                )
                due |= dict.fromkeys(table_state.names(side), goal)
        assert table_numbers(next_round(made, olga)) == due


@pytest.mark.alike
def test_below_the_top_no_partners_stay_together(olga):
    made = friday(olga, count=16)
    before = seats(next_round(made, olga))
    for _each in range(5):
        typed(made, olga, FIRST, SECOND, SECOND, FIRST)
        now = seats(next_round(made, olga))
        kept = {pair for table in now[1:] for pair in table} & {pair for table in before for pair in table}
        assert kept == set()
        before = now


def test_a_pair_that_keeps_winning_stays_together_at_the_top(olga):
    made = friday(olga, count=8)
    for _each in range(4):
        found = next_round(made, olga)
        (side,) = [side for side, pair in enumerate(seats(found)[0]) if pair == "P1+P2"]
        typed(made, olga, FIRST if side == 0 else SECOND, FIRST)


def test_the_top_may_change_partners_too(olga):
    made = friday_playing(olga, count=8, top="swap")
    typed(made, olga, FIRST, FIRST)
    assert "P1+P2" not in seats(next_round(made, olga))[0]


def test_everyone_is_told_how_they_moved_and_with_whom(olga):
    made = friday_playing(olga, count=8)
    typed(made, olga, FIRST, SECOND)
    texts = reason_texts(next_round(made, olga))
    assert texts["P1"] == "Won at the top table, stays; stays with P2."
    assert texts["P7"] == "Won at table 2, moves up; stays with P8."
    assert texts["P3"] == "Lost at table 1, moves down; first time with P5."
    assert texts["P5"] == "Lost at the last table, stays; first time with P3."


def test_a_game_won_on_the_phone_moves_people_as_one_typed_from_paper(olga):
    by_phone, on_paper = friday(olga, count=8), friday(olga, count=8)
    for table_state in next_round(by_phone, olga).current.tables:
        play(table_state, (1, 13), (1, 13))
    play_round(on_paper, olga, SECOND, SECOND)
    assert seats(next_round(by_phone, olga)) == seats(next_round(on_paper, olga))


def test_the_winner_of_a_cut_moves_up(olga):
    made = friday_playing(olga, count=8)
    typed(made, olga, (4, 4), FIRST)
    results.record_cut(made, 1, 1, 1, by=olga, at=made.created_at)
    assert seats(next_round(made, olga))[0] == ["P3+P4", "P5+P6"]


# Sitting out


def test_one_too_many_sits_out_in_turn(olga):
    made = friday(olga, count=9)
    sat_out = Counter()
    for _each in range(9):
        sat_out.update(sit_outs(next_round(made, olga)))
        typed(made, olga, FIRST, SECOND)
    assert set(sat_out.values()) == {1}
    assert len(sat_out) == 9


@pytest.mark.alike
@pytest.mark.parametrize("count", [5, 6, 7, 9, 10, 11, 13])
def test_nobody_sits_out_twice_before_everyone_has_once(olga, count):
    made = friday(olga, count=count)
    sat_out = Counter({f"P{number}": 0 for number in range(1, count + 1)})
    for _each in range(5):
        found = next_round(made, olga)
        sat_out.update(sit_outs(found))
        assert max(sat_out.values()) - min(sat_out.values()) <= 1
        typed(made, olga, *[FIRST] * len(found.current.tables))


def test_the_losers_of_the_lowest_table_sit_out_first(olga):
    made = friday_playing(olga, count=9)
    typed(made, olga, FIRST, FIRST)
    # due at table 2: P3 and P4 (lost above), P7 and P8 (lost here); the last registered of the losers sits
    assert sit_outs(next_round(made, olga)) == ["P8"]


def test_a_returning_player_replaces_the_one_sitting_out(olga):
    made = friday_playing(olga, count=9)
    typed(made, olga, FIRST, FIRST)
    texts = reason_texts(next_round(made, olga))
    assert texts["P9"].startswith("Sat out last round; replaces P8; ")
    assert texts["P8"] == "First time sitting out; players take turns."


def test_with_fewer_tables_those_below_sit_out_or_move_up(olga):
    made = friday_playing(olga, count=12)
    typed(made, olga, FIRST, FIRST, FIRST)
    made.refresh_from_db()
    made.max_tables = 2
    made.save()
    found = next_round(made, olga)
    assert (len(found.current.tables), len(found.current.sitting_out)) == (2, 4)
    assert seats(found)[0] == ["P1+P2", "P5+P6"]


@pytest.mark.alike
def test_ten_rounds_of_an_evening_are_numbered_one_to_ten(olga):
    made = friday(olga, count=4)
    for _each in range(10):
        play_round(made, olga, FIRST)
    assert [round_state.round.number for round_state in party_state(made).announced] == list(range(1, 11))


# Other movements go through the same actions


@pytest.mark.parametrize("movement, count", [("meets", 10), ("swiss", 11), ("whist", 9), ("whist", 8)])
def test_other_movements_seat_an_evening(olga, movement, count):
    made = friday(olga, count=count, movement=movement, planned_rounds=4)
    for _each in range(4):
        found = next_round(made, olga, seating_method="draw")
        assert len(found.current.assignments) == count
        assert sum(len(table) for table in people_at(found)) == count - count % 4
        typed(made, olga, *[FIRST] * len(found.current.tables))


def test_swiss_fours_sit_by_the_standings(olga):
    made = friday(olga, count=8, movement="swiss")
    assert seats(next_round(made, olga)) == [["P1+P4", "P2+P3"], ["P5+P8", "P6+P7"]]
    typed(made, olga, (2, 9), (3, 8))
    assert people_at(next_round(made, olga)) == [["P2", "P3", "P6", "P7"], ["P1", "P4", "P5", "P8"]]


def test_a_draft_based_on_the_standings_follows_a_correction_of_any_round(olga):
    made = friday(olga, count=8, movement="swiss")
    for _each in range(2):
        play_round(made, olga, (2, 9), (3, 8))
    before = draft(made, olga, seed=1)
    results.type_result(made, 1, 1, (9, 2), by=olga, at=made.created_at)
    after = party_state(made)
    assert (seats(after) != seats(before), seats(after)) == (True, seats(draft(made, olga, seed=1)))

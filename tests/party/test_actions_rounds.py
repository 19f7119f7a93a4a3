"""Rounds one after the other, by the ladder: winners up, losers down (RULES.md §2.1-2.3)."""

import pytest

from tests.party.builders import (
    friday,
    friday_playing,
    next_round,
    play,
    play_round,
    seats,
    typed,
)
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


# Sitting out


def test_a_returning_player_replaces_the_one_sitting_out(olga):
    made = friday_playing(olga, count=9)
    typed(made, olga, FIRST, FIRST)
    texts = reason_texts(next_round(made, olga))
    assert texts["P9"].startswith("Sat out last round; replaces P8; ")
    assert texts["P8"] == "First time sitting out; players take turns."


# Other movements go through the same actions


@pytest.mark.parametrize("movement, count", [("meets", 10), ("swiss", 11), ("whist", 9), ("whist", 8)])
def test_other_movements_seat_an_evening(olga, movement, count):
    made = friday(olga, count=count, movement=movement, planned_rounds=4)
    for _each in range(4):
        found = next_round(made, olga, seating_method="draw")
        assert len(found.current.assignments) == count
        assert sum(len(table) for table in people_at(found)) == count - count % 4
        typed(made, olga, *[FIRST] * len(found.current.tables))

"""Tables that are given up: drawn for all four, or won by default."""

import pytest

from tests.party.builders import LATER, change, game_of, play, standings, table_at, type_in
from whistclub.party.actions import results, seating
from whistclub.party.refusals import CutRequired
from whistclub.play.models import Game
from whistclub.play.refusals import Closed

pytestmark = [pytest.mark.django_db, pytest.mark.writes]


def test_a_void_table_keeps_its_hands_and_is_locked(two_tables, olga):
    play(table_at(two_tables), (0, 9))
    change(results.declare_draw, two_tables, olga)
    game = game_of(two_tables)
    assert (game.state, game.locked, game.hands.count()) == (Game.State.STOPPED, True, 1)
    with pytest.raises(Closed):
        play(table_at(two_tables), (0, 9))


def test_a_void_table_needs_a_cut(two_tables, olga):
    change(results.declare_draw, two_tables, olga)
    type_in(two_tables, olga, (5, 3), table=2)
    with pytest.raises(CutRequired):
        seating.make_draft(two_tables, by=olga, at=LATER)


@pytest.mark.parametrize("side, winners", [(0, {"P1", "P2"}), (1, {"P3", "P4"})])
def test_a_side_can_win_by_default(two_tables, olga, side, winners):
    change(results.award_walkover, two_tables, olga, side)
    found = standings(two_tables)
    assert {name for name, line in found.items() if line.won} == winners
    assert sum(line.lost for line in found.values()) == 2


def test_the_last_ruling_counts(two_tables, olga):
    change(results.declare_draw, two_tables, olga)
    change(results.award_walkover, two_tables, olga, 1)
    assert (table_at(two_tables).winner, table_at(two_tables).table.ruled_draw) == (1, False)
    change(results.declare_draw, two_tables, olga)
    assert (table_at(two_tables).winner, table_at(two_tables).table.walkover_to) == (None, None)


@pytest.mark.parametrize("ruling", [(results.declare_draw,), (results.award_walkover, 1)])
def test_typing_a_result_cancels_the_ruling(two_tables, olga, ruling):
    change(ruling[0], two_tables, olga, *ruling[1:])
    type_in(two_tables, olga, (5, 3))
    assert (table_at(two_tables).winner, game_of(two_tables).state) == (0, Game.State.FINISHED)


@pytest.mark.parametrize("ruling", [(results.declare_draw,), (results.award_walkover, 1)])
def test_a_conceded_table_can_be_reopened_and_continued(two_tables, olga, ruling):
    play(table_at(two_tables), (0, 9))
    change(ruling[0], two_tables, olga, *ruling[1:])
    change(results.reopen_table, two_tables, olga)
    assert not table_at(two_tables).is_in
    assert play(table_at(two_tables), (0, 13)).totals == [10, 0]

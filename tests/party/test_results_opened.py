"""Tables that the organiser opens again, closes, or ends where they stand."""

import pytest

from tests.builders import link
from tests.party.builders import (
    LATER,
    change,
    friday_playing,
    game_of,
    play,
    table_at,
    type_in,
)
from whistclub.party.actions import results
from whistclub.play.entries import undo_hand
from whistclub.play.models import Game
from whistclub.play.refusals import Closed

pytestmark = [pytest.mark.django_db, pytest.mark.writes]


# Opened again


def test_after_reopening_the_phone_continues_where_it_was(two_tables, olga):
    play(table_at(two_tables), (0, 9), (1, 8))
    type_in(two_tables, olga, (5, 7))
    change(results.reopen_table, two_tables, olga)
    game = play(table_at(two_tables), (0, 7), (0, 7))
    assert (game.hands_scored, game.totals, game.state) == (4, [5, 2], Game.State.FINISHED)


def test_a_game_decided_by_its_hands_stays_finished_when_unlocked(two_tables, olga):
    play(table_at(two_tables), (0, 13), (0, 13))
    type_in(two_tables, olga, (5, 7))
    change(results.reopen_table, two_tables, olga)
    assert (game_of(two_tables).state, game_of(two_tables).winner, game_of(two_tables).reason) == (
        Game.State.FINISHED,
        0,
        "target",
    )


def test_reopening_the_table_discards_the_cut(two_tables, olga):
    type_in(two_tables, olga, (4, 4))
    change(results.record_cut, two_tables, olga, 1)
    change(results.reopen_table, two_tables, olga)
    assert table_at(two_tables).table.moving_winner is None


def test_typing_another_result_discards_the_cut(two_tables, olga):
    type_in(two_tables, olga, (4, 4))
    change(results.record_cut, two_tables, olga, 1)
    type_in(two_tables, olga, (6, 6))
    assert table_at(two_tables).moving_winner is None


# Closed and ended


def test_a_closed_table_keeps_its_result(two_tables, olga):
    over = play(table_at(two_tables), (0, 13), (0, 13))
    change(results.lock_table, two_tables, olga)
    assert (game_of(two_tables).totals, game_of(two_tables).locked) == (over.totals, True)
    with pytest.raises(Closed):
        undo_hand(link(over), over.hands.last().uid, by_seat=0, at=LATER)


@pytest.mark.parametrize("hands, winner", [([(0, 9)], 0), ([(1, 9)], 1), ([(0, 8), (1, 8)], None)])
def test_a_table_ended_early_is_won_by_the_leading_side(two_tables, olga, hands, winner):
    play(table_at(two_tables), *hands)
    change(results.end_table, two_tables, olga)
    game = game_of(two_tables)
    assert (game.state, game.winner, game.hands_scored) == (Game.State.FINISHED, winner, len(hands))


def test_a_tied_table_may_owe_one_more_hand(olga):
    made = friday_playing(olga, count=4, tie="extra")
    play(table_at(made), (0, 8), (1, 8))
    change(results.end_table, made, olga)
    assert game_of(made).state == Game.State.RUNNING
    assert play(table_at(made), (0, 7)).state == Game.State.FINISHED

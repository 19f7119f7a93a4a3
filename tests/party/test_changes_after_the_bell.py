"""Hands removed and corrected, tables reopened and minutes added after the bell."""

import pytest

from tests.builders import high, link
from tests.party.builders import AFTER, done, game_of, minutes, play, table_at, timed
from whistclub.party.actions import results, timer
from whistclub.play.entries import correct_hand, undo_hand
from whistclub.play.models import Game

pytestmark = pytest.mark.django_db


def fix(game, number, declarer, own, at=AFTER):
    old = game.hands.get(position=number, current=True)
    return correct_hand(link(game), high(number, declarer, own, replaces=old.uid), by_seat=0, at=at).game


def undo(game, at=AFTER):
    last = game.hands.filter(current=True).last()
    return undo_hand(link(game), last.uid, by_seat=0, at=at).game


def test_a_removed_last_hand_can_be_entered_again(olga):
    made = timed(olga)
    play(table_at(made), (0, 9), at=minutes(10))
    play(table_at(made), (0, 8), at=AFTER)
    assert undo(game_of(made)).state == Game.State.RUNNING
    game = play(table_at(made), (1, 13), at=minutes(22))
    assert (game.state, game.totals, game.winner) == (Game.State.FINISHED, [3, 7], 1)


def test_a_corrected_last_hand_is_still_the_last(olga):
    made = timed(olga)
    play(table_at(made), (0, 9), at=minutes(10))
    play(table_at(made), (0, 8), at=AFTER)
    game = fix(game_of(made), 2, 1, 13, at=minutes(22))
    assert (game.state, game.totals, game.winner) == (Game.State.FINISHED, [3, 7], 1)


def test_a_correction_that_ties_the_score_may_require_one_more_hand(olga):
    made = timed(olga, tie="extra")
    play(table_at(made), (0, 9), at=minutes(10))
    play(table_at(made), (0, 8), at=AFTER)
    assert fix(game_of(made), 2, 1, 9).state == Game.State.RUNNING
    assert play(table_at(made), (0, 7), at=minutes(25)).state == Game.State.FINISHED


def test_correcting_an_earlier_hand_after_the_bell_does_not_end_the_game(olga):
    made = timed(olga)
    play(table_at(made), (0, 9), (0, 8), at=minutes(10))
    game = fix(game_of(made), 1, 0, 7)
    assert (game.state, game.last_hand) == (Game.State.RUNNING, None)
    assert play(table_at(made), (0, 7), at=minutes(22)).state == Game.State.FINISHED


def test_a_game_won_before_the_bell_and_corrected_after_it_has_one_hand_left(olga):
    made = timed(olga)
    play(table_at(made), (0, 13), (0, 13), at=minutes(10))
    assert fix(game_of(made), 2, 0, 7).state == Game.State.RUNNING
    assert play(table_at(made), (0, 7), at=minutes(22)).state == Game.State.FINISHED


def test_a_game_won_before_the_bell_was_postponed_gets_the_new_bell(olga):
    made = timed(olga)
    play(table_at(made), (0, 13), (0, 13), at=minutes(10))
    timer.add_minutes(made, 10, by=olga, at=minutes(15))
    fix(game_of(made), 2, 0, 7, at=minutes(22))
    assert play(table_at(made), (0, 7), at=minutes(25)).state == Game.State.RUNNING
    assert play(table_at(made), (0, 7), at=minutes(31)).state == Game.State.FINISHED


def test_a_table_reopened_after_the_bell_has_one_hand_left(olga):
    made = timed(olga)
    play(table_at(made), (0, 9), at=minutes(10))
    done(game_of(made))
    results.reopen_table(made, 1, 1, by=olga, at=minutes(22))
    assert game_of(made).state == Game.State.RUNNING
    assert play(table_at(made), (1, 7), at=minutes(25)).state == Game.State.FINISHED


def test_adding_minutes_continues_a_game_whose_last_hand_was_removed(olga):
    made = timed(olga)
    play(table_at(made), (0, 9), at=minutes(10))
    play(table_at(made), (0, 8), at=AFTER)
    undo(game_of(made))
    timer.add_minutes(made, 10, by=olga, at=minutes(22))
    assert play(table_at(made), (0, 7), at=minutes(25)).state == Game.State.RUNNING
    assert play(table_at(made), (0, 7), at=minutes(33)).state == Game.State.FINISHED

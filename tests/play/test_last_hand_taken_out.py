"""Hands are taken out, and put back, of a game whose last hand a bell or an organiser named."""

from dataclasses import replace
from itertools import permutations
from uuid import uuid4

import pytest
from django.utils import timezone

from tests import builders
from tests.builders import NOON, high, link, record
from tests.play.party_games import fresh, game_of, ring
from tests.play.phone import phone, send
from tests.play.test_taken_out import agrees, current, put_back, result, take_out
from whistclub.club.models import Club
from whistclub.engine.options import LimitTie
from whistclub.engine.presets import PRESETS
from whistclub.play.actions.entries import taken_out
from whistclub.play.actions.lifecycle import continue_game, end_now
from whistclub.play.actions.party_games import reopen_result
from whistclub.play.actions.recording import correct_hand, undo_hand
from whistclub.play.models import Game

pytestmark = [pytest.mark.django_db, pytest.mark.writes]


def test_the_last_hand_after_the_bell_stays_the_last(bell, olga):
    game = game_of(bell)
    record(game, high(1, 0, 9), high(2, 0, 9), high(3, 1, 8))
    ring(bell, olga)
    assert send(phone(), fresh(game), number=4, tricks="7-6").status_code == 302
    assert (fresh(game).state, fresh(game).last_hand) == (Game.State.FINISHED, 4)
    take_out(game, 2, at=timezone.now())
    found = fresh(game)
    assert (found.state, found.last_hand, found.hands_scored, found.totals) == (Game.State.FINISHED, 3, 3, [4, 2])
    agrees(game)


@pytest.mark.parametrize("position", [1, 2, 3])
def test_put_back_it_counts_again_in_a_game_that_was_ended_early(game, olga, position):
    record(game, high(1, 0, 9), high(2, 0, 8), high(3, 1, 8), high(4, 1, 7))
    end_now(game, by=olga, at=NOON)
    before = result(game)
    take_out(game, position)
    assert (fresh(game).state, fresh(game).last_hand, fresh(game).hands_scored) == (Game.State.FINISHED, 3, 3)
    put_back(game, position)
    assert (result(game), fresh(game).last_hand) == (before, 4)


def test_a_hand_after_the_last_one_does_not_move_it(prairie, olga):
    game = builders.game(prairie, olga)
    record(game, *(high(number, number % 2, 8) for number in range(1, 5)))
    Game.objects.filter(pk=game.pk).update(last_hand=2)
    take_out(game, 3)
    assert (fresh(game).last_hand, fresh(game).hands_scored) == (2, 2)
    put_back(game, 3)
    assert (fresh(game).last_hand, fresh(game).hands_scored) == (2, 2)


def with_extra_hand(prairie: Club, olga) -> Game:
    """Ended early by the fourth hand, which made it a tie; a fifth decided."""
    rules = replace(PRESETS["neuralplay"], target=None, max_hands=13, limit_tie=LimitTie.EXTRA)
    game = builders.game(prairie, olga, rules=rules)
    record(game, high(1, 0, 9), high(2, 1, 9), high(3, 0, 8), high(4, 1, 8))
    Game.objects.filter(pk=game.pk).update(last_hand=4)
    return record(game, high(5, 0, 9)).game


@pytest.mark.parametrize("positions", [(4,), (5,), (4, 5), (5, 4), (4, 1), (1, 4), (3, 4), (4, 3, 5), (5, 3, 4)])
def test_put_back_every_hand_is_as_it_was_in_a_game_with_extra_hands(prairie: Club, olga, positions):
    game = with_extra_hand(prairie, olga)
    before = result(game)
    for order in permutations(positions):
        for position in positions:
            take_out(game, position)
        agrees(game)
        for position in order:
            put_back(game, position)
        assert (result(game), fresh(game).last_hand) == (before, 4)


def test_put_back_it_is_as_it_was_where_hands_after_it_were_undone(prairie, olga):
    game = with_extra_hand(prairie, olga)
    for position in (5, 4):
        undo_hand(link(game), uuid4(), current(game, position).uid, by_seat=0, at=NOON)
    take_out(game, 3)
    put_back(game, 3)
    assert (fresh(game).last_hand, fresh(game).hands_scored) == (4, 3)


@pytest.mark.parametrize("goes_on", [continue_game, reopen_result])
def test_put_back_it_moves_a_last_hand_that_was_named_after_it(game, olga, goes_on):
    record(game, high(1, 0, 8), high(2, 0, 8), high(3, 0, 8))
    end_now(game, by=olga, at=NOON)
    take_out(game, 3)
    goes_on(game, by=olga, at=NOON)
    record(game, high(4, 0, 8))
    end_now(game, by=olga, at=NOON)
    put_back(game, 3)
    found = fresh(game)
    assert (found.state, found.last_hand, found.hands_scored, found.totals) == (Game.State.FINISHED, 4, 4, [8, 0])
    agrees(game)


def test_the_last_hand_taken_out_twice_by_one_phone_is_taken_out_once(prairie, olga):
    game = with_extra_hand(prairie, olga)
    entry = taken_out(uuid4(), 4, replaces=current(game, 4).uid)
    assert [correct_hand(link(game), entry, by_seat=1, at=NOON).is_new for _each in range(2)] == [True, False]

"""What the bell does to the games of a round."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.builders import high, link, refusal_of
from tests.party.builders import (
    AFTER,
    BELL,
    bell_party,
    done,
    game_of,
    minutes,
    play,
    table_at,
    timed,
)
from tests.web.html import Html
from tests.web.party_site import run
from whistclub.party.actions import timer
from whistclub.play.entries import record_hand
from whistclub.play.models import Game, GameEvent
from whistclub.play.refusals import Closed

pytestmark = [pytest.mark.django_db, pytest.mark.writes, pytest.mark.alike]


# Games hear it


def test_all_tables_have_the_same_bell(olga):
    made = timed(olga, count=8)
    assert [game_of(made, number).bell_at for number in (1, 2)] == [BELL, BELL]


def test_before_the_bell_a_game_continues(olga):
    made = timed(olga)
    play(table_at(made), (0, 9), (0, 8), at=BELL - timedelta(seconds=1))
    assert game_of(made).state == Game.State.RUNNING


def test_the_first_hand_after_the_bell_ends_the_game(olga):
    made = timed(olga)
    play(table_at(made), (0, 9), at=minutes(10))
    game = play(table_at(made), (1, 7), at=AFTER)
    assert (game.state, game.winner, game.reason, game.totals) == (Game.State.FINISHED, 0, "hands", [3, 1])
    assert game.finished_at == AFTER


def test_no_hand_is_accepted_after_the_last(olga):
    made = timed(olga)
    play(table_at(made), (0, 9), at=AFTER)
    with pytest.raises(Closed):
        record_hand(link(game_of(made)), high(2, 0, 9), by_seat=0, at=AFTER)


def test_an_already_finished_game_is_unchanged(olga):
    made = timed(olga, count=8)
    over = play(table_at(made), (0, 13), (0, 13), at=minutes(10))
    play(table_at(made, 2), (0, 9), at=AFTER)
    fresh = game_of(made)
    assert (fresh.totals, fresh.reason, fresh.finished_at, fresh.last_hand) == ([14, 0], "target", minutes(10), None)
    assert fresh.hands.count() == over.hands.count()


def test_adding_minutes_after_the_bell_continues_games(olga):
    made = timed(olga)
    timer.add_minutes(made, 10, by=olga, at=AFTER)
    assert play(table_at(made), (0, 9), at=minutes(25)).state == Game.State.RUNNING
    assert play(table_at(made), (0, 9), at=minutes(32)).state == Game.State.FINISHED


# Level at the end


def test_a_tie_at_the_last_hand_may_require_one_more(olga):
    made = timed(olga, tie="extra")
    play(table_at(made), (0, 8), at=minutes(10))
    assert play(table_at(made), (1, 8), at=AFTER).state == Game.State.RUNNING
    game = play(table_at(made), (1, 7), at=minutes(25))
    assert (game.state, game.winner, game.hands_scored) == (Game.State.FINISHED, 1, 3)


# A table ends its game between two hands


def test_a_table_between_two_hands_ends_its_game_after_the_bell(olga):
    made = timed(olga)
    play(table_at(made), (0, 9), at=minutes(10))
    game = done(game_of(made))
    assert (game.state, game.winner, game.finished_at) == (Game.State.FINISHED, 0, AFTER)


def test_no_table_is_done_before_the_bell(olga):
    made = timed(olga)
    play(table_at(made), (0, 9), at=minutes(10))
    with refusal_of("page_is_old"):
        done(game_of(made), at=minutes(19))


def test_no_table_is_done_before_the_first_hand(olga):
    made = timed(olga)
    with refusal_of("nothing_played"):
        done(game_of(made))


def test_a_second_phone_gets_the_same_result(olga):
    made = timed(olga)
    play(table_at(made), (0, 9), at=minutes(10))
    done(game_of(made))
    assert done(game_of(made)).state == Game.State.FINISHED
    assert game_of(made).events.filter(kind=GameEvent.Kind.ENDED_EARLY).count() == 1


def test_in_a_bell_round_the_desk_reminds_of_a_timer_that_does_not_run(organiser, olga):
    made = bell_party(olga)
    console = run(made, "console")
    assert "The timer is not running." in Html(organiser.get(console)).text
    timer.start(made, 20, by=olga, at=timezone.now())
    assert "The timer is not running." not in Html(organiser.get(console)).text

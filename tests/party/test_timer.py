"""The timer of a round: started, halted, going on, put forward and back, and as the server tells it."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.builders import NOON
from tests.party.builders import (
    AFTER,
    BELL,
    bell_party,
    friday,
    friday_playing,
    game_of,
    logged,
    minutes,
    next_round,
    party_state,
    play,
    table_at,
    timed,
    typed,
)
from tests.web.html import Html
from whistclub.party.actions import seating, timer
from whistclub.party.actions.timer import timer_of
from whistclub.party.state import StalePartyState
from whistclub.play.models import Game

pytestmark = pytest.mark.django_db


def clock(of):
    found = party_state(of).party.now
    return found.bell_at, found.seconds_left


def test_the_bell_rings_after_the_set_minutes(olga):
    made = timed(olga)
    assert clock(made) == (BELL, None)
    assert logged(made)[-1].sentence == "Timer started: 20 min"


def test_a_paused_timer_resumes_with_its_remaining_time(olga):
    made = timed(olga)
    timer.pause(made, by=olga, at=minutes(12))
    timer.resume(made, by=olga, at=minutes(30))
    assert clock(made) == (minutes(38), None)


def test_a_round_played_again_has_no_timer(olga):
    made = timed(olga)
    typed(made, olga, (5, 3))
    next_round(made, olga)
    seating.undo_round(made, 2, sure=True, by=olga, at=AFTER)
    assert clock(made) == (None, None)
    assert table_at(made).game.bell_at is None


@pytest.mark.parametrize("more, bell_at", [(5, 25), (-5, 15), (-19, 2)])
def test_minutes_are_added_to_a_running_timer_but_none_that_are_over(olga, more, bell_at):
    made = timed(olga)
    timer.add_minutes(made, more, by=olga, at=minutes(2))
    assert clock(made) == (minutes(bell_at), None)


@pytest.mark.parametrize("more, left", [(5, 13), (-5, 3), (-20, 0)])
def test_minutes_are_added_to_a_paused_timer(olga, more, left):
    made = timed(olga)
    timer.pause(made, by=olga, at=minutes(12))
    timer.add_minutes(made, more, by=olga, at=minutes(15))
    assert clock(made) == (None, left * 60)


def test_after_the_bell_more_minutes_count_from_now(olga):
    made = timed(olga)
    timer.add_minutes(made, 5, by=olga, at=minutes(23))
    assert clock(made) == (minutes(28), None)


def test_the_bell_may_be_rung_by_hand(olga):
    made = bell_party(olga)
    timer.ring(made, by=olga, at=minutes(3))
    assert clock(made) == (minutes(3), None)
    assert logged(made)[-1].sentence == "Bell rung"


def test_without_a_round_there_is_no_timer(olga):
    made = friday(olga, count=4, round_end="bell", hands=None)
    for act in (timer.ring, timer.pause, timer.resume):
        with pytest.raises(StalePartyState):
            act(made, by=olga, at=NOON)
    for act in (timer.start, timer.add_minutes):
        with pytest.raises(StalePartyState):
            act(made, 5, by=olga, at=NOON)


@pytest.mark.parametrize("round_end", ["hands", "target"])
def test_a_party_that_does_not_play_to_the_bell_may_have_a_timer_that_ends_no_game(olga, round_end):
    made = friday_playing(olga, count=4, round_end=round_end)
    timer.ring(made, by=olga, at=NOON)
    play(table_at(made), (0, 9), at=AFTER)
    assert (game_of(made).bell_at, game_of(made).state) == (None, Game.State.RUNNING)


@pytest.mark.parametrize(
    ("settings", "rings_at"),
    [({"minutes": 20}, BELL), ({"minutes": None}, None), ({"minutes": 20, "round_end": "hands", "hands": 8}, None)],
)
def test_in_bell_rounds_of_so_many_minutes_the_timer_starts_with_the_round(olga, settings, rings_at):
    made = bell_party(olga, **settings)
    assert clock(made) == (rings_at, None)
    assert game_of(made).bell_at == rings_at


MILLISECONDS = int(NOON.timestamp() * 1000)


@pytest.fixture
def party(olga):
    return friday_playing(olga, count=4)


def face(of, **later):
    return timer_of(party_state(of), NOON + timedelta(**later))


def shown(of, name="public"):
    found = Html(Client().get(reverse(f"party:{name}", args=[of.code])))
    return [each for each in found.find("div") if "data-timer" in each.attributes]


def test_a_running_clock_follows_server_time(party, olga):
    timer.start(party, 20, by=olga, at=NOON)
    found = face(party, seconds=55)
    assert (found.state, found.now, found.bell) == ("running", MILLISECONDS + 55_000, MILLISECONDS + 20 * 60_000)
    assert (found.seconds_left, found.face, found.is_last_minute) == (19 * 60 + 5, "19:05", False)


def test_the_clock_rounds_seconds_up(party, olga):
    timer.start(party, 1, by=olga, at=NOON)
    assert face(party, milliseconds=1).face == "1:00"
    assert face(party, milliseconds=59_001).face == "0:01"


def test_after_the_bell_the_clock_keeps_showing_that_it_rang(party, olga):
    timer.start(party, 20, by=olga, at=NOON)
    assert face(party, minutes=20).state == "rung"
    assert (face(party, hours=3).state, face(party, hours=3).face) == ("rung", "0:00")


@pytest.mark.parametrize("name", ["public", "projector"])
def test_pages_contain_the_clock_data(party, olga, name):
    bell = timezone.now() + timedelta(seconds=30)
    timer.start(party, 1, by=olga, at=bell - timedelta(minutes=1))
    (found,) = shown(party, name)
    assert (found["data-state"], found["data-bell"]) == ("running", str(round(bell.timestamp() * 1000)))
    assert abs(int(found["data-now"]) - bell.timestamp() * 1000 + 30_000) < 5_000
    assert "data-last" in found.attributes


def test_with_a_bell_the_current_hand_is_the_last(olga):
    party = friday_playing(olga, count=4, round_end="bell", hands=None, minutes=20)
    timer.ring(party, by=olga, at=timezone.now())
    (found,) = shown(party)
    assert "Finish the hand you are playing; it is the last." in found.text

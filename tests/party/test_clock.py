"""The round's clock as the server tells it."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.builders import NOON
from tests.party.builders import friday, friday_playing, next_round, party_state, typed
from tests.web.html import Html
from whistclub.party.actions import seating, timer
from whistclub.party.timer import timer_of

pytestmark = pytest.mark.django_db

MILLISECONDS = int(NOON.timestamp() * 1000)


@pytest.fixture
def party(olga):
    return friday_playing(olga, count=4)


def clock(of, **later):
    return timer_of(party_state(of), NOON + timedelta(**later))


def shown(of, name="public"):
    found = Html(Client().get(reverse(f"party:{name}", args=[of.code])))
    return [each for each in found.find("div") if "data-timer" in each.attributes]


def test_without_a_round_there_is_no_clock(olga):
    assert clock(friday(olga, count=4)).state == "none"


def test_a_running_clock_follows_server_time(party, olga):
    timer.start(party, 20, by=olga, at=NOON)
    found = clock(party, seconds=55)
    assert (found.state, found.now, found.bell) == ("running", MILLISECONDS + 55_000, MILLISECONDS + 20 * 60_000)
    assert (found.seconds_left, found.face, found.is_last_minute) == (19 * 60 + 5, "19:05", False)


def test_the_clock_rounds_seconds_up(party, olga):
    timer.start(party, 1, by=olga, at=NOON)
    assert clock(party, milliseconds=1).face == "1:00"
    assert clock(party, milliseconds=59_001).face == "0:01"


def test_after_the_bell_the_clock_keeps_showing_that_it_rang(party, olga):
    timer.start(party, 20, by=olga, at=NOON)
    assert clock(party, minutes=20).state == "rung"
    assert (clock(party, hours=3).state, clock(party, hours=3).face) == ("rung", "0:00")


def test_adding_minutes_after_the_bell_restarts_the_timer(party, olga):
    timer.start(party, 1, by=olga, at=NOON)
    timer.add_minutes(party, 5, by=olga, at=NOON + timedelta(minutes=3))
    assert (clock(party, minutes=3).state, clock(party, minutes=3).face) == ("running", "5:00")


def test_a_round_that_is_over_has_no_clock_even_when_the_next_is_undone(party, olga):
    timer.start(party, 20, by=olga, at=NOON)
    typed(party, olga, (13, 7))
    next_round(party, olga)
    assert clock(party).state == "none"
    seating.undo_round(party, 2, sure=True, by=olga, at=NOON)
    assert clock(party).state == "none"


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

"""A game may have been on another day: its times move, and everything that follows the order of play with them."""

import sqlite3
from collections import Counter
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.db import connection
from django.urls import reverse

from tests.builders import FOUR, NOON, game, high, link, play_out, record, refusal_of
from tests.play.phone import pad_url, phone
from tests.stats.snapshot import stored_and_recounted
from tests.web.html import Html
from whistclub.archive.bin import put
from whistclub.ops.integrity import disagreements
from whistclub.play.changing import LinkGone
from whistclub.play.entries import record_hand
from whistclub.play.games import end_now, move_game, moved
from whistclub.play.models import Game
from whistclub.play.start import NewGame, start_game
from whistclub.play.statistics import bring_up_to_date, note_changes
from whistclub.stats.evening import evening_of
from whistclub.stats.models import GameFact, PlayerGame

pytestmark = pytest.mark.django_db


TODAY = date(2026, 3, 7)
BEFORE = date(2026, 2, 14)
LATE = NOON + timedelta(hours=9)


def times(of):
    of.refresh_from_db()
    return of.started_at, of.finished_at


@pytest.fixture
def over(prairie, olga):
    return play_out(game(prairie, olga))


def test_a_game_keeps_its_time_of_day_and_how_long_it_took(over, olga):
    began, ended = times(over)
    move_game(over, BEFORE, by=olga, at=LATE)
    assert times(over) == (began - timedelta(days=21), ended - timedelta(days=21))


def test_ratings_and_evenings_are_exact_after_a_game_moved_before_all_others(prairie, olga):
    for _number in range(3):
        play_out(game(prairie, olga))
    for _number in range(2):
        made = game(prairie, olga)
        made = record(made, high(1, 1, 9)).game
        end_now(made, by=olga, at=NOON)
    bring_up_to_date()
    first = list(PlayerGame.objects.order_by("game", "seat").values_list("mu", flat=True))
    last = Game.objects.order_by("pk").last()
    move_game(last, BEFORE, by=olga, at=LATE)
    bring_up_to_date()
    assert list(PlayerGame.objects.order_by("game", "seat").values_list("mu", flat=True)) != first
    assert Counter(GameFact.objects.values_list("day", flat=True)) == {BEFORE: 1, TODAY: 4}
    assert disagreements(prairie) == []
    for what, kept, counted in stored_and_recounted(prairie):
        assert kept == counted, what
    move_game(last, TODAY, by=olga, at=LATE)
    bring_up_to_date()
    assert list(PlayerGame.objects.order_by("game", "seat").values_list("mu", flat=True)) == first
    assert disagreements(prairie) == []


def test_a_game_in_progress_can_move_and_its_pad_still_writes(prairie, olga):
    made = game(prairie, olga)
    move_game(made, date(2025, 3, 7), by=olga, at=LATE)
    made = record_hand(link(made), high(1, 0, 9), by_seat=0, at=LATE).game
    assert evening_of(made.started_at, prairie) == date(2025, 3, 7)
    end_now(made, by=olga, at=LATE)
    bring_up_to_date()
    fact = GameFact.objects.get()
    assert fact.day == date(2025, 3, 7)
    assert disagreements(prairie) == []


def test_an_end_that_was_put_in_long_after_never_comes_to_lie_in_the_future(over, olga):
    Game.objects.update(started_at=NOON - timedelta(days=400), finished_at=NOON)
    over.refresh_from_db()
    move_game(over, date(2026, 3, 1), by=olga, at=LATE)
    assert times(over) == (datetime(2026, 3, 1, 18, tzinfo=UTC), LATE)


def test_a_game_of_a_party_or_of_the_bin_does_not_move_alone(over, olga):
    put(over, by=olga, at=NOON)
    with pytest.raises(LinkGone):
        move_game(over, BEFORE, by=olga, at=LATE)
    Game.objects.update(party_code="evening1", binned_at=None)
    with refusal_of("belongs_to_party"):
        move_game(over, BEFORE, by=olga, at=LATE)


def local(club, moment):
    return moment.astimezone(ZoneInfo(club.time_zone)).replace(tzinfo=None)


@pytest.mark.parametrize("zone", ["America/Chicago", "Europe/Oslo", "Australia/Lord_Howe", "Asia/Kathmandu"])
@pytest.mark.parametrize("hour", [0, 2, 3, 4, 12, 23])
def test_the_time_of_day_stays_when_the_clocks_change(prairie, zone, hour):
    """Over every night of two years; in the hour that clocks leave out it is as near as can be."""
    prairie.time_zone = zone
    began = datetime(2026, 3, 3, hour, 30, tzinfo=UTC)
    wrong = []
    for days in range(730):
        day = date(2024, 6, 1) + timedelta(days=days)
        there = local(prairie, moved(began, day - evening_of(began, prairie), prairie))
        assert evening_of(moved(began, day - evening_of(began, prairie), prairie), prairie) == day
        if there.time() != local(prairie, began).time():
            wrong.append(abs(there - datetime.combine(there, local(prairie, began).time())))
    assert len(wrong) <= 2
    assert all(each <= timedelta(hours=1) for each in wrong)


# The page


@pytest.fixture
def page(organiser, over):
    address = reverse("play:other_day", args=[over.club.slug, over.code])
    return lambda data: organiser.post(address, data, follow=True)


def test_the_organiser_changes_the_day_and_changes_it_back(page, over):
    before = times(over)
    answer = page({"day": "2026-02-14"})
    assert "It was played on 14 Feb 2026." in answer.text
    assert 'value="2026-02-14"' in answer.text
    page({"day": "2026-03-07"})
    assert times(over) == before


@pytest.mark.parametrize(
    "typed, words",
    [
        ("", "Choose the day."),
        ("yesterday", "This is not a date."),
        ("2026-02-30", "This is not a date."),
        ("2026-02-14\x00", "This is not a date."),
        ("２０２６-02-14" * 5000, "This is not a date."),
        ("0001-01-01", "Check the year."),
        ("9999-12-31", "Check the year."),
        ("2099-01-01", "This day is in the future."),
    ],
)
def test_what_is_no_day_is_said_beside_the_field(page, over, typed, words):
    before = times(over)
    answer = page({"day": typed})
    assert answer.status_code == 422
    assert words in answer.text
    assert times(over) == before


# Past midnight in UTC, an evening before in Chicago (six hours behind) and in Honolulu (ten).
STARTED = datetime(2026, 3, 7, 2, 30, tzinfo=UTC)
ENTERED = datetime(2026, 3, 7, 2, 41, tzinfo=UTC)


@pytest.fixture
def evening(prairie, olga):
    game = start_game(prairie, NewGame(FOUR, "neuralplay", 0), by=olga, at=STARTED)
    record_hand(link(game), high(1, 0, 9), by_seat=0, at=ENTERED)
    return game


def test_the_pads_history_uses_the_clubs_time(evening):
    text = Html(phone().get(pad_url(evening, "pad_log"))).text
    assert "6 Mar 2026, 20:41 · Ann’s phone" in text
    assert "6 Mar 2026, 20:30 · Olga" in text


def test_the_organisers_game_page_uses_the_clubs_time(evening, organiser, prairie):
    url = reverse("play:game", args=[prairie.slug, evening.code])
    assert "6 Mar 2026, 20:41" in Html(organiser.get(url)).text


def test_more_games_than_a_statement_takes_values_can_move_to_another_evening(evening):
    if connection.vendor == "sqlite":
        usual = connection.connection.setlimit(sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER, 999)
    try:
        note_changes([evening.pk, *range(10**6, 10**6 + 1000)])
    finally:
        if connection.vendor == "sqlite":
            connection.connection.setlimit(sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER, usual)
    evening.refresh_from_db()
    assert evening.awaits_statistics

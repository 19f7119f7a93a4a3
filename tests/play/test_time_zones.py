"""Times are stored in UTC and shown as the clocks at the club say."""

import sqlite3
from datetime import UTC, datetime

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from tests.builders import FOUR, high, link
from tests.play.phone import pad_url, phone
from tests.web.html import Html
from whistclub.play.entries import record_hand
from whistclub.play.games import NewGame, end_without_result, start_game
from whistclub.play.statistics import note_changes

pytestmark = pytest.mark.django_db

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


def test_the_watching_page_uses_the_clubs_date(evening):
    assert "6 Mar 2026" in Html(Client().get(reverse("play:watch", args=[evening.code]))).text


def test_the_organisers_game_page_uses_the_clubs_time(evening, organiser, prairie):
    url = reverse("play:game", args=[prairie.slug, evening.code])
    assert "6 Mar 2026, 20:41" in Html(organiser.get(url)).text


def test_lists_of_games_use_the_clubs_time(evening, organiser, prairie, olga):
    assert "6 Mar 2026, 20:30" in Html(organiser.get(reverse("play:tonight", args=[prairie.slug]))).text
    end_without_result(evening, by=olga, at=ENTERED)
    assert "6 Mar 2026, 20:30" in Html(organiser.get(reverse("play:history", args=[prairie.slug]))).text


def test_a_club_in_another_time_zone_sees_its_own_time(evening, prairie):
    prairie.time_zone = "Pacific/Honolulu"
    prairie.save()
    assert "6 Mar 2026, 16:41" in Html(phone().get(pad_url(evening, "pad_log"))).text


def test_the_result_is_shown_above_the_deciding_hand(evening):
    for number in range(2, 6):
        record_hand(link(evening), high(number, 0, 9), by_seat=0, at=ENTERED.replace(minute=41 + number))
    lines = Html(phone().get(pad_url(evening, "pad_log"))).texts("li", css="log-line")
    assert ["Game ended" in lines[0], "Hand 5" in lines[1]] == [True, True]


@pytest.mark.writes
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

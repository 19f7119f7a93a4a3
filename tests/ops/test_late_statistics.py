"""Statistics learn of games while people go on entering hands, reading, checking and rebuilding."""

import threading
import time
from contextlib import suppress
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse

from tests import builders
from tests.builders import NOON, game, play_out
from tests.two_at_once import PATIENCE, Other, as_far_as_it_goes
from whistclub.club.settings import change_settings
from whistclub.ops import integrity, upkeep
from whistclub.play import statistics, stats_feed
from whistclub.play.games import set_excluded
from whistclub.play.models import Game
from whistclub.play.statistics import bring_up_to_date
from whistclub.stats.models import GameFact
from whistclub.stats.update import facts
from whistclub.web.transactions import write_transaction

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.writes]


@pytest.fixture
def organised():
    return builders.organiser()


@pytest.fixture
def olga(organised):
    return organised[0]


@pytest.fixture
def club(organised):
    return organised[1]


def after_reading(monkeypatch, work):
    """Once games were read for statistics, start this work in another connection; a list of it."""
    read, others = stats_feed.Reader.finished, []

    def read_then_work(reader, games, details=None):
        found = read(reader, games, details)
        if not others:
            others.append(Other(work))
            as_far_as_it_goes(others[0])
        return found

    monkeypatch.setattr(stats_feed.Reader, "finished", read_then_work)
    return others


def results_page(club):
    club.shown_to_strangers = "names"
    club.save()
    return Client().get(reverse("stats:results", args=[club.slug]))


def marked():
    return set(Game.objects.filter(awaits_statistics=True).values_list("pk", flat=True))


def counted():
    return set(GameFact.objects.values_list("game", flat=True))


def rebuild(club):
    integrity.rebuild(club)


def checked():
    out = StringIO()
    with suppress(SystemExit):
        call_command("check_books", stdout=out, stderr=StringIO())
    return out.getvalue()


@pytest.mark.parametrize("work", [bring_up_to_date, rebuild])
def test_what_changes_while_statistics_read_it_is_taken_in_later_and_nobody_waits(club, olga, monkeypatch, work):
    played = play_out(game(club, olga))
    others = after_reading(monkeypatch, lambda: set_excluded(played, excluded=True, by=olga, at=NOON))
    work(club)
    assert connection.vendor == "sqlite" or not others[0].is_alive()
    others[0].end()
    assert (marked(), counted()) == ({played.pk}, {played.pk})
    bring_up_to_date(club)
    assert (marked(), counted()) == (set(), set())


def test_a_rebuild_beside_the_upkeep_is_no_deadlock(club, olga, monkeypatch):
    played = play_out(game(club, olga))
    others = after_reading(monkeypatch, bring_up_to_date)
    rebuild(club)
    others[0].end()
    assert (marked(), counted()) == (set(), {played.pk})


def test_a_game_that_somebody_holds_is_not_waited_for_with_the_facts_locked(club, olga, monkeypatch):
    played = play_out(game(club, olga))

    def change():
        with transaction.atomic():
            Game.objects.select_for_update().get(pk=played.pk)
            facts.lock_facts(club)

    others = after_reading(monkeypatch, change)
    bring_up_to_date(club)
    others[0].end()
    bring_up_to_date(club)
    assert (marked(), counted()) == (set(), {played.pk})


def test_games_taken_in_while_the_club_moves_are_on_their_evening_in_the_new_time_zone(club, olga):
    play_out(game(club, olga))
    with write_transaction():
        change_settings(club, {"time_zone": "Pacific/Auckland"}, by=olga, at=NOON)
        other = Other(bring_up_to_date)
        as_far_as_it_goes(other)
    other.end()
    assert GameFact.objects.get().day == NOON.date() + timedelta(days=1)


@pytest.mark.skipif("connection.vendor != 'sqlite'", reason="PostgreSQL locks rows")
def test_a_page_is_shown_with_statistics_as_they_are_where_the_database_stays_locked(club, olga):
    played = play_out(game(club, olga))
    assert not counted()
    writes, may_end = threading.Event(), threading.Event()

    def write():
        # Not a turn of this process, so on SQLite as another process would.
        with transaction.atomic():
            facts.lock_facts(club)
            writes.set()
            may_end.wait(PATIENCE)

    club.shown_to_strangers = "names"
    club.save()
    other = Other(write)
    writes.wait(PATIENCE)
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout = 100")
    page = Client().get(reverse("stats:results", args=[club.slug]))
    connection.close()
    may_end.set()
    other.end()
    assert page.status_code == 200
    assert not counted()
    assert results_page(club).status_code == 200
    assert counted() == {played.pk}


def test_a_reader_takes_in_no_more_games_than_a_page_can_wait_for(club, olga, monkeypatch):
    monkeypatch.setattr(statistics, "AT_ONCE", 1)
    monkeypatch.setattr(statistics, "MOST_FOR_READER", 2)
    for _game in range(3):
        play_out(game(club, olga))
    results_page(club)
    assert (len(marked()), len(counted())) == (1, 2)


def test_a_game_that_cannot_be_read_holds_up_no_other_and_is_reported(club, olga, monkeypatch, caplog):
    monkeypatch.setattr(statistics, "_failed", set())
    broken, whole = (play_out(game(club, olga)) for _game in range(2))
    hand = broken.hands.filter(position=1)
    hand.update(contract="torn")
    assert results_page(club).status_code == 200
    assert (marked(), counted()) == ({broken.pk}, {whole.pk})
    assert caplog.text.count(f"the game with the key {broken.pk}.") == 1
    caplog.clear()
    bring_up_to_date()
    assert not caplog.text
    assert f"Prairie: game {broken.code}: cannot be read: " in checked()
    rebuild(club)
    assert (marked(), counted()) == ({broken.pk}, {whole.pk})
    hand.update(contract="high")
    statistics.note_changes([broken.pk])
    assert "everything agrees" in checked()
    bring_up_to_date()
    assert (marked(), counted()) == (set(), {broken.pk, whole.pk})


def test_others_write_between_two_transactions_of_the_upkeep(club, olga, monkeypatch):
    monkeypatch.setattr(statistics, "AT_ONCE", 1)
    for _ in range(6):
        play_out(game(club, olga))
    before = []

    def write():
        with write_transaction():
            before.append(GameFact.objects.count())

    others = after_reading(monkeypatch, write)
    bring_up_to_date(gives_way=True)
    others[0].end()
    assert (before[0] < 6, len(counted())) == (True, 6)


def test_the_upkeep_goes_on_after_any_error(club, olga, monkeypatch, caplog):
    played = play_out(game(club, olga))
    tried = []

    def fail_once(**options):
        tried.append(1)
        if len(tried) == 1:
            raise RuntimeError("no such luck")
        bring_up_to_date(**options)

    monkeypatch.setattr(upkeep, "SECONDS_BETWEEN", 0.01)
    monkeypatch.setattr(upkeep, "bring_up_to_date", fail_once)
    monkeypatch.setattr(upkeep, "back_up", lambda: None)
    stop = upkeep.start_upkeep()
    try:
        end = time.monotonic() + PATIENCE
        while marked() and time.monotonic() < end:
            time.sleep(0.01)
    finally:
        stop()
    assert counted() == {played.pk}
    assert "no such luck" in caplog.text

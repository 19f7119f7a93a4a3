"""Statistics learn of games while people go on entering hands, reading, checking and rebuilding."""

from contextlib import suppress
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import transaction

from tests import builders
from tests.builders import NOON, game, play_out
from tests.two_at_once import Other, as_far_as_it_goes
from whistclub.club.models import Club
from whistclub.club.settings import change_settings
from whistclub.ops import integrity
from whistclub.play import statistics
from whistclub.play.games import set_excluded
from whistclub.play.models import Game
from whistclub.play.statistics import bring_up_to_date
from whistclub.stats import update
from whistclub.stats.models import GameFact
from whistclub.web.transactions import write_transaction

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


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
    read, others = statistics.Reader.finished, []

    def read_then_work(reader, games):
        found = read(reader, games)
        if not others:
            others.append(Other(work))
            as_far_as_it_goes(others[0])
        return found

    monkeypatch.setattr(statistics.Reader, "finished", read_then_work)
    return others


def marked():
    return set(Game.objects.filter(awaits_statistics=True).values_list("pk", flat=True))


def counted():
    return set(GameFact.objects.values_list("game", flat=True))


def checked():
    out = StringIO()
    with suppress(SystemExit):
        call_command("check_books", stdout=out, stderr=StringIO())
    return out.getvalue()


def forgotten(of):
    """As after a crash between a commit and what follows it."""
    update.replace_facts(of.club, [of.pk], [])
    Game.objects.filter(pk=of.pk).update(awaits_statistics=True)
    return of


@pytest.mark.parametrize("work", [bring_up_to_date, lambda: integrity.rebuild(Club.objects.get())])
def test_what_changes_while_statistics_read_it_is_taken_in_after_it_and_nobody_waits(club, olga, monkeypatch, work):
    played = forgotten(play_out(game(club, olga)))
    others = after_reading(monkeypatch, lambda: set_excluded(played, excluded=True, by=olga, at=NOON))
    work()
    others[0].end()
    bring_up_to_date()
    assert (marked(), counted()) == (set(), set())


def test_games_taken_in_while_the_club_moves_are_on_their_evening_in_the_new_time_zone(club, olga):
    forgotten(play_out(game(club, olga)))
    with write_transaction():
        change_settings(club, {"time_zone": "Pacific/Auckland"}, by=olga, at=NOON)
        other = Other(bring_up_to_date)
        as_far_as_it_goes(other)
    other.end()
    assert GameFact.objects.get().day == NOON.date() + timedelta(days=1)


def test_a_finished_game_is_known_once_it_is_stored_and_a_start_heals_what_a_crash_left(club, olga):
    played = play_out(game(club, olga))
    assert (marked(), counted()) == (set(), {played.pk})
    forgotten(played)
    bring_up_to_date()
    assert (marked(), counted()) == (set(), {played.pk})


def test_nobody_waits_for_what_follows_a_commit(club, olga):
    with write_transaction():
        saved = Other(lambda: game(club, olga))
        transaction.on_commit(saved.end)
    assert Game.objects.count() == 1


def test_an_old_game_is_rated_with_all_that_follow_in_short_transactions(club, olga, monkeypatch):
    played = [play_out(game(club, olga)) for _game in range(8)]
    monkeypatch.setattr(update, "RATED_AT_ONCE", 3)
    set_excluded(played[1], excluded=True, by=olga, at=NOON)
    assert integrity.disagreements(club) == []


def test_a_game_that_cannot_be_read_holds_up_no_other_and_is_reported(club, olga, caplog):
    broken, whole = (forgotten(play_out(game(club, olga))) for _game in range(2))
    hand = broken.entries.filter(position=1)
    hand.update(contract="torn")
    bring_up_to_date()
    assert (marked(), counted()) == ({broken.pk}, {whole.pk})
    assert f"Statistics cannot take in game {broken.code}." in caplog.text
    assert f"Prairie: game {broken.code}: cannot be read: " in checked()
    integrity.rebuild(club)
    assert (marked(), counted()) == ({broken.pk}, {whole.pk})
    hand.update(contract="high")
    assert "everything agrees" in checked()
    bring_up_to_date()
    assert (marked(), counted()) == (set(), {broken.pk, whole.pk})


def test_no_fault_of_statistics_refuses_a_hand(club, olga, monkeypatch, caplog):
    def fail(*_games):
        raise RuntimeError("no such luck")

    monkeypatch.setattr(update, "replace_facts", fail)
    played = play_out(game(club, olga))
    assert (played.state, marked()) == ("finished", {played.pk})
    assert "no such luck" in caplog.text

"""Many games are computed by a second process: the statistics, the disagreements and the errors are the same."""

import multiprocessing
import os
import signal
import sys
import threading

import pytest
from django.core.management import CommandError, call_command

from tests.builders import NOON, game, high, link, organiser, play_out
from tests.party import builders
from tests.stats import full_club
from whistclub.ops import integrity, recomputing
from whistclub.ops.errors import ComputingEnded, StartError
from whistclub.play import stats_feed
from whistclub.play.actions import statistics
from whistclub.play.actions.recording import record_hand
from whistclub.play.models import Game
from whistclub.stats.models import GameFact, PlayerGame
from whistclub.stats.update.rebuild import REBUILT

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(recomputing._cores() < 2, reason="needs two cores"),
]


@pytest.fixture
def any_number(monkeypatch):
    """However few the games, a second process computes them, in several batches."""
    monkeypatch.setattr(recomputing, "FEWEST_GAMES", 0)
    monkeypatch.setattr(stats_feed, "AT_ONCE", 3)


def rebuild(club):
    integrity.rebuild(club, report_progress=lambda _what, _number: None)


def disagreements(club):
    return list(integrity.disagreements(club, report_progress=lambda _what, _number: None))


def recomputed(club, meanwhile=()):
    return recomputing.recomputed(
        club,
        Game.objects.filter(club=club).order_by("started_at", "pk"),
        checks=True,
        report_unreadable=lambda _game, error: pytest.fail(error),
        meanwhile=iter(meanwhile),
    )


def stored():
    """All rows in the order in which they were written, without the keys that the database gave them."""
    rows = {model: [list(row) for row in model.objects.order_by("pk").values_list()] for model in REBUILT}
    facts = {row[0]: number for number, row in enumerate(rows[GameFact])}
    place = [field.attname for field in PlayerGame._meta.concrete_fields].index("fact_id")
    for row in rows[PlayerGame]:
        row[place] = facts[row[place]]
    own = {model: model._meta.pk.name == "id" for model in REBUILT}
    return {model: [row[1:] if own[model] else row for row in found] for model, found in rows.items()}


@pytest.mark.writes
def test_both_ways_store_the_same_and_find_the_same(monkeypatch):
    monkeypatch.setattr(stats_feed, "AT_ONCE", 7)
    club = full_club.build()
    rebuild(club)
    before = stored()
    PlayerGame.objects.filter(seat=1).update(points=1000)
    Game.objects.update(dealer=3)
    found = disagreements(club)
    monkeypatch.setattr(recomputing, "FEWEST_GAMES", 0)
    assert disagreements(club) == found
    assert len(found) > GameFact.objects.count()
    rebuild(club)
    assert stored() == before
    assert all(before.values())


@pytest.fixture
def games():
    olga, club = organiser()
    return [play_out(game(club, olga)) for _number in range(20)]


def test_few_games_need_no_second_process(games):
    parts = recomputed(games[0].club)
    next(parts)
    assert multiprocessing.active_children() == []


def test_other_work_is_done_while_the_second_process_computes(games, any_number):
    steps = iter(range(3))
    parts = recomputed(games[0].club, meanwhile=steps)
    assert next(parts).games == 0
    assert list(steps) == []


def test_other_work_is_done_at_the_end_without_a_second_process(games):
    steps = iter(range(3))
    parts = recomputed(games[0].club, meanwhile=steps)
    assert next(parts).games == 20
    assert next(steps) == 0
    list(parts)
    assert list(steps) == []


def test_games_that_cannot_be_read_are_named_alike(games, any_number, monkeypatch, caplog):
    monkeypatch.setattr(statistics, "_failed", set())  # other tests have games with the same keys
    for broken in (games[4], games[11], games[12]):
        broken.hands.filter(position=1).update(contract="torn")
    club = games[0].club
    statistics.bring_up_to_date(club)
    caplog.clear()
    beside = disagreements(club)
    rebuild(club)
    logged = [(record.getMessage(), repr(record.exc_info[1])) for record in caplog.records]
    facts = stored()
    monkeypatch.setattr(recomputing, "FEWEST_GAMES", 1000)
    caplog.clear()
    assert disagreements(club) == beside
    rebuild(club)
    assert [(record.getMessage(), repr(record.exc_info[1])) for record in caplog.records] == logged
    assert stored() == facts
    assert len(logged) == 3
    assert len(facts[GameFact]) == 17
    assert f"game {games[4].code}: cannot be read: ValueError(\"'torn' is not a valid Contract\")" in beside


@pytest.fixture
def unreadable_there(monkeypatch):
    """A game that the computing process cannot read, and this one can."""
    add = recomputing.Computing.add

    def without_first(computing, batch):
        found = add(computing, batch)
        found.unreadable.append((batch.games[0], "ImportError('only there')"))
        return found

    monkeypatch.setattr(recomputing.Computing, "add", without_first)


def test_a_game_that_only_the_second_process_cannot_read_is_reported(games, unreadable_there):
    reported = []
    for _part in recomputing.recomputed(
        games[0].club,
        Game.objects.filter(pk=games[0].pk),
        checks=True,
        report_unreadable=lambda game, error: reported.append((game.code, str(error))),
        meanwhile=iter(()),
    ):
        pass
    assert reported == [(games[0].code, "ImportError('only there')")]


def test_a_result_from_paper_counts_although_the_hands_below_it_cannot_be_read(prairie, by_olga):
    party = builders.party(prairie, by_olga["by"], count=4)
    builders.next_round(party, by_olga["by"])
    played = Game.objects.get(party_code=party.code)
    record_hand(link(played), high(1, 0, 9), by_seat=0, at=NOON)
    builders.typed(party, by_olga["by"], (12, 7))
    played.hands.update(contract="torn")
    rebuild(prairie)
    assert GameFact.objects.get().game == played.pk


@pytest.mark.parametrize("error, status", [(ComputingEnded("It has ended."), 2), (StartError("No club yet."), 1)])
def test_only_a_finding_ends_check_books_with_1(prairie, monkeypatch, error, status):
    def fail(_games):
        raise error

    monkeypatch.setattr(recomputing, "_is_worth_a_process", fail)
    with pytest.raises(CommandError) as raised:
        call_command("check_books")
    assert raised.value.returncode == status


def test_a_second_process_that_dies_is_an_error_in_plain_words(games, any_number):
    parts = recomputed(games[0].club)
    next(parts)
    [child] = multiprocessing.active_children()
    child.kill()
    with pytest.raises(ComputingEnded, match="has ended unexpectedly"):
        list(parts)
    assert multiprocessing.active_children() == []


def test_the_second_process_leaves_ctrl_c_to_the_first_and_ends_with_its_work(games, any_number):
    parts = recomputed(games[0].club)
    assert next(parts).games == 0  # it has begun
    [child] = multiprocessing.active_children()
    os.kill(child.pid, signal.SIGINT)
    assert next(parts).games == 3
    assert multiprocessing.active_children() == [child]
    parts.close()  # as at Ctrl-C
    assert multiprocessing.active_children() == []


@pytest.mark.skipif(sys.platform == "win32", reason="cannot send Ctrl-C to one process alone")
def test_ctrl_c_while_the_second_process_begins_shows_no_error_of_it(games, any_number, capfd):
    has_begun = threading.Event()

    def press_ctrl_c():
        while not has_begun.wait(0.02):
            for child in multiprocessing.active_children():
                os.kill(child.pid, signal.SIGINT)

    pressing = threading.Thread(target=press_ctrl_c)
    pressing.start()
    try:
        parts = recomputed(games[0].club)
        next(parts)
    finally:
        has_begun.set()
        pressing.join()
    assert next(parts).games == 3
    parts.close()
    assert capfd.readouterr().err == ""

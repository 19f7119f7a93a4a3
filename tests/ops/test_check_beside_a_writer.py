"""The integrity check reports no disagreement because of hands that are saved while it runs."""

import threading

import pytest
from django.db import connection

from tests import builders
from tests.builders import game, high, play_out, record
from whistclub.ops import integrity
from whistclub.play import stats_feed

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.writes]


def ignore_progress(_what, _number):
    pass


def in_another_connection(work):
    """Start work in a thread, which closes its connection at the end."""

    def run():
        try:
            work()
        finally:
            connection.close()

    thread = threading.Thread(target=run)
    thread.start()
    return thread


def test_a_hand_saved_between_two_reads_is_no_disagreement(monkeypatch):
    olga, prairie = builders.organiser()
    open_game = game(prairie, olga)
    record(open_game, high(1, 0, 9))
    read_details = stats_feed.details_of
    saved = []

    def save_then_read(games, played):
        # The games are read already, their entries not yet.
        if not saved:
            in_another_connection(lambda: saved.append(record(open_game, high(2, 0, 9)))).join()
        return read_details(games, played)

    monkeypatch.setattr(stats_feed, "details_of", save_then_read)
    assert list(integrity.disagreements(prairie, report_progress=ignore_progress)) == []
    assert len(saved) == 1
    assert open_game.hands.count() == 2


def test_games_played_meanwhile_are_no_disagreement():
    olga, prairie = builders.organiser()
    play_out(game(prairie, olga))
    stop = threading.Event()
    finished = []

    def play():
        # More games than any hall finishes in a second, but not so many that statistics never catch up with them.
        while not stop.wait(0.1):
            finished.append(play_out(game(prairie, olga)))

    writer = in_another_connection(play)
    try:
        for _time in range(5):
            assert list(integrity.disagreements(prairie, report_progress=ignore_progress)) == []
    finally:
        stop.set()
        writer.join()
    assert finished

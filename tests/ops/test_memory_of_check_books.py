"""Checking and rebuilding read the games a batch at a time: memory does not grow with their number."""

import gc
import tracemalloc
from uuid import uuid4

import pytest

from tests.builders import play_out
from whistclub.ops import integrity, recomputing
from whistclub.play import stats_feed
from whistclub.play.models import EntryRecord, Game, Seat

pytestmark = pytest.mark.django_db

BATCH, GAMES = 5, 40
# What a batch takes differs a little from time to time. If all games were kept, it would be three times as much.
AT_MOST = 1.3
COPIED = ("position", "contract", "declarer", "tricks", "notes", "by_seat", "recorded_at")


@pytest.mark.parametrize("fewest", [10_000, 0], ids=["in one process", "in two"])
def test_memory_does_not_grow_with_the_number_of_games(prairie, game, monkeypatch, fewest):
    monkeypatch.setattr(recomputing, "FEWEST_GAMES", fewest)
    monkeypatch.setattr(stats_feed, "AT_ONCE", BATCH)
    play_out(game)
    repeat(game, GAMES)
    # What is remembered of rules and hands is remembered once.
    rebuild(prairie)
    check(prairie)
    few = peak(rebuild, prairie), peak(check, prairie)
    repeat(game, 3 * GAMES)
    many = peak(rebuild, prairie), peak(check, prairie)
    for one, other in zip(few, many, strict=True):
        assert other < AT_MOST * one, (few, many)


def repeat(game, times):
    """Add games with the same players and hands, on the same evening."""
    seats, hands = list(game.seats.all()), list(game.hands.filter(current=True))
    like = Game.objects.get(pk=game.pk)
    begin = Game.objects.count()
    for number in range(begin, begin + times):
        like.pk, like.code = None, f"again{number}"
        like.save(force_insert=True)
        for seat in seats:
            Seat.objects.create(game=like, position=seat.position, player_id=seat.player_id)
        EntryRecord.objects.bulk_create(
            EntryRecord(uid=uuid4(), game=like, **{name: getattr(hand, name) for name in COPIED}) for hand in hands
        )


def peak(work, club):
    """The most memory that work takes at a time, in bytes."""
    gc.freeze()
    tracemalloc.start()
    try:
        work(club)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
        gc.unfreeze()


def rebuild(club):
    integrity.rebuild(club, report_progress=free_at_once)


def check(club):
    assert list(integrity.disagreements(club, report_progress=free_at_once)) == []


def free_at_once(_what, _number):
    """After each batch, so that it does not count: how seldom Python does it by itself depends on all that there is."""
    gc.collect()

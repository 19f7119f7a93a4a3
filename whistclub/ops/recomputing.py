"""Recomputes the statistics of a club: this process reads and writes the database, a second one computes.

Most of the work needs no database: replaying games, counting, rating, adding up. This process reads plain values, in
its own snapshot, and gets back the rows that should be stored. Games are rated one after the other, in order of play,
so one process computes, not several.
"""

import gc
import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import resource_tracker
from typing import Any

from django.db.models import QuerySet

from whistclub.club.models import Club
from whistclub.ops.errors import ComputingEnded
from whistclub.ops.worker import begin_computing
from whistclub.play.models import Game
from whistclub.play.stats_feed import (
    Difference,
    Reader,
    ReportUnreadable,
    StoredGames,
    details_of,
    made,
    readable,
    stored_games,
)
from whistclub.stats.update.recomputed import GamesPiece, Piece, Recomputation

# Fewer games are computed here: a process needs a second to begin.
FEWEST_GAMES = 5_000
# Batches of games that are read or computed but not yet taken. More would need memory and gain nothing.
BATCHES_UNDER_WAY = 3
# New values between two runs of the cyclic garbage collector during bulk work; Python's default is 700.
RELAXED_GC_THRESHOLD = 200_000


@dataclass(slots=True)
class Recomputed:
    """What a batch of games gives: the rows to be stored, and where stored results differ from the hands.

    `games` were read; `unreadable` are those among them that are left out because they cannot be read, as values, each
    with its error in words.
    """

    games: int = 0
    pieces: list[Piece | GamesPiece] = field(default_factory=list)
    differences: list[tuple[str, Difference]] = field(default_factory=list)
    unreadable: list[tuple[tuple[Any, ...], str]] = field(default_factory=list)


class Computing:
    """Takes the games of a club in order of play, and then gives `rest`; with `checks` it also compares results."""

    def __init__(self, recomputation: Recomputation, *, checks: bool) -> None:
        self._recomputation, self._checks = recomputation, checks
        self._reader = Reader()

    def add(self, stored: StoredGames) -> Recomputed:
        found = Recomputed(len(stored.games))
        values = dict(zip((row[0] for row in stored.games), stored.games, strict=True))

        def leave_out(game: Game, error: Exception) -> None:
            found.unreadable.append((values[game.pk], repr(error)))

        games = [made(row) for row in stored.games]
        if self._checks:
            finished = []
            for game, differences, counted in readable(
                partial(self._reader.checked, details=stored.details), games, leave_out
            ):
                found.differences += ((game.code, each) for each in differences)
                finished += [counted] if counted else []
        else:
            finished = readable(partial(self._reader.finished, details=stored.details), games, leave_out)
        if finished:
            found.pieces += self._recomputation.add(finished)
        return found

    def rest(self) -> Recomputed:
        return Recomputed(pieces=list(self._recomputation.rest()))


def recomputed(
    club: Club,
    games: QuerySet[Game],
    *,
    checks: bool,
    report_unreadable: ReportUnreadable,
    meanwhile: Iterator[object],
) -> Iterator[Recomputed]:
    """Everything that statistics should hold of these games of a club, in order of play.

    `meanwhile` is other work of this process, in small steps: it takes them while it waits for the second one, and the
    rest at the end. Raises ComputingEnded if the second process dies.
    """
    computing = Computing(Recomputation(club), checks=checks)
    run = partial(_beside, meanwhile=meanwhile) if _is_worth_a_process(games) else _here
    # However it ends, the query does too: one that stays open keeps the database locked.
    with closing(stored_games(games)) as batches, closing(run(computing, batches)) as parts:
        for found in parts:
            for values, error in found.unreadable:
                _report(made(values), error, report_unreadable, checks=checks)
            yield found
    for _step in meanwhile:
        pass


def _is_worth_a_process(games: QuerySet[Game]) -> bool:
    return _cores() > 1 and games.count() >= FEWEST_GAMES


def _cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _report(game: Game, error: str, report: ReportUnreadable, *, checks: bool) -> None:
    """Report a game that was left out. It is read once more, here, for its whole error: not every one can be sent."""
    details, reader = details_of([game.pk], [game.pk]), Reader()
    read: Callable[..., Iterable[object]] = reader.checked if checks else reader.finished
    if readable(partial(read, details=details), [game], report):
        report(game, RuntimeError(error))  # it was left out all the same


def _here(computing: Computing, batches: Iterable[StoredGames]) -> Generator[Recomputed, None, None]:
    yield from map(computing.add, batches)
    yield computing.rest()


def _beside(
    computing: Computing, batches: Iterable[StoredGames], meanwhile: Iterator[object]
) -> Generator[Recomputed, None, None]:
    # Always a fresh process: a copy of this one, with its threads and connections, could wait for ever.
    fresh = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(1, fresh, initializer=begin_computing)
    try:
        with _ctrl_c_blocked():
            under_way: deque[Future[Recomputed]] = deque([pool.submit(_begin, computing)])
        for stored in batches:
            under_way.append(pool.submit(_add, stored))
            if len(under_way) > BATCHES_UNDER_WAY:
                yield _result(under_way.popleft(), meanwhile)
        under_way.append(pool.submit(_rest))
        while under_way:
            yield _result(under_way.popleft(), meanwhile)
    except BrokenProcessPool as error:
        raise ComputingEnded(
            "The process that computes statistics has ended unexpectedly; perhaps there was not enough memory. "
            "The statistics of this club stay as they were."
        ) from error
    finally:
        pool.shutdown(cancel_futures=True)


def _result(computed: Future[Recomputed], meanwhile: Iterator[object]) -> Recomputed:
    """What the second process has computed; until then this one takes steps of its other work."""
    for _step in meanwhile:
        if computed.done():
            break
    return computed.result()


@contextmanager
def _ctrl_c_blocked() -> Iterator[None]:
    """A process that begins meanwhile never hears Ctrl-C: a terminal sends it to both, and this one ends the other."""
    if not hasattr(signal, "pthread_sigmask"):
        yield  # there it is ignored as soon as the process has begun
        return
    resource_tracker.ensure_running()  # it comes with the first process, and would undo the blocking
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin(computing: Computing) -> Recomputed:
    global _computing
    gc.set_threshold(RELAXED_GC_THRESHOLD, *gc.get_threshold()[1:])
    _computing = computing
    return Recomputed()


def _add(stored: StoredGames) -> Recomputed:
    return _computing.add(stored)


def _rest() -> Recomputed:
    return _computing.rest()


_computing: Computing


@contextmanager
def relaxed_gc() -> Iterator[None]:
    """Run the cyclic garbage collector seldom: hands and facts form no cycles, and it takes a sixth of the time."""
    usual = gc.get_threshold()
    gc.set_threshold(RELAXED_GC_THRESHOLD, *usual[1:])
    try:
        yield
    finally:
        gc.set_threshold(*usual)

"""The rebuild of a club's statistics, with what each of its parts takes."""

import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any
from unittest.mock import patch

from whistclub.club.models import Club
from whistclub.ops import integrity
from whistclub.play import stats_feed
from whistclub.stats.update import ratings as rating_updates
from whistclub.web import bulk_write

FOLDING = "hands read and folded"
PARTS: dict[str, tuple[Any, str]] = {
    "games rated": (rating_updates, "rate"),
    "rows written": (bulk_write, "insert"),
    "parties": (integrity.party_transaction, "finished_party"),
}
Taken = dict[str, list[float]]


def rebuild() -> list[tuple[str, float, float]]:
    """The parts, what is left of the whole, and the whole; seconds by the clock and of CPU."""
    taken: Taken = defaultdict(lambda: [0.0, 0.0])
    with ExitStack() as stack:
        for name, (module, function) in PARTS.items():
            stack.enter_context(patch.object(module, function, _timed(getattr(module, function), taken[name])))
        read_games = stats_feed.finished_games
        stack.enter_context(
            patch.object(integrity, "finished_games", lambda *args: _batches(read_games(*args), taken[FOLDING]))
        )
        began = time.perf_counter(), time.process_time()
        for club in Club.objects.all():
            integrity.rebuild(club, report_progress=lambda _what, _number: None)
        whole = time.perf_counter() - began[0], time.process_time() - began[1]
    rows = [(name, *taken[name]) for name in (FOLDING, *PARTS)]
    rest = [whole[place] - sum(row[place + 1] for row in rows) for place in (0, 1)]
    return [*rows, ("the rest: sums, old rows, commit", *rest), ("rebuild", *whole)]


def _timed(function: Callable, into: list[float]) -> Callable:
    def timed(*args: Any, **more: Any) -> Any:
        wall, cpu = time.perf_counter(), time.process_time()
        try:
            return function(*args, **more)
        finally:
            into[0] += time.perf_counter() - wall
            into[1] += time.process_time() - cpu

    return timed


def _batches(found: Iterator, into: list[float]) -> Iterator:
    following = _timed(lambda: next(found, None), into)
    while (batch := following()) is not None:
        yield batch

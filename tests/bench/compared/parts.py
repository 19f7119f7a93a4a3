"""The rebuild of a club's statistics, with what each of its parts takes.

A second process computes a big club: then the first part is what this process reads, and how long it waits.
"""

import os
import time
from collections import defaultdict
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any
from unittest.mock import patch

from whistclub.club.models import Club
from whistclub.ops import integrity
from whistclub.web import bulk_write

PARTS: dict[str, tuple[Any, str]] = {
    "rows written": (bulk_write, "insert"),
    "parties": (integrity.party_transaction, "finished_party"),
}
Taken = dict[str, list[float]]


def rebuild() -> list[tuple[str, float, float]]:
    """The parts, what is left of the whole, and the whole; seconds by the clock and of CPU, of all processes."""
    taken: Taken = defaultdict(lambda: [0.0, 0.0])
    with ExitStack() as stack:
        for name, (module, function) in PARTS.items():
            stack.enter_context(patch.object(module, function, _timed(getattr(module, function), taken[name])))
        began, others = (time.perf_counter(), time.process_time()), cpu_of_others()
        for club in Club.objects.all():
            integrity.rebuild(club)
        whole = time.perf_counter() - began[0], time.process_time() - began[1]
    rows = [(name, *taken[name]) for name in PARTS]
    rest = [whole[place] - sum(row[place + 1] for row in rows) for place in (0, 1)]
    beside = cpu_of_others() - others
    rows += [("the rest: old rows, commit", *rest), ("the second process", 0.0, beside)]
    return [*rows, ("rebuild", whole[0], whole[1] + beside)]


def cpu_of_others() -> float:
    """The seconds of CPU of the processes that this one has started and that have ended."""
    times = os.times()
    return times.children_user + times.children_system


def _timed(function: Callable, into: list[float]) -> Callable:
    def timed(*args: Any, **more: Any) -> Any:
        wall, cpu = time.perf_counter(), time.process_time()
        try:
            return function(*args, **more)
        finally:
            into[0] += time.perf_counter() - wall
            into[1] += time.process_time() - cpu

    return timed

"""Decides who is served next and how much may wait, so that one address cannot crowd out the others."""

import threading
from collections import Counter, OrderedDict, deque
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from typing import Generic, TypeVar

Job = TypeVar("Job")


class Turns(Generic[Job]):
    """A queue with a line for each name. The lines take turns; within a line the oldest job is first.

    Of the threads that have nothing to do, the one that was busy last takes the next job: what its connection has read
    of the database is still in memory.
    """

    def __init__(self) -> None:
        self._lines: OrderedDict[Hashable, deque[Job]] = OrderedDict()
        self._lock = threading.Lock()
        self._free: list[threading.Event] = []  # one for each thread with nothing to do, the latest last

    def put(self, name: Hashable, job: Job) -> None:
        with self._lock:
            self._lines.setdefault(name, deque()).append(job)
            if self._free:
                self._free.pop().set()

    def take(self) -> Job:
        """The next job, as soon as there is one."""
        while True:
            with self._lock:
                if self._lines:
                    return self._next()
                is_wanted = threading.Event()
                self._free.append(is_wanted)
            is_wanted.wait()  # a thread that has just become free may be faster

    def _next(self) -> Job:
        name, line = self._lines.popitem(last=False)
        job = line.popleft()
        if line:
            self._lines[name] = line
        return job


class NoRoom(Exception):
    """The limit is reached; `of_one` if it is that of the one who asks, not that of all."""

    def __init__(self, *, of_one: bool) -> None:
        self.of_one = of_one


class Room:
    """Room for a limited amount in all, and for a limited amount from each. For use in one thread."""

    def __init__(self, most: int, most_of_one: int) -> None:
        self.most, self.most_of_one = most, most_of_one
        self.taken: Counter[Hashable] = Counter()
        self.in_all = 0

    @contextmanager
    def holding(self, name: Hashable, amount: int) -> Iterator[None]:
        """Keep room while the block runs. Raises NoRoom."""
        if self.taken[name] + amount > self.most_of_one:
            raise NoRoom(of_one=True)
        if self.in_all + amount > self.most:
            raise NoRoom(of_one=False)
        self.in_all += amount
        self.taken[name] += amount
        try:
            yield
        finally:
            self.in_all -= amount
            self.taken[name] -= amount
            if not self.taken[name]:
                del self.taken[name]

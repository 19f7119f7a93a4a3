"""Which job is next, and which thread takes it."""

import threading
import time
from queue import SimpleQueue

from tests.two_at_once import PATIENCE
from whistclub.ops.turns import Turns


def test_lines_take_turns():
    turns = Turns()
    for name, job in [("many", 1), ("many", 2), ("many", 3), ("one", 4), ("another", 5)]:
        turns.put(name, job)
    assert [turns.take() for _ in range(5)] == [1, 4, 5, 2, 3]


def test_of_two_free_threads_the_one_that_was_busy_last_takes_the_next_job():
    turns, done_by = Turns(), SimpleQueue()

    def serve():
        while turns.take() != "end":
            done_by.put(threading.current_thread())

    def until_free(count):
        end = time.monotonic() + PATIENCE
        while len(turns._free) < count:
            assert time.monotonic() < end
            time.sleep(0.001)

    first, second = (threading.Thread(target=serve, daemon=True) for _ in range(2))
    first.start()
    until_free(1)
    second.start()
    for _ in range(5):
        until_free(2)
        turns.put("anybody", "job")
        assert done_by.get(timeout=PATIENCE) is second
    turns.put("anybody", "end")
    second.join(PATIENCE)
    turns.put("anybody", "job")
    assert done_by.get(timeout=PATIENCE) is first
    turns.put("anybody", "end")
    first.join(PATIENCE)
    assert not first.is_alive()
    assert not second.is_alive()

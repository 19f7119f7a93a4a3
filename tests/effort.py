"""How much work something is, compared with a loop beside it: a slow or busy machine makes both longer."""

from collections.abc import Callable
from time import process_time

LOOPS = 100_000


def effort(work: Callable[[], object], *, times: int = 3) -> float:
    """The processor time of `work` in that of a plain loop, which takes about a hundredth of a second.

    Both are measured in turn so many times, and the least of each counts.
    """
    taken, of_loop = zip(*((_seconds(work), _seconds(_loop)) for _each in range(times)), strict=True)
    return min(taken) / min(of_loop)


def _loop() -> int:
    counts: dict[int, int] = {}
    for number in range(LOOPS):
        counts[number % 1_000] = counts.get(number % 1_000, 0) + number
    return len(counts)


def _seconds(work: Callable[[], object]) -> float:
    begun = process_time()
    work()
    return process_time() - begun

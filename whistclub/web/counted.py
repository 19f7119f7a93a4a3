"""How often something was done lately: what limits go by that no database needs to hold."""

import time
from collections import OrderedDict, deque
from collections.abc import Hashable

MOST_COUNTED = 20_000  # keys; the longest unused are forgotten first


class Counted:
    """When something was done in the last seconds, by key: in the memory of each process; a restart forgets it.

    Nobody counts further than `most`.
    """

    def __init__(self, seconds: float, most: int) -> None:
        self.seconds, self.most = seconds, most
        self.times: OrderedDict[Hashable, deque[float]] = OrderedDict()

    def lately(self, of: Hashable) -> int:
        times = self.times.get(of, deque())
        while times and times[0] < time.monotonic() - self.seconds:
            times.popleft()
        return len(times)

    def add(self, of: Hashable) -> None:
        self.times.setdefault(of, deque(maxlen=self.most)).append(time.monotonic())
        self.times.move_to_end(of)
        if len(self.times) > MOST_COUNTED:
            self.times.popitem(last=False)

    def forget(self, of: Hashable) -> None:
        self.times.pop(of, None)

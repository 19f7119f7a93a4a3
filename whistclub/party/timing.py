"""The round's clock as a page shows it: one moment at which the bell rings, told with the server's own time."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from math import ceil

from whistclub.party.models import Round

LAST_MINUTE = 60


class TimerState(StrEnum):
    """`NONE`: nobody has started it, or the round is over."""

    NONE = "none"
    RUNNING = "running"
    PAUSED = "paused"
    RUNG = "rung"


@dataclass(frozen=True, slots=True)
class Timer:
    """What `party/_timer.html` draws. `now` and `bell` are milliseconds since 1970, by the server's clock.

    The page counts by `now`, so that a phone whose clock is wrong shows the same second as all others. `left` are
    seconds; `bell` and `bell_at` are None unless the timer runs or has rung.
    """

    state: TimerState
    now: int
    bell: int | None = None
    bell_at: datetime | None = None
    left: int = 0

    @property
    def is_last_minute(self) -> bool:
        return self.state is TimerState.RUNNING and self.left <= LAST_MINUTE

    @property
    def face(self) -> str:
        """Minutes and seconds: "12:05"."""
        return f"{self.left // 60}:{self.left % 60:02}"


def timer_of(round_: Round | None, at: datetime) -> Timer:
    """The clock of a round at a moment; one that says nothing where no round is being played."""
    now = _milliseconds(at)
    if round_ is None or round_.state != Round.State.RUNNING:
        return Timer(TimerState.NONE, now)
    if round_.seconds_left is not None:
        return Timer(TimerState.PAUSED, now, left=round_.seconds_left)
    if round_.bell_at is None:
        return Timer(TimerState.NONE, now)
    bell = _milliseconds(round_.bell_at)
    state = TimerState.RUNG if round_.bell_has_rung(at) else TimerState.RUNNING
    return Timer(state, now, bell, round_.bell_at, left=max(0, ceil((bell - now) / 1000)))


def _milliseconds(at: datetime) -> int:
    return round(at.timestamp() * 1000)

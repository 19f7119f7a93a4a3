"""The timer of a round at a moment, as `party/_timer.html` shows it on the desk, on phones and on the wall."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from math import ceil

from whistclub.party.models import Party, Round
from whistclub.party.state import PartyState
from whistclub.web.formatting import milliseconds

LAST_MINUTE = 60
# Nobody can set a longer one: 600 minutes, and 60 more.
LONGEST_TIMER = timedelta(hours=11)


class TimerState(StrEnum):
    """`NONE`: not started, or the round is over."""

    NONE = "none"
    RUNNING = "running"
    PAUSED = "paused"
    RUNG = "rung"


@dataclass(frozen=True, slots=True)
class Timer:
    """`now` and `bell` are milliseconds since 1970, by the server's clock.

    The page counts from `now`, so that a phone whose clock is wrong shows the same second as all others. `bell` and
    `bell_at` are None unless the timer is running or has rung.
    """

    state: TimerState
    now: int
    bell: int | None = None
    bell_at: datetime | None = None
    seconds_left: int = 0

    @property
    def is_last_minute(self) -> bool:
        return self.state is TimerState.RUNNING and self.seconds_left <= LAST_MINUTE

    @property
    def face(self) -> str:
        """Minutes and seconds: "12:05"."""
        return f"{self.seconds_left // 60}:{self.seconds_left % 60:02}"


def timer_of(state: PartyState, at: datetime) -> Timer:
    """That of the round being played; its state is `NONE` if there is none.

    So it is where the computer's clock has been set back by hours: nobody would want to wait for such a bell.
    """
    now, timed, current = milliseconds(at), state.party.now, state.current
    is_played = current and current.round.state == Round.State.RUNNING and state.party.state == Party.State.PLAYING
    if is_played and timed.seconds_left is not None:
        return Timer(TimerState.PAUSED, now, seconds_left=timed.seconds_left)
    if not is_played or timed.bell_at is None or timed.bell_at - at > LONGEST_TIMER:
        return Timer(TimerState.NONE, now)
    bell = milliseconds(timed.bell_at)
    left = max(0, ceil((bell - now) / 1000))
    return Timer(TimerState.RUNG if timed.bell_has_rung(at) else TimerState.RUNNING, now, bell, timed.bell_at, left)

"""What every phone and the wall follow: the timer of a round, whose bell rings at one moment, and a message."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from math import ceil

from whistclub.accounts.models import User
from whistclub.club.queries import refer
from whistclub.party.changes import change
from whistclub.party.models import Party, Round
from whistclub.party.rounds import RoundState
from whistclub.party.state import PartyState, StalePartyState
from whistclub.play import party_games
from whistclub.web.formatting import milliseconds

LAST_MINUTE = 60


class TimerState(StrEnum):
    """`NONE`: not started, or the round is over."""

    NONE = "none"
    RUNNING = "running"
    PAUSED = "paused"
    RUNG = "rung"


@dataclass(frozen=True, slots=True)
class Timer:
    """`now` and `bell` are milliseconds since 1970, by the server's clock; `bell` is None unless it runs or has rung.

    The page counts from `now`, so that a phone whose clock is wrong shows the same second as all others.
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
    """That of the round being played. `NONE` also where the computer's clock has been set back by hours."""
    now, timed, current = milliseconds(at), state.party.now, state.current
    is_played = current and current.round.state == Round.State.RUNNING and state.party.state == Party.State.PLAYING
    if is_played and timed.seconds_left is not None:
        return Timer(TimerState.PAUSED, now, seconds_left=timed.seconds_left)
    if not is_played or timed.bell_at is None:
        return Timer(TimerState.NONE, now)
    bell = milliseconds(timed.bell_at)
    left = max(0, ceil((bell - now) / 1000))
    return Timer(TimerState.RUNG if timed.bell_has_rung(at) else TimerState.RUNNING, now, bell, timed.bell_at, left)


def start(party: Party, minutes: int, *, by: User, at: datetime) -> None:
    with change(party, "timer_started", by=by, at=at, minutes=minutes) as state:
        _set(state, at + timedelta(minutes=minutes))


def pause(party: Party, *, by: User, at: datetime) -> None:
    with change(party, "timer_paused", by=by, at=at) as state:
        timed = state.party.now
        if timed.bell_at is None or timed.bell_has_rung(at):
            raise StalePartyState
        _set(state, None, int((timed.bell_at - at).total_seconds()))


def resume(party: Party, *, by: User, at: datetime) -> None:
    with change(party, "timer_resumed", by=by, at=at) as state:
        timed = state.party.now
        if timed.seconds_left is None:
            raise StalePartyState
        _set(state, at + timedelta(seconds=timed.seconds_left))


def add_minutes(party: Party, minutes: int, *, by: User, at: datetime) -> None:
    """Add minutes to the timer (or take some off, if negative); after the bell they count from now."""
    kind = "minutes_added" if minutes > 0 else "minutes_removed"
    with change(party, kind, by=by, at=at, minutes=abs(minutes)) as state:
        timed = state.party.now
        if timed.seconds_left is not None:
            _set(state, None, max(0, timed.seconds_left + 60 * minutes))
        elif timed.bell_at is not None:
            _set(state, max(max(timed.bell_at, at) + timedelta(minutes=minutes), at))
        else:
            raise StalePartyState


def ring(party: Party, *, by: User, at: datetime) -> None:
    """Ring the bell now: the hands being played are the last."""
    with change(party, "bell_rung", by=by, at=at) as state:
        _set(state, at)


def start_with_round(state: PartyState, round_state: RoundState) -> None:
    """Inside a change: the timer of a round just announced, running if the bell ends it after so many minutes."""
    party, bell_at = state.party, None
    if party.minutes and party.round_end == Party.RoundEnd.BELL:
        bell_at = state.at + timedelta(minutes=party.minutes)
        state.data["minutes"] = party.minutes
    set_timer(party, round_state.round.number, bell_at)


def require_round_in_play(state: PartyState) -> RoundState:
    """The round being played. Raises StalePartyState."""
    found, is_played = state.current, state.party.state == Party.State.PLAYING
    if found is None or found.round.state != Round.State.RUNNING or not is_played:
        raise StalePartyState
    return found


def set_timer(party: Party, number: int, bell_at: datetime | None = None, seconds_left: int | None = None) -> None:
    """Inside a change: the timer of a round, running to its bell, or paused, or (without either) off."""
    values = {"round_number": number, "bell_at": bell_at, "seconds_left": seconds_left, "ends_games": party.has_bell}
    party_games.tell(party.code, **values)


def _set(state: PartyState, bell_at: datetime | None, seconds_left: int | None = None) -> None:
    set_timer(state.party, require_round_in_play(state).round.number, bell_at, seconds_left)


def show_message(party: Party, text: str, *, minutes: int | None = None, by: User, at: datetime) -> None:
    """Show a line on all phones and the wall, for some minutes or until it is cleared; it replaces an earlier one."""
    until = None if minutes is None else at + timedelta(minutes=minutes)
    with change(party, "message_shown", by=by, at=at, even_finished=True, text=refer(party.club_id, text)) as state:
        party_games.tell(state.party.code, message=text, message_until=until)


def clear_message(party: Party, *, by: User, at: datetime) -> None:
    with change(party, "message_cleared", by=by, at=at, even_finished=True) as state:
        party_games.tell(state.party.code, message="", message_until=None)

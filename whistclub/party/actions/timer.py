"""The timer of a round: one moment at which the bell rings, the same for every screen and phone."""

from datetime import datetime, timedelta

from whistclub.accounts.models import User
from whistclub.party.actions.refusals import StalePartyState
from whistclub.party.actions.transaction import log, party_change
from whistclub.party.models import Party, Round
from whistclub.party.state import PartyState
from whistclub.play.actions import party_games as at_tables


def start(party: Party, minutes: int, *, by: User, at: datetime) -> None:
    """Set the bell to this number of minutes from now. Raises StalePartyState without a round in play."""
    with party_change(party) as state:
        _set(state, at + timedelta(minutes=minutes), None)
        log(state.party, "timer_started", by=by, at=at, minutes=minutes)


def pause(party: Party, *, by: User, at: datetime) -> None:
    """Pause the timer. Raises StalePartyState unless it is running."""
    with party_change(party) as state:
        round_state = state.current
        if round_state is None or round_state.round.bell_at is None or round_state.round.bell_has_rung(at):
            raise StalePartyState
        _set(state, None, int((round_state.round.bell_at - at).total_seconds()))
        log(state.party, "timer_paused", by=by, at=at)


def resume(party: Party, *, by: User, at: datetime) -> None:
    """Resume a paused timer. Raises StalePartyState unless it is paused."""
    with party_change(party) as state:
        round_state = state.current
        if round_state is None or round_state.round.seconds_left is None:
            raise StalePartyState
        _set(state, at + timedelta(seconds=round_state.round.seconds_left), None)
        log(state.party, "timer_resumed", by=by, at=at)


def add_minutes(party: Party, minutes: int, *, by: User, at: datetime) -> None:
    """Add minutes to the timer (or take some off, if negative); after the bell they count from now."""
    with party_change(party) as state:
        round_state = state.current
        if round_state is None:
            raise StalePartyState
        if round_state.round.seconds_left is not None:
            _set(state, None, max(0, round_state.round.seconds_left + 60 * minutes))
        elif round_state.round.bell_at is not None:
            bell_at = max(round_state.round.bell_at, at) + timedelta(minutes=minutes)
            _set(state, max(bell_at, at), None)
        else:
            raise StalePartyState
        log(state.party, "minutes_added" if minutes > 0 else "minutes_removed", by=by, at=at, minutes=abs(minutes))


def ring(party: Party, *, by: User, at: datetime) -> None:
    """Ring the bell now: the hands being played are the last."""
    with party_change(party) as state:
        _set(state, at, None)
        log(state.party, "bell_rung", by=by, at=at)


def _set(state: PartyState, bell_at: datetime | None, seconds_left: int | None) -> None:
    round_state = state.current
    if (
        round_state is None
        or round_state.round.state != Round.State.RUNNING
        or state.party.state != Party.State.PLAYING
    ):
        raise StalePartyState
    round_state.round.bell_at, round_state.round.seconds_left = bell_at, seconds_left
    round_state.round.save(update_fields=["bell_at", "seconds_left"])
    if state.party.round_end == Party.RoundEnd.BELL:
        at_tables.set_bell((table_state.game.pk for table_state in round_state.tables if table_state.game), bell_at)

"""The timer of a round: one moment at which the bell rings, the same for every screen and phone."""

from datetime import datetime, timedelta

from whistclub.accounts.models import User
from whistclub.party.actions.refusals import StalePartyState
from whistclub.party.actions.steps import undoable
from whistclub.party.actions.transaction import log, party_change
from whistclub.party.models import Party, Round
from whistclub.party.state import PartyState, RoundState
from whistclub.play import party_games


def start(party: Party, minutes: int, *, by: User, at: datetime) -> None:
    """Set the bell to this number of minutes from now. Raises StalePartyState without a round in play."""
    with party_change(party) as state, undoable(party, state):
        _set(state, require_round_in_play(state), at + timedelta(minutes=minutes), None)
        log(state.party, "timer_started", by=by, at=at, minutes=minutes)


def start_with_round(state: PartyState, round_state: RoundState, *, by: User, at: datetime) -> None:
    """Inside a change: start the timer of a round just announced, if the bell ends it and the party wants it so."""
    party = state.party
    if party.starts_timer and party.minutes and party.round_end == Party.RoundEnd.BELL:
        _set(state, round_state, at + timedelta(minutes=party.minutes), None)
        log(party, "timer_started", by=by, at=at, minutes=party.minutes)


def pause(party: Party, *, by: User, at: datetime) -> None:
    """Pause the timer. Raises StalePartyState unless it is running."""
    with party_change(party) as state:
        round_state = require_round_in_play(state)
        timed = round_state.round
        if timed.bell_at is None or timed.bell_has_rung(at):
            raise StalePartyState
        _set(state, round_state, None, int((timed.bell_at - at).total_seconds()))
        log(state.party, "timer_paused", by=by, at=at)


def resume(party: Party, *, by: User, at: datetime) -> None:
    """Resume a paused timer. Raises StalePartyState unless it is paused."""
    with party_change(party) as state:
        round_state = require_round_in_play(state)
        timed = round_state.round
        if timed.seconds_left is None:
            raise StalePartyState
        _set(state, round_state, at + timedelta(seconds=timed.seconds_left), None)
        log(state.party, "timer_resumed", by=by, at=at)


def add_minutes(party: Party, minutes: int, *, by: User, at: datetime) -> None:
    """Add minutes to the timer (or take some off, if negative); after the bell they count from now.

    Raises StalePartyState unless the timer is running, paused or has rung.
    """
    with party_change(party) as state, undoable(party, state):
        round_state = require_round_in_play(state)
        timed = round_state.round
        if timed.seconds_left is not None:
            _set(state, round_state, None, max(0, timed.seconds_left + 60 * minutes))
        elif timed.bell_at is not None:
            rings_at = max(timed.bell_at, at) + timedelta(minutes=minutes)
            _set(state, round_state, max(rings_at, at), None)
        else:
            raise StalePartyState
        log(state.party, "minutes_added" if minutes > 0 else "minutes_removed", by=by, at=at, minutes=abs(minutes))


def ring(party: Party, *, by: User, at: datetime) -> None:
    """Ring the bell now: the hands being played are the last. Raises StalePartyState without a round in play."""
    with party_change(party) as state, undoable(party, state):
        _set(state, require_round_in_play(state), at, None)
        log(state.party, "bell_rung", by=by, at=at)


def stop_unless_rung(state: PartyState, round_state: RoundState, *, at: datetime) -> None:
    """Inside a change: the timer of a round that is being played again does not run on."""
    if not round_state.round.bell_has_rung(at):
        _set(state, round_state, None, None)


def require_round_in_play(state: PartyState) -> RoundState:
    """The round being played. Raises StalePartyState."""
    round_state = state.current
    if (
        round_state is None
        or round_state.round.state != Round.State.RUNNING
        or state.party.state != Party.State.PLAYING
    ):
        raise StalePartyState
    return round_state


def _set(state: PartyState, round_state: RoundState, bell_at: datetime | None, seconds_left: int | None) -> None:
    timed = round_state.round
    timed.bell_at, timed.seconds_left = bell_at, seconds_left
    timed.save(update_fields=["bell_at", "seconds_left"])
    if state.party.has_bell:
        party_games.set_bell((game.pk for game in round_state.games), bell_at)

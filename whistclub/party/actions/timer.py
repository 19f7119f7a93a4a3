"""The clock of a round: one moment at which the bell rings, the same for every screen and phone."""

from datetime import datetime, timedelta

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from whistclub.accounts.models import User
from whistclub.party.actions.refusals import StalePartyState
from whistclub.party.actions.transaction import log, party_change
from whistclub.party.models import Party, Round
from whistclub.party.state import PartyState
from whistclub.play.actions import party_games as at_tables


def start(party: Party, minutes: int, *, by: User, at: datetime) -> None:
    """Let the bell ring so many minutes from now. Raises NotNow without a round being played."""
    with party_change(party) as state:
        said = ngettext("Timer started: {n} minute", "Timer started: {n} minutes", minutes).format(n=minutes)
        _set(state, at + timedelta(minutes=minutes), None, said, by=by, at=at)


def pause(party: Party, *, by: User, at: datetime) -> None:
    """Let the timer stand still. Raises NotNow when it does not run."""
    with party_change(party) as state:
        round_state = state.current
        if round_state is None or round_state.round.bell_at is None or round_state.round.bell_has_rung(at):
            raise StalePartyState
        left = int((round_state.round.bell_at - at).total_seconds())
        _set(state, None, left, _("Timer halted"), by=by, at=at)


def resume(party: Party, *, by: User, at: datetime) -> None:
    """Let a halted timer run on. Raises NotNow when it is not halted."""
    with party_change(party) as state:
        round_state = state.current
        if round_state is None or round_state.round.seconds_left is None:
            raise StalePartyState
        _set(state, at + timedelta(seconds=round_state.round.seconds_left), None, _("Timer goes on"), by=by, at=at)


def add_minutes(party: Party, minutes: int, *, by: User, at: datetime) -> None:
    """Give the round more minutes (fewer, below zero); after the bell they count from now."""
    with party_change(party) as state:
        round_state = state.current
        if round_state is None:
            raise StalePartyState
        said = ngettext("{n} minute more", "{n} minutes more", minutes).format(n=minutes)
        if round_state.round.seconds_left is not None:
            _set(state, None, max(0, round_state.round.seconds_left + 60 * minutes), said, by=by, at=at)
        elif round_state.round.bell_at is not None:
            bell_at = max(round_state.round.bell_at, at) + timedelta(minutes=minutes)
            _set(state, max(bell_at, at), None, said, by=by, at=at)
        else:
            raise StalePartyState


def ring(party: Party, *, by: User, at: datetime) -> None:
    """Ring the bell now: hands being played are the last."""
    with party_change(party) as state:
        _set(state, at, None, _("Bell rung"), by=by, at=at)


def _set(state: PartyState, bell_at: datetime | None, left: int | None, said: str, *, by: User, at: datetime) -> None:
    round_state = state.current
    if (
        round_state is None
        or round_state.round.state != Round.State.RUNNING
        or state.party.state != Party.State.PLAYING
    ):
        raise StalePartyState
    round_state.round.bell_at, round_state.round.seconds_left = bell_at, left
    round_state.round.save(update_fields=["bell_at", "seconds_left"])
    if state.party.round_end == Party.RoundEnd.BELL:
        at_tables.set_bell((table_state.game.pk for table_state in round_state.tables if table_state.game), bell_at)
    log(state.party, said, by=by, at=at)

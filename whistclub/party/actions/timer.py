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
    with party_change(party) as night:
        said = ngettext("Timer started: {n} minute", "Timer started: {n} minutes", minutes).format(n=minutes)
        _set(night, at + timedelta(minutes=minutes), None, said, by=by, at=at)


def halt(party: Party, *, by: User, at: datetime) -> None:
    """Let the timer stand still. Raises NotNow when it does not run."""
    with party_change(party) as night:
        stage = night.current
        if stage is None or stage.round.bell_at is None or stage.round.rung(at):
            raise StalePartyState
        left = int((stage.round.bell_at - at).total_seconds())
        _set(night, None, left, _("Timer halted"), by=by, at=at)


def go_on(party: Party, *, by: User, at: datetime) -> None:
    """Let a halted timer run on. Raises NotNow when it is not halted."""
    with party_change(party) as night:
        stage = night.current
        if stage is None or stage.round.seconds_left is None:
            raise StalePartyState
        _set(night, at + timedelta(seconds=stage.round.seconds_left), None, _("Timer goes on"), by=by, at=at)


def add(party: Party, minutes: int, *, by: User, at: datetime) -> None:
    """Give the round more minutes (fewer, below zero); after the bell they count from now."""
    with party_change(party) as night:
        stage = night.current
        if stage is None:
            raise StalePartyState
        said = ngettext("{n} minute more", "{n} minutes more", minutes).format(n=minutes)
        if stage.round.seconds_left is not None:
            _set(night, None, max(0, stage.round.seconds_left + 60 * minutes), said, by=by, at=at)
        elif stage.round.bell_at is not None:
            bell_at = max(stage.round.bell_at, at) + timedelta(minutes=minutes)
            _set(night, max(bell_at, at), None, said, by=by, at=at)
        else:
            raise StalePartyState


def ring(party: Party, *, by: User, at: datetime) -> None:
    """Ring the bell now: hands being played are the last."""
    with party_change(party) as night:
        _set(night, at, None, _("Bell rung"), by=by, at=at)


def _set(night: PartyState, bell_at: datetime | None, left: int | None, said: str, *, by: User, at: datetime) -> None:
    stage = night.current
    if stage is None or stage.round.state != Round.State.RUNNING or night.party.state != Party.State.PLAYING:
        raise StalePartyState
    stage.round.bell_at, stage.round.seconds_left = bell_at, left
    stage.round.save(update_fields=["bell_at", "seconds_left"])
    if night.party.round_end == Party.RoundEnd.BELL:
        at_tables.set_bell((board.game.pk for board in stage.boards if board.game), bell_at)
    log(night.party, said, by=by, at=at)

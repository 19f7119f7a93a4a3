"""Whether statistics know of a party and its games."""

from datetime import datetime

from django.utils.translation import gettext as _

from whistclub.accounts.models import User
from whistclub.party.actions.refusals import StalePartyState
from whistclub.party.actions.transaction import log, party_change
from whistclub.party.models import Party
from whistclub.play.actions import statistics


def exclude_party(party: Party, *, by: User, at: datetime) -> None:
    """Keep a party and all its games out of statistics. Raises NotNow for a rehearsal, which never counts."""
    _set_excluded(party, to=True, what=_("Left out of statistics"), by=by, at=at)


def include_party(party: Party, *, by: User, at: datetime) -> None:
    """Let a party that was left out count again. Raises NotNow for a rehearsal."""
    _set_excluded(party, to=False, what=_("Counts in statistics again"), by=by, at=at)


def _set_excluded(party: Party, *, to: bool, what: str, by: User, at: datetime) -> None:
    with party_change(party) as state:
        if state.party.is_rehearsal:
            raise StalePartyState
        if state.party.excluded_from_statistics == to:
            return
        Party.objects.filter(pk=state.party.pk).update(excluded_from_statistics=to)
        statistics.set_excluded_with_party(state.party.code, excluded=to)
        log(state.party, what, by=by, at=at)

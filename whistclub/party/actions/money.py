"""Who has paid the entry fee."""

from collections.abc import Collection
from datetime import datetime

from whistclub.accounts.models import User
from whistclub.party.actions.refusals import StalePartyState
from whistclub.party.actions.transaction import log, party_change
from whistclub.party.models import Entrant, Party
from whistclub.party.money import MoneySettings


def mark_paid(party: Party, entrants: Collection[int], *, paid: bool, by: User, at: datetime) -> list[int]:
    """Mark people (keys of entrants) as having paid, or not. Returns the keys of those for whom that is new.

    Raises StalePartyState for people who are not in the party, and without an entry fee.
    """
    with party_change(party) as state:
        if not MoneySettings.read(state.party.money).fee or not set(entrants) <= state.entrants.keys():
            raise StalePartyState
        changed = [key for key in sorted(entrants) if state.entrants[key].paid != paid]
        if changed:
            Entrant.objects.filter(pk__in=changed).update(paid=paid)
            log(state.party, "fee_paid" if paid else "fee_not_paid", by=by, at=at, entrants=changed)
    return changed

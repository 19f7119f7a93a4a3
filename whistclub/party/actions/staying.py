"""Somebody stays at a table, or moves again."""

from datetime import datetime

from whistclub.accounts.models import User
from whistclub.party.actions.placing import place_draft
from whistclub.party.actions.refusals import StalePartyState
from whistclub.party.actions.steps import undoable
from whistclub.party.actions.transaction import log, party_change
from whistclub.party.models import Party


def keep_table(party: Party, entrant: int, table: int, *, by: User, at: datetime) -> None:
    """Somebody (the key of an entrant) stays at a table from the next round on, while the others move around them."""
    _set_table(party, entrant, table, "table_kept", by=by, at=at)


def give_up_table(party: Party, entrant: int, *, by: User, at: datetime) -> None:
    """Somebody moves as the others do."""
    _set_table(party, entrant, None, "table_given_up", by=by, at=at)


def _set_table(party: Party, entrant: int, table: int | None, kind: str, *, by: User, at: datetime) -> None:
    """Raises StalePartyState for somebody who is not in the party."""
    with party_change(party, unless_finished=True) as state, undoable(party, state):
        found = state.entrants.get(entrant)
        if found is None:
            raise StalePartyState
        if found.fixed_table == table:
            return
        log(state.party, kind, by=by, at=at, entrant=entrant, table=found.fixed_table if table is None else table)
        found.fixed_table = table
        found.save(update_fields=["fixed_table"])
        place_draft(state)

"""Plan when rounds begin, and the breaks between them."""

from datetime import datetime

from whistclub.accounts.models import User
from whistclub.party.actions.steps import undoable
from whistclub.party.actions.transaction import log, party_change
from whistclub.party.models import Party
from whistclub.party.timetable import Timetable


def change_timetable(party: Party, timetable: Timetable, *, by: User, at: datetime) -> None:
    """Plan the times of rounds and the breaks, or change that. Raises StalePartyState for a finished party."""
    with party_change(party, unless_finished=True) as state, undoable(party, state):
        before = state.party.timetable
        if timetable == before:
            return
        Party.objects.filter(pk=party.pk).update(timetable_settings=timetable.stored)
        log(state.party, "timetable_changed", by=by, at=at, before=before.stored, after=timetable.stored)

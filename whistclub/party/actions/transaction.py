"""What every action on a party begins and ends with."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from django.db.models import F

from whistclub.accounts.models import User
from whistclub.party.actions import statistics as party_statistics
from whistclub.party.models import LogEntry, Party
from whistclub.party.state import PartyState, load
from whistclub.web.transactions import write_transaction


@contextmanager
def party_change(party: Party) -> Iterator[PartyState]:
    """The party as it stands, locked until the change is stored; its revision rises with it.

    Of a party that was over statistics are told what has become of it.
    """
    with write_transaction():
        fresh = Party.objects.select_for_update().get(pk=party.pk)
        yield load(fresh)
        Party.objects.filter(pk=party.pk).update(revision=F("revision") + 1)
        if fresh.state == Party.State.FINISHED:
            party_statistics.sync_party_statistics(party)


def log(party: Party, what: str, *, by: User, at: datetime, before: str = "", after: str = "") -> None:
    """Put a line into the party's log."""
    LogEntry.objects.create(party=party, at=at, by_user=by, what=what[:200], before=before, after=after)

"""What every action on a party begins and ends with."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from django.db.models import F

from whistclub.accounts.models import User
from whistclub.party.actions.statistics import sync_party_statistics
from whistclub.party.log_text import KINDS
from whistclub.party.models import LogEntry, Party
from whistclub.party.state import PartyState, load
from whistclub.web.transactions import write_transaction


@contextmanager
def party_change(party: Party) -> Iterator[PartyState]:
    """The party as it is stored, locked until the change is stored as well; its revision rises.

    Statistics of a party that was finished before are brought up to date.
    """
    with write_transaction():
        fresh = Party.objects.select_for_update().get(pk=party.pk)
        yield load(fresh)
        Party.objects.filter(pk=party.pk).update(revision=F("revision") + 1)
        if fresh.state == Party.State.FINISHED:
            sync_party_statistics(party)


def log(party: Party, kind: str, /, *, by: User, at: datetime, **data: object) -> None:
    """Add an entry to the party's log: a kind of `party.log_text`, and the values that its sentence needs."""
    if kind not in KINDS:
        msg = f"The log has no kind {kind!r}."
        raise ValueError(msg)
    LogEntry.objects.create(party=party, at=at, by_user=by, kind=kind, data=data)

"""What the two lists share on which people write their own names by phone: at the door, and before the party.

A name on them is not in the party yet. A stranger could only fill them, so they hold a limited number of names. The
limits are for the whole list, and at the door not for a network address: everyone in a hall may have the same one.
"""

import time
from collections import OrderedDict, deque
from collections.abc import Hashable
from datetime import datetime, timedelta

from django.db.models import QuerySet

from whistclub.club.queries import refer
from whistclub.party.models import DoorName, ExpectedName, Party
from whistclub.party.refusals import StalePartyState
from whistclub.party.state import PartyState
from whistclub.web.errors import Refused

MOST_A_MINUTE = 40
MOST_OF_NEIGHBOURHOOD = 10  # a minute, on the list before the party
# Besides those of the last step; older ones are deleted.
MOST_REMOVED = 300

MOST_COUNTED = 20_000  # keys; the longest unused are forgotten first

Names = QuerySet[DoorName] | QuerySet[ExpectedName]


class Counted:
    """When something was done in the last seconds, by key: in the memory of each process; a restart forgets it.

    Nobody counts further than `most`.
    """

    def __init__(self, seconds: float, most: int) -> None:
        self.seconds, self.most = seconds, most
        self.times: OrderedDict[Hashable, deque[float]] = OrderedDict()

    def lately(self, of: Hashable) -> int:
        times = self.times.get(of, deque())
        while times and times[0] < time.monotonic() - self.seconds:
            times.popleft()
        return len(times)

    def add(self, of: Hashable) -> None:
        self.times.setdefault(of, deque(maxlen=self.most)).append(time.monotonic())
        self.times.move_to_end(of)
        if len(self.times) > MOST_COUNTED:
            self.times.popitem(last=False)

    def forget(self, of: Hashable) -> None:
        self.times.pop(of, None)


written = Counted(60, MOST_OF_NEIGHBOURHOOD)


class ListFull(Refused):
    """Too many names at once, or in all."""

    status = 429

    def __init__(self) -> None:
        super().__init__("list_full", "The list is full at the moment. Try again in a minute, or ask the organiser.")


def require_room(names: Names, waiting: int, most_waiting: int, at: datetime, *, a_minute: int = MOST_A_MINUTE) -> None:
    """Raises ListFull if a phone may not write another name among these, of which a number are still waiting.

    Removed names take no room, except in the minute in which they were written.
    """
    if waiting >= most_waiting or names.filter(at__gt=at - timedelta(minutes=1)).count() >= a_minute:
        raise ListFull


def take_share(party: Party, neighbour: str) -> None:
    """Raises ListFull if this neighbourhood has written its names of the minute: the others are left to everyone else.

    For the list before the party. At the door everyone may have the same address.
    """
    if written.lately((party.code, neighbour)) >= MOST_OF_NEIGHBOURHOOD:
        raise ListFull
    written.add((party.code, neighbour))


def remove(state: PartyState, names: Names) -> None:
    """Inside a change: remove names that are jokes or mistakes, together. Raises StalePartyState if there are none."""
    names = names.filter(removed_at=None)
    _note_names(state, names)
    names.update(removed_at=state.at)
    removed = names.model._default_manager.filter(party=state.party, removed_at__lt=state.at)
    old = removed.order_by("-removed_at", "-pk").values_list("pk", flat=True)[MOST_REMOVED:]
    names.model._default_manager.filter(pk__in=list(old)).delete()


def put_back(state: PartyState, names: Names) -> None:
    """Inside a change: undo `remove`. Raises StalePartyState if none of them is removed."""
    names = names.filter(removed_at__isnull=False)
    _note_names(state, names)
    names.update(removed_at=None)


def _note_names(state: PartyState, names: Names) -> None:
    text = ", ".join(str(each) for each in names)
    if not text:
        raise StalePartyState
    state.data["text"] = refer(state.party.club_id, text)

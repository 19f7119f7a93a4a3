"""The versions of a party; what everybody in it sees alike, made once for each and kept in this process.

The law: what is kept equals what would be made now. So it is made of the party alone, as its version says it: without a
viewer, and without what only organisers may see. Everyone reads the same objects, in several threads: nobody changes
them. Inside a transaction nothing is kept or taken from here: others must not see what may be undone.
"""

from collections.abc import Callable
from functools import lru_cache, wraps
from threading import RLock
from typing import TypeVar, cast

from django.core.cache import cache
from django.db import connection
from django.utils import timezone
from django.utils.safestring import SafeString

from whistclub.club.names import shows_initials
from whistclub.party.models import Party
from whistclub.web.transactions import read_snapshot

Value = TypeVar("Value")

# Pages that ask again and again hear of a change at most so many seconds later.
LATE = 0.2
# So many versions of parties are kept, those viewed last.
MOST_VERSIONS = 16
# Of several who ask for the same at once, one makes it.
_making, _reading = RLock(), RLock()


def party_followed(code: str) -> Party | None:
    """The party as it was a moment ago, with what happens in it: read once for all pages that ask again and again."""

    def read() -> Party | None:
        party = Party.objects.select_related("club").filter(code=code).first()
        if party:
            _now = party.now  # read here, so that it is kept with the party
        return party

    if connection.in_atomic_block:
        return read()
    key = f"{code}/party"
    with _reading:
        party: Party | None = cache.get(key)
        if party is None and (party := read()):  # codes of no party must not push out what is kept
            cache.set(key, party, LATE)
    return party


def version_of_seats(party: Party) -> str:
    """For seats, timer, message: changes with actions on the party, not with results and hands. At most one query."""
    mark = "m" if party.now.message_at(timezone.now()) else ""
    return f"{party.club.revision}.{party.revision}{mark}"


def version_of_results(party: Party) -> str:
    """For seats and which results are in: changes with each result, and with who deals first; not with every hand."""
    return f"{version_of_seats(party)}.{party.now.results}"


def version_of_hands(party: Party) -> str:
    """For scores: changes with every hand entered at any table."""
    return f"{version_of_seats(party)}.{party.now.hands}"


def once(make: Callable[[Party], Value]) -> Callable[[Party, str], Value]:
    """Let a function of a party be called once for each version; it must obey the law above."""

    @lru_cache(MOST_VERSIONS)
    def made(code: str, _version: str, _initials: bool) -> Value:
        with read_snapshot():
            return make(Party.objects.select_related("club").get(code=code))

    @wraps(make)
    def found(party: Party, version: str) -> Value:
        if connection.in_atomic_block:
            return make(party)
        with _making:
            return made(party.code, version, shows_initials())

    return found


def kept(party: Party, version: str, part: str, make: Callable[[], SafeString], *, seconds: int = 60) -> SafeString:
    """The HTML of a part, made once for each version and kept for so many seconds: one where there is a clock in it."""
    if connection.in_atomic_block:
        return make()
    key = f"{party.code}/{version}/{part}/{shows_initials()}"
    with _making:
        html = cache.get_or_set(key, make, seconds)
    return cast(SafeString, html)

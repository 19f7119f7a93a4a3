"""What looks the same to everyone in a party is built once for each of its versions, and kept in this process.

The law: what is kept equals what would be built now. So a part is built of the party alone, as its version says it:
without a viewer, without a clock, and without what only organisers may see; only what shows a running clock is of the
`moment` in which somebody asked first. Inside a transaction that writes, nothing
is kept or taken from here: others must not see what may be undone, and the version rises only at its end.

Everyone reads the same objects, in several threads: nobody changes them.
"""

from collections import OrderedDict
from collections.abc import Callable
from datetime import datetime
from functools import wraps
from threading import Lock
from typing import Any, Generic, TypeVar, cast

from django.db import connection
from django.utils import timezone
from django.utils.translation import get_language

from whistclub.club.shown_names import shows_initials
from whistclub.party.models import Party
from whistclub.web.kept_answers import SECONDS_WITH_CLOCK
from whistclub.web.transactions import read_snapshot

Value = TypeVar("Value")
Made = TypeVar("Made")
Key = tuple[str, str | None, str, bool]

# This many parties are kept in memory, those viewed last; of each part only the newest version.
MOST_PARTIES = 16

_parties: OrderedDict[str, dict[Key, "_Place"]] = OrderedDict()
_parties_lock = Lock()


class Part(Generic[Value]):
    """Something that was built for a version, and what has been made of it since. Nobody changes either.

    `before` is the part of the version before, if that was kept.
    """

    def __init__(self, value: Value, version: str, before: "Part[Value] | None" = None) -> None:
        self.value = value
        self.version = version
        self._made: dict[str, Any] = {}
        self._made_of: dict[str, tuple[Any, Any]] = before._made_of.copy() if before else {}
        self._lock = Lock()

    def once(self, name: str, make: Callable[[], Made]) -> Made:
        """What `make` returns, which depends on nothing but this part: made when it is first asked for."""
        if name not in self._made:
            with self._lock:
                if name not in self._made:
                    self._made[name] = make()
        made: Made = self._made[name]
        return made

    def once_of(self, name: str, value: Any, make: Callable[[], Made]) -> Made:
        """The same where `make` depends on nothing but `value`: if that equals what it was in the version before, what
        was made then is taken over."""

        def take_over() -> Made:
            of, made = self._made_of.get(name, (None, None))
            if made is None or of != value:
                made = make()
                self._made_of[name] = value, made
            return cast(Made, made)

        return self.once(name, take_over)

    def once_for(self, name: str, value: Any, make: Callable[[], Made]) -> Made:
        """The same where `make` depends on `value` too, such as a `moment`: kept for the value asked last."""
        known, made = self._made.get(name, (None, None))
        if made is None or known != value:
            made = make()
            self._made[name] = value, made
        return cast(Made, made)


def moment(at: datetime) -> float:
    """Equal for all who ask within a fraction of a second, for what shows a running clock."""
    return at.timestamp() // SECONDS_WITH_CLOCK


def shared(token: Callable[[Party], str]) -> Callable[[Callable[[Party], Value]], Callable[[Party, str], Part[Value]]]:
    """Let a function of a party be called once for each version that `token` gives; it must obey the law above."""

    def decorate(build: Callable[[Party], Value]) -> Callable[[Party, str], Part[Value]]:
        name = f"{build.__module__}.{build.__qualname__}"

        @wraps(build)
        def part(party: Party, version: str) -> Part[Value]:
            if connection.in_atomic_block:
                return Part(build(party), version)
            return _place(party, name).part(party, version, token, build)

        return part

    return decorate


class _Place:
    """Where the newest version of a part is kept. Of several who ask for it at once, one builds it."""

    def __init__(self) -> None:
        self._part: Part[Any] | None = None
        self._lock = Lock()

    def part(
        self, party: Party, version: str, token: Callable[[Party], str], build: Callable[[Party], Any]
    ) -> Part[Any]:
        if (known := self._part) is not None and known.version == version:
            return known
        with self._lock:
            if (known := self._part) is not None and known.version == version:
                return known
            with read_snapshot():
                # It is kept as the version that it is built of: something may have happened since `version`.
                fresh = Party.objects.select_related("club").get(pk=party.pk)
                now = token(fresh)
                if known is None or known.version != now:
                    self._part = known = Part(build(fresh), now, known)
            return known


def _place(party: Party, name: str) -> _Place:
    key = (name, get_language(), timezone.get_current_timezone_name(), shows_initials())
    with _parties_lock:
        places = _parties.setdefault(party.code, {})
        _parties.move_to_end(party.code)
        while len(_parties) > MOST_PARTIES:
            _parties.popitem(last=False)
        return places.setdefault(key, _Place())


def forget_all() -> None:
    """Keep nothing of what has been built so far."""
    with _parties_lock:
        _parties.clear()

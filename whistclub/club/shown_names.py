"""Names as strangers see them: in full, or as initials where the club wants that.

It is decided in one place, where a name comes out of the database: no page, picture, list or file can forget it. Only
views that read are called this way, so that initials are never stored.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

from django.db import models

FORMER_PLAYER = "Former player {n}"  # the made-up name of an erased one
HIDDEN_PLAYER = "hidden player"  # in place of the name, where strangers read
_initials: ContextVar[Mapping[str, str] | None] = ContextVar("initials", default=None)


if TYPE_CHECKING:
    CharField = models.CharField[str, str]
else:
    CharField = models.CharField  # Django takes no [str, str] when it runs


class NameField(CharField):
    """The name of a player. Inside `as_initials` it is read as initials; for the database it is text like any other."""

    def from_db_value(self, value: str | None, *_how: object) -> str | None:
        names = _initials.get()
        return value if names is None or value is None else names.get(value, initials(value))

    def deconstruct(self) -> tuple[str, str, Sequence[Any], dict[str, Any]]:
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.CharField", args, kwargs


@contextmanager
def as_initials(names: Iterable[str]) -> Iterator[None]:
    """Read these names, and all others, as initials. Of equal ones the later have a number: “A. B.” and “A. B. 2”."""
    count: dict[str, int] = {}
    known: dict[str, str] = {}
    for name in names:
        short = initials(name)
        count[short] = count.get(short, 0) + 1
        known[name] = short if count[short] == 1 else f"{short} {count[short]}"
    token = _initials.set(known)
    try:
        yield
    finally:
        _initials.reset(token)


def shows_initials() -> bool:
    """Whether names are read as initials just now."""
    return _initials.get() is not None


def initials(name: str) -> str:
    """The first letter of each word, as “A. B.” for “Ann Berg”. The name of an erased player is nobody’s, and stays."""
    return name if is_erased(name) else " ".join(f"{word[0].upper()}." for word in name.split())


def is_erased(name: str) -> bool:
    """Whether this is the made-up name of an erased player."""
    before, after = FORMER_PLAYER.split("{n}")
    return name.startswith(before) and name.endswith(after) and name[len(before) : len(name) - len(after)].isdecimal()

"""JSON values of a transcript, and whether they are what they should be."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TypeGuard

from django.utils.translation import gettext as _

from whistclub.engine.hand import Contract, Suit
from whistclub.ops.wording import quoted


class JsonObject(dict[str, object]):
    """A JSON object that knows which of its keys were given more than once."""

    def __init__(self, pairs: list[tuple[str, object]]) -> None:
        super().__init__(pairs)
        self.repeated = [key for key, times in Counter(key for key, _value in pairs).items() if times > 1]


def key_faults(data: JsonObject, *, known: Sequence[str], needed: Sequence[str]) -> Iterator[str]:
    for key in data.repeated:
        yield _("key %(key)s is given twice") % {"key": quoted(key)}
    for key in data:
        if key not in known:
            yield _("key %(key)s is unknown") % {"key": quoted(key)}
    for key in needed:
        if key not in data:
            yield _("key %(key)s is missing") % {"key": quoted(key)}


def is_whole(value: object) -> TypeGuard[int]:
    # Python counts true as 1; in a game it is not a number.
    return isinstance(value, int) and not isinstance(value, bool)


def is_declarer(value: object) -> TypeGuard[int | None]:
    return value is None or is_whole(value)


def are_whole(value: object) -> TypeGuard[list[int]]:
    return isinstance(value, list) and all(map(is_whole, value))


def is_pair(value: object) -> bool:
    return are_whole(value) and len(value) == 2


def is_suit(value: object) -> bool:
    return value in list(Suit)


def is_bid(value: object) -> bool:
    return isinstance(value, list) and len(value) == 2 and value[0] in list(Contract) and is_declarer(value[1])

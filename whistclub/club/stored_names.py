"""References to players inside stored texts: `{player:12}` stands for a name and shows what that player is called now.

Free text may hold names. It is stored with a reference in place of each name the club has at that moment, so that a new
name appears in it too. Braces of the text itself are doubled, as in Python's format strings.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from string import Formatter


def with_references(text: str, known: Mapping[str, int]) -> str:
    """The text as it is stored: each known name, longest first and only as a whole word, becomes a reference."""
    escaped = {_escape(name): key for name, key in known.items()}
    text = _escape(text)
    if not escaped:
        return text
    return _pattern(frozenset(escaped)).sub(lambda found: f"{{player:{escaped[found.group()]}}}", text)


def with_names(stored: str, names: Mapping[int, str]) -> str:
    """A stored text as people read it; `names` are those of today by key. An unknown player shows as "?"."""
    return "".join(
        literal + (names.get(int(key), "?") if field == "player" and key else "")
        for literal, field, key, _conversion in Formatter().parse(stored)
    )


def _escape(text: str) -> str:
    return text.replace("{", "{{").replace("}", "}}")


@lru_cache(maxsize=16)
def _pattern(names: frozenset[str]) -> re.Pattern[str]:
    longest_first = sorted(names, key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)")

"""References to players inside stored texts: `{player:12}` stands for a name and shows what that player is called now.

Free text and texts of old versions may hold names. They are stored with a reference in place of each name the club
knew at that moment, so that a new name (or an anonymous one) appears in them too. Braces of the text itself are
doubled, as in Python's format strings. Nothing here reads the database: migrations use it too.
"""

import re
from collections.abc import Iterable, Mapping
from datetime import datetime
from functools import lru_cache
from string import Formatter

# Key, name, and the real name of an anonymous player (else "").
PlayerNames = tuple[int, str, str]
# When, the player's key, the name before and after.
Renaming = tuple[datetime, int, str, str]


def names_at(moment: datetime, players: Iterable[PlayerNames], renamings: Iterable[Renaming]) -> dict[str, int]:
    """Which player each name meant at a moment: who bore it then, else who bears it now, else who ever bore it.

    `renamings` are those of all these players, oldest first. Names that only other players of the club bear are
    included, because texts may name people by a name they have given up.
    """
    players = sorted(players)
    renamings = list(renamings)
    ever = {name: key for _at, key, before, after in renamings for name in (before, after)}
    now = {name: key for key, name, real_name in players for name in (real_name, name)}
    then = {key: name for key, name, _real_name in players}
    for at, key, before, _after in reversed(renamings):
        if at > moment and key in then:
            then[key] = before
    # Of two who claim a name for that moment, the one with the later key had not joined the club yet.
    borne = {name: key for key, name in reversed(then.items())}
    known = ever | now | borne
    known.pop("", None)
    return known


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


def keys_in(stored: str) -> set[int]:
    """The players a stored text refers to."""
    return {int(key) for _literal, field, key, _conversion in Formatter().parse(stored) if field == "player" and key}


def _escape(text: str) -> str:
    return text.replace("{", "{{").replace("}", "}}")


@lru_cache(maxsize=16)
def _pattern(names: frozenset[str]) -> re.Pattern[str]:
    longest_first = sorted(names, key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)")

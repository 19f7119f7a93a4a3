"""The names of players: what may be one, how people paste lists of them, how stored texts refer to players, and what
strangers read instead.

Two names that look the same are one name. Every way in uses `clean_name`: forms show its refusal beside their field,
actions raise it.

Free text may hold names. It is stored with a reference in place of each name the club has at that moment, so that a new
name appears in it too: `{player:12}` stands for a name and shows what that player is called now. Braces of the text
itself are doubled, as in Python's format strings.

Strangers see names in full, or as initials where the club wants that. It is decided in one place, where a name comes
out of the database: no page, picture, list or file can forget it. No view that is called this way stores a player, so
initials are never stored.
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache
from string import Formatter
from typing import TYPE_CHECKING, Any

from django.db import models

from whistclub.web.errors import Refused

MOST_LETTERS = 40
SIMILAR = 0.84  # of the letters of two names that are the same: “Walter” and “Waltr”, not “Karin” and “Karen”
MOST_COMPARED = 15_000  # pairs of names letter by letter, at worst four seconds; of more only the words
# A letter may arrive as several characters, itself and its accents. Longer texts would take too long to normalise.
MOST_TYPED = 4 * MOST_LETTERS
# Letters of other alphabets that look like Latin ones, where somebody may have used the wrong keyboard.
_LATIN = str.maketrans(
    "авеікмнорстухјѕԁһ" + "αβεικνορτυχ",
    "abeikmhopctyxjsdh" + "abeikvoptux",
)
# Letters and marks of Unicode that show nothing; all characters of its categories C (control, format) do not either.
_INVISIBLE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)


def visible_text(text: str) -> str:
    """A text of single spaces without anything invisible, with one way to write each letter (NFKC)."""
    # Whitespace first: line breaks and tabs are control characters as well.
    text = _INVISIBLE.sub("", unicodedata.normalize("NFKC", " ".join(text.split())))
    text = " ".join("".join(each for each in text if unicodedata.category(each)[0] != "C").split())
    return unicodedata.normalize("NFKC", text)


class UnusableName(Refused):
    """A text that cannot be a player's name; the sentence says why."""

    status = 422

    def __init__(self, sentence: str) -> None:
        super().__init__("unusable_name", sentence)


def clean_name(text: str) -> str:
    """A name as it is stored: nothing invisible in it, single spaces, one way to write each letter (NFKC).

    Raises UnusableName if no letter or digit is left, or more than 40 characters.
    """
    text = " ".join(text.split())
    if len(text) > MOST_TYPED:
        raise _too_long(text)
    name = visible_text(text)
    if not any(unicodedata.category(each)[0] in "LN" for each in name):
        raise UnusableName("A name needs a letter or a digit." if name else "Enter a name (up to 40 characters).")
    if len(name) > MOST_LETTERS:
        raise _too_long(name)
    return name


def _too_long(text: str) -> UnusableName:
    return UnusableName(f"A name can have up to 40 characters: “{text[:MOST_LETTERS]}…” is too long.")


def similar_names(names: Iterable[str], known: Iterable[str]) -> dict[str, list[str]]:
    """For each name the other known ones that may mean the same person: almost the same letters, or a word more.

    Names that have such come first.
    """
    by_letter: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
    for other in known:
        plain = " ".join(plain_words(other))
        by_letter[plain[:1]].append((plain, other))
    found, compared = {}, 0
    for name in names:
        plain = " ".join(plain_words(name))
        others = [(each, other) for each, other in by_letter[plain[:1]] if other != name]
        compared += len(others)
        match = SequenceMatcher(None, "", plain, autojunk=False) if compared <= MOST_COMPARED else None
        found[name] = [other for each, other in others if _is_similar(plain, each, match)]
    return dict(sorted(found.items(), key=lambda each: not each[1]))


def _is_similar(one: str, other: str, match: SequenceMatcher[str] | None) -> bool:
    """`match`, to compare the letters too, knows the first name."""
    if f"{other} ".startswith(f"{one} ") or f"{one} ".startswith(f"{other} "):
        return True
    if not match:
        return False
    match.set_seq1(other)
    return match.real_quick_ratio() > SIMILAR and match.quick_ratio() > SIMILAR and match.ratio() > SIMILAR


def plain_words(name: str) -> list[str]:
    """The words of a name without accents and punctuation, in Latin letters."""
    plain = "".join(each for each in unicodedata.normalize("NFKD", name.casefold()) if not unicodedata.combining(each))
    return re.findall(r"\w+", plain.translate(_LATIN))


# In stored texts


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


# As strangers see them

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


# As people type or paste them

MOST_LINES = 500
PAIR = 2
_LINES = re.compile(r"[\n\r\v\f\x85\u2028\u2029;]+")
_BEFORE = re.compile(r"(?:[^\w’'(]*(?:\d{1,3}[.):\]]+|[a-zA-Z]\))|\d{1,3}\s+|and\s+|\w+:\s+|[^\w’'(]+)\s*")
# In brackets, an address, a telephone number, a sum of money, "+ 1".
_NOTE = re.compile(
    r"\([^()]*\)|\[[^\[\]]*\]|(?<![^\s,])[^\s,]+@[^\s,]+"
    r"|\b(?:tel|phone)\.? |[+(]{0,2}\d(?:[ ()./–-]*\d){5,}\)?|[$€£] ?\d+|\+ ?1\b"
)
_APART = re.compile(r"[\t|,•]+|(?<!\w)·|·(?!\w)")
_PAIR = re.compile(r"\s*[&+/]\s*|\s+w/\s*|\s+(?:and|with)\s+", re.IGNORECASE)
_SUFFIX = re.compile(r",\s*(?=(?:jr|sr|ii|iii|iv)\b)", re.IGNORECASE)
_AFTER = ' "“”«»☐☑✓✔✅✗❌\ufe0f–-'


@dataclass(frozen=True, slots=True)
class Pasted:
    """One entry of a list: the name of a person, or those of a pair. A doubtful one may be no name at all."""

    names: tuple[str, ...]
    is_doubtful: bool = False


def pasted_names(text: str, *, last_name_first: bool = False) -> list[Pasted]:
    """The entries in their order. They still need `clean_name`."""
    found = []
    for line in [each for each in _LINES.split(text) if each.strip()][:MOST_LINES]:
        parts = [_bare(part) for part in _APART.split(_SUFFIX.sub(" ", _NOTE.sub(" ", line)))]
        parts = [part for part in parts if _is_text(part)]
        if last_name_first and len(parts) == PAIR:
            parts = [" & ".join(f"{first} {parts[0]}" for first in _PAIR.split(parts[1]))]
        for part in parts:
            names = tuple(name for name in map(_bare, _PAIR.split(part)) if _is_text(name))
            if len(names) == PAIR and " " not in names[0] and " " in names[1]:  # Ann & Bob Larson
                names = (f"{names[0]} {names[1].partition(' ')[2]}", names[1])
            is_doubtful = part.endswith(":") or any(map(str.isdigit, part))
            entries = [names] if len(names) <= PAIR else [(name,) for name in names]
            found += [Pasted(entry, is_doubtful) for entry in entries]
    return found


def _bare(text: str) -> str:
    """A name without numbers, labels, bullets and quotation marks around it."""
    text = " ".join(text.split())
    while (before := _BEFORE.match(text)) and 0 < before.end() < len(text):
        text = text[before.end() :]
    return text.rstrip(_AFTER)


def _is_text(text: str) -> bool:
    return any(map(str.isalpha, text))

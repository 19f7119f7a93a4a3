"""Names as people type or paste them: a person or a pair a line, without what lists have around names."""

import re
from dataclasses import dataclass

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


def read(text: str, *, last_name_first: bool = False) -> list[Pasted]:
    """The entries in their order. They still need `clean_name`."""
    found = []
    for line in [each for each in _LINES.split(text) if each.strip()][:MOST_LINES]:
        parts = [bare(part) for part in _APART.split(_SUFFIX.sub(" ", _NOTE.sub(" ", line)))]
        parts = [part for part in parts if _is_text(part)]
        if last_name_first and len(parts) == PAIR:
            parts = [" & ".join(f"{first} {parts[0]}" for first in _PAIR.split(parts[1]))]
        for part in parts:
            names = tuple(name for name in map(bare, _PAIR.split(part)) if _is_text(name))
            if len(names) == PAIR and " " not in names[0] and " " in names[1]:  # Ann & Bob Larson
                names = (f"{names[0]} {names[1].partition(' ')[2]}", names[1])
            is_doubtful = part.endswith(":") or any(map(str.isdigit, part))
            entries = [names] if len(names) <= PAIR else [(name,) for name in names]
            found += [Pasted(entry, is_doubtful) for entry in entries]
    return found


def bare(text: str) -> str:
    """A name without numbers, labels, bullets and quotation marks around it."""
    text = " ".join(text.split())
    while (before := _BEFORE.match(text)) and 0 < before.end() < len(text):
        text = text[before.end() :]
    return text.rstrip(_AFTER)


def _is_text(text: str) -> bool:
    return any(map(str.isalpha, text))

"""What may be the name of a player, and how it is stored: two names that look the same are one name.

Every way in uses `clean_name`: forms show its refusal beside their field, actions raise it.
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable
from difflib import SequenceMatcher

from whistclub.web.errors import Refused

MOST_LETTERS = 40
ALIKE = 0.84  # of the letters of two names that are the same: “Walter” and “Waltr”, not “Karin” and “Karen”
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
    return UnusableName(
        "A name can have up to 40 characters: “{name}” is too long.".format(name=f"{text[:MOST_LETTERS]}…")
    )


def similar_names(names: Iterable[str], known: Iterable[str]) -> dict[str, list[str]]:
    """For each name the known ones that may mean the same person: almost the same letters, or only a word more."""
    by_letter: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
    for other in known:
        plain = " ".join(plain_words(other))
        by_letter[plain[:1]].append((plain, other))
    found = {}
    for name in names:
        plain = " ".join(plain_words(name))
        found[name] = [other for each, other in by_letter[plain[:1]] if _is_similar(plain, each)]
    return found


def _is_similar(one: str, other: str) -> bool:
    if f"{other} ".startswith(f"{one} ") or f"{one} ".startswith(f"{other} "):
        return True
    match = SequenceMatcher(None, one, other, autojunk=False)
    return match.real_quick_ratio() > ALIKE and match.quick_ratio() > ALIKE and match.ratio() > ALIKE


def plain_words(name: str) -> list[str]:
    """The words of a name without accents and punctuation, in Latin letters."""
    plain = "".join(each for each in unicodedata.normalize("NFKD", name.casefold()) if not unicodedata.combining(each))
    return re.findall(r"\w+", plain.translate(_LATIN))

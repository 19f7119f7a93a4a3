"""What may be the name of a player, and how it is stored: two names that look the same are one name.

Every way in uses `clean_name`: forms show its refusal beside their field, actions raise it.
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable
from functools import cached_property

from django.utils.translation import gettext as _

from whistclub.web.errors import ActionRefused
from whistclub.web.visible import visible_text

MOST_LETTERS = 40
# A letter may arrive as several characters, itself and its accents. Longer texts would take too long to normalise.
MOST_TYPED = 4 * MOST_LETTERS
# No language writes more marks than that on one letter; they would run over the lines above and below.
MOST_MARKS = 3
# Cyrillic and Greek letters that nobody can tell from Latin ones.
_SAME_SHAPE = str.maketrans(
    "АВЕЅІЈКМНОРСТУХԁасеіјорѕухԛԝ" + "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧον",
    "ABESIJKMHOPCTYXdaceijopsyxqw" + "ABEZHIKMNOPTYXov",
)
_APOSTROPHES = "'’‘ʼʻ"
_WORD = re.compile(f"(?:[^\\W\\d_]|[\u0300-\u036f{_APOSTROPHES}])+")
# Letters of other alphabets that look like Latin ones, where somebody may have used the wrong keyboard.
_LATIN = str.maketrans(
    "авеікмнорстухјѕԁһ" + "αβεικνορτυχ",
    "abeikmhopctyxjsdh" + "abeikvoptux",
)


class UnusableName(ActionRefused):
    """A text that cannot be a player's name; the sentence says why."""

    status = 422

    def __init__(self, sentence: str) -> None:
        super().__init__("unusable_name", sentence)


def clean_name(text: str) -> str:
    """A name as it is stored: nothing invisible in it, single spaces, one way to write each letter (NFKC).

    A word of Latin letters has no others in it that look the same. Raises UnusableName if no letter or digit is left,
    or more than 40 characters, or a pile of marks.
    """
    text = " ".join(text.split())
    if len(text) > MOST_TYPED:
        raise _too_long(text)
    name = in_latin_letters(visible_text(text))
    if not any(unicodedata.category(each)[0] in "LN" for each in name):
        raise UnusableName(_("A name needs a letter or a digit.") if name else _("Enter a name (up to 40 characters)."))
    if len(name) > MOST_LETTERS:
        raise _too_long(name)
    if is_pile_of_marks(name):
        raise UnusableName(_("This name has too many accents on one letter."))
    return name


def in_latin_letters(text: str) -> str:
    """A visible text whose Latin words have no letters of another alphabet in them that look the same."""
    # Letters and their marks by themselves: the letter below a mark may be of another alphabet as well.
    apart = unicodedata.normalize("NFD", text)
    if apart.translate(_SAME_SHAPE) == apart:
        return text
    return unicodedata.normalize("NFKC", _WORD.sub(_in_one_alphabet, apart))


def is_pile_of_marks(text: str) -> bool:
    """Whether more marks stand on one letter than any language writes, or one on none."""
    marks = "".join("m" if unicodedata.category(each)[0] == "M" else " " for each in text)
    return marks.startswith("m") or "m" * (MOST_MARKS + 1) in marks


def key_of(name: str) -> str:
    """The case-folded name as it would be stored now; a stored one that cannot be a name any more stays."""
    if name.isascii():
        return name.casefold()
    try:
        return clean_name(name).casefold()
    except UnusableName:
        return name.casefold()


def look(name: str) -> str:
    """What people see of a name: two of the same look cannot be told apart, whatever alphabets they are written in."""
    shapes = unicodedata.normalize("NFD", name).translate(_SAME_SHAPE)
    return unicodedata.normalize("NFC", shapes).casefold()


def _in_one_alphabet(word: re.Match[str]) -> str:
    """A word in Latin letters if each of its letters is one, or looks like one and stands among Latin ones."""
    text, latin = word.group(), word.group().translate(_SAME_SHAPE)
    if text == latin or not any(map(_is_latin, text)):
        return text
    is_whole = all(_is_latin(each) or unicodedata.combining(each) or each in _APOSTROPHES for each in latin)
    return latin if is_whole else text


def _is_latin(letter: str) -> bool:
    return unicodedata.name(letter, "").startswith("LATIN")


def _too_long(text: str) -> UnusableName:
    return UnusableName(
        _("A name can have up to 40 characters: “{name}” is too long.").format(name=f"{text[:MOST_LETTERS]}…")
    )


class Lookalikes:
    """Finds which of many names may mean the same person as another; each is looked at once.

    They differ in accents, punctuation or look-alike letters of another alphabet, or are the first word of one another.
    """

    def __init__(self, names: Iterable[str]) -> None:
        self._names = names

    def of(self, name: str) -> list[str]:
        words = plain_words(name)
        found = {*self._by_look["".join(words)]}
        if len(words) == 1:
            found.update(self._by_first_word[words[0]])
        elif words:
            found.update(self._by_only_word[words[0]])
        return sorted(other for other in found if other.casefold() != name.casefold())

    @cached_property
    def _looks(self) -> list[tuple[str, list[str]]]:
        return [(name, plain_words(name)) for name in self._names]

    @cached_property
    def _by_look(self) -> defaultdict[str, list[str]]:
        return _grouped(("".join(words), name) for name, words in self._looks)

    @cached_property
    def _by_first_word(self) -> defaultdict[str, list[str]]:
        return _grouped((words[0], name) for name, words in self._looks if words)

    @cached_property
    def _by_only_word(self) -> defaultdict[str, list[str]]:
        return _grouped((words[0], name) for name, words in self._looks if len(words) == 1)


def _grouped(names: Iterable[tuple[str, str]]) -> defaultdict[str, list[str]]:
    groups: defaultdict[str, list[str]] = defaultdict(list)
    for look, name in names:
        groups[look].append(name)
    return groups


def plain_words(name: str) -> list[str]:
    """The words of a name without accents and punctuation, in Latin letters."""
    plain = "".join(each for each in unicodedata.normalize("NFKD", name.casefold()) if not unicodedata.combining(each))
    return re.findall(r"\w+", plain.translate(_LATIN))

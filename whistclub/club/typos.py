"""Finds the names that a mistyped one may mean: Walter for “Waltr”, but not Jan for “Jean”, nor Anna for “Anne”.

A different name is often only one letter away, so only slips of the fingers count as mistakes: a letter left out or
doubled, two swapped, or a neighbouring key.
"""

from collections import defaultdict
from collections.abc import Iterable
from itertools import takewhile

from whistclub.club.names import plain_words

FEWEST_LETTERS = 5
# A later word may be shorter where the rest of the name is the same, as in “Olga Berg”.
FEWEST_OF_LATER_WORD, FEWEST_OF_NAME = 2, 7
_VOWELS = frozenset("aeiou")
# Letters that are mistaken for one another, by finger or by ear.
_KEYBOARD = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
_KEYS = {letter: (row, place) for row, letters in enumerate(_KEYBOARD) for place, letter in enumerate(letters)}
_ALIKE = frozenset(map(frozenset, ("ck", "dt", "fv", "iy", "sz")))


class Typos:
    """Known names, prepared so that each of many typed names is compared with few of them."""

    def __init__(self, names: Iterable[str]) -> None:
        self._by_end: defaultdict[tuple[str, int], list[tuple[list[str], str]]] = defaultdict(list)
        for name in names:
            words = plain_words(name)
            if words:
                self._by_end[words[0][0], sum(map(len, words))].append((words, name))

    def of(self, name: str) -> list[str]:
        """The known names with the same first letter that differ in one letter of one word."""
        words = plain_words(name)
        if not words:
            return []
        letters = sum(map(len, words))
        known = [each for length in (-1, 0, 1) for each in self._by_end.get((words[0][0], letters + length), ())]
        return sorted(other for others, other in known if _differ_by_typo(words, others))


def _differ_by_typo(words: list[str], others: list[str]) -> bool:
    if len(words) != len(others):
        return False
    different = [place for place, word in enumerate(words) if word != others[place]]
    if len(different) != 1:
        return False
    place = different[0]
    is_short = place > 0 and min(sum(map(len, words)), sum(map(len, others))) >= FEWEST_OF_NAME
    return is_typo(words[place], others[place], fewest=FEWEST_OF_LATER_WORD if is_short else FEWEST_LETTERS)


def is_typo(typed: str, known: str, *, fewest: int = FEWEST_LETTERS) -> bool:
    """Whether one of two different words, of at least `fewest` letters, may be the other, mistyped.

    >>> [is_typo("waltr", known) for known in ("walter", "wolters")]
    [True, False]
    >>> [is_typo(*pair) for pair in (("karin", "karen"), ("martin", "martina"), ("molly", "polly"))]
    [False, False, False]
    """
    if min(len(typed), len(known)) < fewest or not (typed + known).isalpha():
        return False
    if typed.endswith("a") != known.endswith("a"):
        return False  # Martin and Martina
    start = _common_start(typed, known)
    end = _common_start(typed[start:][::-1], known[start:][::-1])
    one, other = typed[start : len(typed) - end], known[start : len(known) - end]
    if len(one) == len(other) == 2:
        return one == other[::-1]
    if start == 0:
        return False  # Molly and Polly
    if len(one) == len(other) == 1:
        return not _VOWELS.issuperset(one + other) and _are_alike(one, other)  # but Karin and Karen
    # One letter too many or too few; at the end a vowel makes another name.
    return len(one + other) == 1 and not (end == 0 and one + other in _VOWELS)


def _common_start(one: str, other: str) -> int:
    """With how many equal letters two words begin."""
    return sum(1 for _pair in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _are_alike(one: str, other: str) -> bool:
    if frozenset((one, other)) in _ALIKE:
        return True
    if one not in _KEYS or other not in _KEYS:
        return False
    return all(abs(a - b) <= 1 for a, b in zip(_KEYS[one], _KEYS[other], strict=True))

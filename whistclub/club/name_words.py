"""The words of names: who is named together, titles, first and last names."""

import re

from whistclub.club.list_parts import has_name

PAIR = 2
Entry = tuple[str, ...]
_TOGETHER = re.compile(r"\s*[&+/]\s*|\s+w/\s*|\s+(?:and|with)\s+", re.IGNORECASE)
_TITLE = re.compile(r"(?:mr|mrs|ms|miss|dr|prof|rev|pastor)\b\.?", re.IGNORECASE)
# Words of a name that are neither first nor last names by themselves: "van der Berg", "Bob Olson Jr.", "Ann M. Berg".
_PARTICLE = re.compile(r"(?:van|von|der|den|de|del|della|la|le|du|da|di|dos|ten|ter|zu|af|av|st)\b\.?", re.IGNORECASE)
_SUFFIX = re.compile(r"(?:jr|sr|ii|iii|iv)\b\.?", re.IGNORECASE)
_INITIAL = re.compile(r"\w\.?")
_SMALL_WORDS = (_TITLE, _PARTICLE, _SUFFIX, _INITIAL)


def people_in(part: str) -> Entry:
    """Who is named in a part of a line: "Ann & Bob"; of "Mr. & Mrs. Larson" both have the last name."""
    names = tuple(" ".join(name.split()) for name in _TOGETHER.split(part) if has_name(name))
    if len(names) != PAIR or not _TITLE.fullmatch(names[0]):
        return names
    other_title, *rest = names[1].split()
    if not rest or not _TITLE.fullmatch(other_title):
        return names
    name = " ".join(rest)
    # "Mr. & Mrs. Bob Larson" are Mr. Bob Larson and Mrs. Larson.
    return f"{names[0]} {name}", f"{other_title} {last_name(name)}"


def without_title(name: str) -> str:
    """ "Dr. Ann Berg" is Ann Berg; "Mr. Larson" has no other name."""
    title, *rest = name.split()
    return " ".join(rest) if len(rest) > 1 and _TITLE.fullmatch(title) else name


def count_names(name: str) -> int:
    """How many first and last names a name has."""
    return sum(not any(small.fullmatch(word) for small in _SMALL_WORDS) for word in name.split())


def full_name(first: str, last: str) -> str:
    """ "Bob" and "Olson" as one name; so are "Bob Jr." and "Olson"."""
    *words, end = first.split()
    return " ".join([*words, last, end] if words and _SUFFIX.fullmatch(end) else [first, last])


def last_name(name: str) -> str:
    """The last name of a full one: "van der Berg" of "Bob van der Berg Jr."."""
    words = [word for word in name.split() if not _SUFFIX.fullmatch(word)]
    begin = len(words) - 1
    while begin > 1 and _PARTICLE.fullmatch(words[begin - 1]):
        begin -= 1
    return " ".join(words[begin:])

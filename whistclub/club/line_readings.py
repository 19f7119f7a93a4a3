"""Lines of a list that can be read in two ways: "Amundson, Bob" may be Bob Amundson, or two people."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from whistclub.club.first_names import FIRST_NAMES
from whistclub.club.list_parts import Parts
from whistclub.club.name_words import PAIR, Entry, count_names, full_name, last_name, people_in

_ONE_NAME = re.compile(r"\S+(?: \w\.?)?")


class Reading(StrEnum):
    """`WHOLE`: first and last names belong together, "Bob Amundson". `APART`: each name is another person."""

    WHOLE = "whole"
    APART = "apart"


Readings = Mapping[str, Reading]


@dataclass(frozen=True, slots=True)
class Choice:
    """A line as it is `written`, its two readings, and the one that counts.

    `is_list`: it begins with a first name, where commas stand between people. Nobody needs to be asked about that.
    """

    written: str
    whole: list[Entry]
    apart: list[Entry]
    reading: Reading
    is_list: bool = False

    @property
    def is_whole(self) -> bool:
        return self.reading is Reading.WHOLE

    @property
    def is_doubtful(self) -> bool:
        return self.is_whole or not self.is_list

    @property
    def entries(self) -> list[Entry]:
        return self.whole if self.is_whole else self.apart

    @property
    def text(self) -> str:
        """ "one person: Bob Amundson"."""
        return self._text(self.reading)

    @property
    def other_text(self) -> str:
        return self._text(self._other)

    @property
    def other_reading(self) -> str:
        """What its button sends."""
        return f"{self._other} {self.written}"

    @property
    def kind(self) -> tuple[int, int]:
        """How many people it is in either reading."""
        return _people(self.whole), _people(self.apart)

    @property
    def _other(self) -> Reading:
        return Reading.APART if self.is_whole else Reading.WHOLE

    def _text(self, reading: Reading) -> str:
        entries = self.whole if reading is Reading.WHOLE else self.apart
        names = ", ".join(map(" & ".join, entries))
        if _people(self.whole) == _people(self.apart):
            return names
        people = {1: "one person", PAIR: "two people"}.get(_people(entries), "three people")
        return f"{people}: {names}" if reading is Reading.WHOLE else people


@dataclass(frozen=True, slots=True)
class AlikeChoices:
    """All choices of a kind that are read in the same way; the first stands for all."""

    choices: Sequence[Choice]

    @property
    def first(self) -> Choice:
        return self.choices[0]

    @property
    def others(self) -> int:
        return len(self.choices) - 1

    @property
    def other_reading(self) -> str:
        """What the button for all of them sends."""
        return "\n".join(choice.other_reading for choice in self.choices)


@dataclass(frozen=True, slots=True)
class Choices:
    """The choices of a list, each line once."""

    each: Sequence[Choice] = ()

    @property
    def alike(self) -> list[AlikeChoices]:
        found: dict[tuple[tuple[int, int], Reading], list[Choice]] = {}
        for choice in self.each:
            found.setdefault((choice.kind, choice.reading), []).append(choice)
        return [AlikeChoices(some) for some in found.values()]

    @property
    def differ(self) -> bool:
        """Whether lines of a kind are read in different ways."""
        return len(self.alike) > len({choice.kind for choice in self.each})

    @property
    def listed(self) -> Sequence[Choice]:
        """Those that have a button for all of them, so that each needs one of its own."""
        return [choice for some in self.alike if some.others for choice in some.choices]

    @property
    def text(self) -> str:
        """The readings as the page sends them back (`readings_of`)."""
        return "\n".join(f"{choice.reading} {choice.written}" for choice in self.each)

    def __bool__(self) -> bool:
        return bool(self.each)


def readings_of(shown: str, pressed: str = "") -> Readings:
    """How lines are to be read: as they were `shown`, but for those whose button was pressed."""
    reading_of = {each.value: each for each in Reading}
    lines = [line.partition(" ") for line in [*shown.splitlines(), *pressed.splitlines()]]
    return {written: reading_of[reading] for reading, _space, written in lines if written and reading in reading_of}


@dataclass(frozen=True, slots=True)
class _Facts:
    """What the whole list tells about each of its lines.

    `are_people`: names with a comma between them are of several people. `are_pairs`: the two of a line belong
    together. `is_alone`: it is the only line. `first_column`: whether the first of two columns has the first names;
    None if columns are people.
    """

    known: Collection[str]
    first_names: Collection[str]
    are_people: bool
    are_pairs: bool
    is_alone: bool
    first_column: bool | None

    def knows(self, entries: Iterable[Entry]) -> bool:
        return all(name.casefold() in self.known for entry in entries for name in entry)

    def begins_with_first_name(self, name: str) -> bool:
        return name.split()[0].casefold() in self.first_names


def choices_of(
    parts: Sequence[Parts], known: Collection[str], readings: Readings, *, are_people: bool
) -> list[Choice | None]:
    """For each line of a list the choice that it is, if it is one.

    `are_people`: something in the list shows that commas stand between people. `readings`: what was chosen before.
    """
    facts = _facts(parts, known, are_people=are_people)
    return [_chosen(each, facts, readings) for each in parts]


def _chosen(parts: Parts, facts: _Facts, readings: Readings) -> Choice | None:
    choice = next(filter(None, (shape(parts, facts) for shape in (_comma, _couple, _columns))), None)
    if choice is None:
        return None
    if reading := readings.get(choice.written):
        return replace(choice, reading=reading)
    return replace(choice, reading=Reading.WHOLE) if facts.knows(choice.whole) else choice


def _facts(parts: Sequence[Parts], known: Collection[str], *, are_people: bool) -> _Facts:
    first_names = FIRST_NAMES | _first_names(known)
    is_alone = len(parts) == 1
    are_pairs = not are_people and not is_alone
    facts = _Facts(known, first_names, are_people, are_pairs, is_alone, _first_column(parts, first_names))
    before = [halves[0] for each in parts if (halves := _halves(each)) and not _are_people(*halves, facts)]
    all_first = bool(before) and all(each.casefold() in first_names for each in before)
    return replace(facts, are_people=are_people or all_first)


# --- The shapes of lines that may be read in two ways -------------------------------------------------------------


def _comma(parts: Parts, facts: _Facts) -> Choice | None:
    """ "Amundson, Bob" and "Larson, Ann & Bob"."""
    halves = _halves(parts)
    if halves is None:
        return None
    last, firsts = halves
    names = people_in(firsts)
    apart: list[Entry] = [(last, firsts)] if facts.are_pairs and len(names) == 1 else [(last,), names]
    is_apart = facts.are_people or _are_people(last, firsts, facts)
    if facts.is_alone:
        # People separate names by commas: here only first names after the comma tell of a last name before it.
        is_apart |= not all(map(facts.begins_with_first_name, names))
    # In "Larson, Mr. & Mrs." and "Berg, A." no first name follows the comma.
    is_apart &= any(map(count_names, names))
    whole = [tuple(full_name(first, last) for first in names)]
    is_list = facts.begins_with_first_name(last) and (len(names) == PAIR or not facts.are_pairs)
    return Choice(f"{last}, {firsts}", whole, apart, Reading.APART if is_apart else Reading.WHOLE, is_list)


def _couple(parts: Parts, facts: _Facts) -> Choice | None:
    """ "Ann & Bob Larson": the last name of both, unless the club has an Ann."""
    names = people_in(parts.names[0]) if len(parts.names) == 1 else ()
    if len(names) != PAIR or parts.names[0].casefold() in facts.known:
        return None
    one, other = names
    if not _ONE_NAME.fullmatch(one) or count_names(other) < PAIR:
        return None
    reading = Reading.APART if one.casefold() in facts.known else Reading.WHOLE
    return Choice(parts.names[0], [(full_name(one, last_name(other)), other)], [names], reading)


def _columns(parts: Parts, facts: _Facts) -> Choice | None:
    """ "Ann" and "Berg" in two columns of a spreadsheet."""
    if facts.first_column is None or not _are_columns(parts):
        return None
    one, other = parts.names
    whole = full_name(one, other) if facts.first_column else full_name(other, one)
    return Choice(f"{one} {other}", [(whole,)], [(one,), (other,)], Reading.WHOLE)


def _halves(parts: Parts) -> tuple[str, str] | None:
    """What stands before and after the comma of a line, if they may be a last and a first name, or first names."""
    if len(parts.names) != PAIR or parts.is_table or parts.between.strip(","):
        return None
    last, firsts = parts.names
    names = people_in(firsts)
    is_name = len(people_in(last)) == 1 and not any(re.search(r"[\d:]", part) for part in parts.names)
    if len(names) == 1:
        return (last, firsts) if is_name and min(map(count_names, parts.names)) <= 1 else None
    return (last, firsts) if is_name and len(names) == PAIR and max(map(count_names, names)) <= 1 else None


def _are_people(last: str, firsts: str, facts: _Facts) -> bool:
    """Whether both sides of a comma are names by themselves: known ones, or the first is a full name."""
    is_full = count_names(last) > 1 and facts.begins_with_first_name(last)
    return is_full or facts.knows([(last,), people_in(firsts)])


def _are_columns(parts: Parts) -> bool:
    return (
        len(parts.names) == PAIR
        and not parts.is_table
        and parts.between == "\t"
        and max(map(count_names, parts.names)) <= 1
    )


def _first_column(parts: Sequence[Parts], first_names: Collection[str]) -> bool | None:
    """In which of two columns the first names are, if one has some of them and the other has none."""
    rows = [each.names for each in parts if _are_columns(each)]
    one, other = (sum(row[place].casefold() in first_names for row in rows) for place in (0, 1))
    if not rows or bool(one) == bool(other) or 2 * max(one, other) < len(rows):
        return None
    return one > other


def _first_names(known: Collection[str]) -> set[str]:
    """The words with which known names begin and none ends."""
    words = [name.split() for name in known]
    return {each[0] for each in words if each} - {each[-1] for each in words if len(each) > 1}


def _people(entries: Sequence[Entry]) -> int:
    return sum(map(len, entries))

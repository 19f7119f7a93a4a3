"""Names as people type or paste them: lines, lists with numbers or bullets, columns, two people who belong together."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from whistclub.club.line_readings import Choice, Choices, Readings, choices_of
from whistclub.club.list_columns import table_parts
from whistclub.club.list_parts import Parts, is_heading, parts_of, plain_parts, with_plain_numbers, without_absent
from whistclub.club.name_words import PAIR, Entry, people_in, without_title

_LINE_END = re.compile(r"[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")
# Where lines stand in one line, what is between them and in each: "Ann Berg <ann@example.org>, Bob <bob@example.org>";
# "Berg, Ann; Dahl, Bob"; "Ann & Bob Larson, Cal & Dee Moe".
_INNER_LINES = (
    (re.compile(r"(?<=>)\s*[,;]"), re.compile("@")),
    (re.compile(";"), re.compile(",")),
    (re.compile("[,;]"), re.compile(r"[&+/]|\band\b", re.IGNORECASE)),
)


@dataclass(frozen=True, slots=True)
class TypedLine:
    """What a line means. An entry is the name of one person, or the two of a pair; `left_out` is what is no name.

    `written` is how the list has a name that it writes in another way: "Amundson, Bob" for Bob Amundson. `choice` is
    there if the line can be read in two ways.
    """

    entries: list[Entry]
    left_out: list[str] = field(default_factory=list)
    written: Mapping[str, str] = field(default_factory=dict)
    choice: Choice | None = None


def read_names(text: str, known: Collection[str] = ()) -> list[Entry]:
    """The entries of a text in which people name themselves, in its order. They still need `names.clean_name`.

    Only numbers and dashes are left out. What is one of the `known` names (case-folded) is not taken apart.
    """
    lines = _lines(text)
    found = [entry for line in lines for entry in _plain_entries(line, known)]
    return [(" ".join(text.split()),)] if _is_name(text, known) or (len(lines) == 1 and not found) else found


def read_list(text: str, known: Collection[str] = (), readings: Readings | None = None) -> list[TypedLine]:
    """The lines of a text as `read_lines` understands them; a single one with one name or none stays as it stands."""
    whole = [TypedLine([(" ".join(text.split()),)])]
    if _is_name(text, known):
        return whole
    lines = [part for line in _lines(text) for part in inner_lines(line)]
    found = read_lines(lines, known, readings)
    if len(lines) != 1:
        return found
    parts = plain_parts(lines[0])
    if not parts:
        return whole
    # Of a name that is typed alone nothing is a note: "Bob (Minn)".
    is_couple = found[0].choice or (found[0].written and len(people_in(parts[0])) == PAIR)
    return found if len(parts) > 1 or is_couple else [TypedLine(_plain_entries(lines[0], known))]


def read_lines(lines: Sequence[str], known: Collection[str] = (), readings: Readings | None = None) -> list[TypedLine]:
    """Read the lines of a list. What is one of the `known` names (case-folded) is not taken apart.

    Left out are telephone numbers, e-mail addresses, notes in brackets, headings ("Table 1", "Late:"), those who follow
    "Not coming:", sums and lines without a letter. `readings`: of lines that can be read in two ways, what was chosen.
    """
    parts = without_absent(table_parts(lines, known) or [parts_of(line, known) for line in with_plain_numbers(lines)])
    ends = [line.rstrip().endswith(",") for line in lines]
    # A line of three names, or a list of names that was wrapped.
    are_people = any(len(each.names) > PAIR for each in parts) or (any(ends) and not all(ends))
    choices = choices_of(parts, known, readings or {}, are_people=are_people)
    return [_understood(each, choice, known) for each, choice in zip(parts, choices, strict=True)]


def inner_lines(line: str) -> list[str]:
    """The lines that stand in one, such as the recipients of an e-mail; nearly always it is a single line."""
    if is_heading(line):
        return [line]
    for between, inside in _INNER_LINES:
        found = [each for each in between.split(line) if each.strip()]
        if len(found) > 1 and all(inside.search(each) for each in found):
            return found
    return [line]


def choices_in(lines: Sequence[TypedLine]) -> Choices:
    return Choices(list({line.choice.written: line.choice for line in lines if line.choice}.values()))


def _lines(text: str) -> list[str]:
    return [each for each in _LINE_END.split(text) if each.strip()]


def _is_name(text: str, known: Collection[str]) -> bool:
    return " ".join(text.split()).casefold() in known


def _plain_entries(line: str, known: Collection[str]) -> list[Entry]:
    return [entry for part in plain_parts(line) for entry in _entries(part, known)]


def _entries(part: str, known: Collection[str]) -> list[Entry]:
    people = (part,) if part.casefold() in known else people_in(part)
    return [people] if len(people) == PAIR else [(name,) for name in people]


def _understood(parts: Parts, choice: Choice | None, known: Collection[str]) -> TypedLine:
    found = [(choice.written, choice.entries)] if choice else [(part, _entries(part, known)) for part in parts.names]
    entries: list[Entry] = []
    written: dict[str, str] = {}
    for part, some in found:
        for names in some:
            plain = tuple(name if name.casefold() in known else without_title(name) for name in names)
            entries.append(plain)
            written |= {
                name: part for typed, name in zip(names, plain, strict=True) if name != typed or name not in part
            }
    return TypedLine(entries, parts.left_out, written, choice)

"""What stands in a line of a list: names, and what is no name: numbers, notes, headings, sums."""

import re
from collections.abc import Container, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from operator import itemgetter

# Ticks and bullets that people put before or after a name.
_MARKS = "☐☑☒✓✔✅✗✘❌❎➤➢►▶▸→⇒◆◇○■□★☆⭐👍\ufe0f\ufeff"
# Between two parts of a line: a column, a comma, a semicolon, a bullet. Inside a word · is a letter of Catalan: Gal·la.
# A note in brackets stays whole: it is matched without the group.
_BETWEEN = re.compile(r"\([^()]*\)|\[[^\[\]]*\]|((?:[\t,;|•●▪◦]|(?<!\S)·|·(?!\S))+)")
# Before a name: "1.", "(2)", "#3", "4", "b)", "-", "*", a box or a tick, "and"; and quotation marks.
_BEFORE = re.compile(rf'[\s"“”„«»>*–—{_MARKS}-]+|and\s+|[#(\[]?\d{{1,3}}(?:[.):\]]+|\s)\s*|[A-Za-z]\)\s*|\[[ xX]?\]')
_AFTER = f' "“”«»{_MARKS}'
_AFTER_A_NOTE = f"{_AFTER}:–—-"
_NUMBER_OF_A_LINE = re.compile(r"\W*\d{0,3}\W*")
# A comma that belongs to the name: "Bob Olson, Jr."
_BEFORE_SUFFIX = re.compile(r",\s*(?=(?:jr|sr|ii|iii|iv)\b)", re.IGNORECASE)
# "2 Mar": a day, or the second in a list.
_NUMBER_OF_A_LIST = re.compile(r"\W*(\d{1,3})\b")
_HAS_NAME = re.compile(r"[^\W\d_]")
_COUNTED = "(?:tables|people|persons|players|guests|names|couples|pairs|members)"
_PART_OF_A_PARTY = "(?:table|round|group|team|pair|seat)"
_ABSENT = "(?:not coming|cannot come|can[’']t come|absent|away|regrets|apologies)"
_WEEKDAY = r"(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?)"
# With no weekday beside it: April, May, June, August and Jan may be people, and "2. June" the second in a list.
_MONTH = "(?:january|february|march|july|september|october|november|december|feb|mar|jul|sept?|oct|nov|dec)"
_ANY_MONTH = f"(?:{_MONTH}|jan|april?|may|june?|aug(?:ust)?)"
_DAY = r"\d{1,2}(?:st|nd|rd|th)?"
_ANY_DATE = rf"(?:{_DAY} (?:of )?{_ANY_MONTH}|{_ANY_MONTH}\.? {_DAY})"
_DATE = rf"(?:{_DAY} (?:of )?{_MONTH}|{_MONTH}\.? {_DAY})"
_TIME = r"\d{1,2}(?:[.:]\d\d)?(?: ?[ap]\.?m\.?)?"
_AT = rf"(?:\W{{1,3}}(?:at |from )?{_TIME}(?:\W{{1,3}}{_TIME})?)?\W*"


@dataclass(frozen=True, slots=True)
class NoName:
    """What people write into lists that is no name: a regular expression, and examples of it."""

    shape: str
    examples: tuple[str, ...]


HEADINGS = (
    NoName(
        r"(?:tables?|page|round|total|group|team|pair|seat|row|list)\W{0,3}\d{1,4}(?:\W{0,3}(?:of\W{0,3})?\d{1,4})?\W*",
        ("Table 1", "TABLE #3", "Page 2 of 3", "Round 2 / 3"),
    ),
    NoName(r"(?:table|group|team|pair) [a-z]", ("Group A",)),
    NoName(
        rf"(?:(?:grand |sub)?total|sum|count|number)s?(?: of)?(?: {_COUNTED})?\W{{0,3}}\d{{1,4}}(?: {_COUNTED})?\W*",
        ("TOTAL 14", "Total: 14 people", "Sum 14", "Grand total 14", "Total people: 14", "Number of players: 14"),
    ),
    NoName(
        rf"\W*\d{{1,4}} (?:{_COUNTED}(?: in all| in total)?|in all|in total|total)\W*",
        ("14 players", "= 14 people in all", "14 total"),
    ),
    NoName(
        r"(?:grand )?totals?\W*|(?:first |last |full |family )?name(?:s|\(s\))?\W*"
        r"|(?:players?|participants|surname|telephone|phone|e-?mail|partner|paid|wait(?:ing)? list|reserves)\W*",
        ("Total", "Grand total:", "Names", "First Name(s)", "Last name", "Players:", "E-mail", "Waiting list"),
    ),
    NoName(
        rf"(?:{_WEEKDAY}\W{{1,3}}(?:{_ANY_DATE}|{_DAY}\. {_ANY_MONTH})(?:\W{{0,3}}\d{{4}})?|{_ANY_DATE}\W{{1,3}}\d{{4}}"
        rf"|{_DATE}(?:\W{{0,3}}\d{{4}})?"
        rf"|(?:mon|tues|wednes|thurs|fri|satur|sun)day(?: (?:morning|afternoon|evening|night))?){_AT}",
        ("Mon 27 Nov at 7 pm", "Friday, May 5th, 2026", "June 5, 2026", "Dec. 5", "Fri 27. Nov.", "Friday night:"),
    ),
    NoName(
        rf"(?:{_WEEKDAY}\W{{1,3}})?(?:\d{{4}}-\d\d-\d\d|\d{{1,2}}[./-]\d{{1,2}}(?:[./-](?:\d{{4}}|\d\d)?)?){_AT}",
        ("Fri. 27.11.", "Fri 11/27/26, 7–10 pm", "2026-11-27 from 19:30"),
    ),
    NoName(
        rf"(?:start(?:s|ing)?(?: at)? {_TIME}|{_TIME} (?:start|sharp)"
        rf"|(?:{_WEEKDAY}\W{{1,3}}(?:at |from )?)?(?:\d{{1,2}}[.:]\d\d(?: ?[ap]\.?m\.?)?|\d{{1,2}} ?[ap]m))",
        ("19:30", "7.30pm start", "start 19:30", "Starts at 7", "Fri. at 7 pm", "7:30 p.m."),
    ),
    NoName(
        r"(?:[^,;:()–—]* )?whist (?:party|night|evening|club|drive)(?: [^,;:()–—]*)?\W*",
        ("Whist party St Olaf’s basement", "Minnesota Whist Night"),
    ),
    NoName(r"(?:yes|no|x|ok|maybe|late)", ("yes", "x")),
    NoName(
        rf"{_ABSENT}(?::.*)?",
        ("Not coming", "Not coming: Ann", "Apologies: Ann", "Away: Ann & Bob", "Regrets: Ann, Bob"),
    ),
)
NOTES = (
    NoName(
        r"(?:\b(?:tel|phone|mobile|cell)\b[.: ]*)?(?<!\w)[+(]{0,2}\d(?:[ ()./–-]*\d){5,}(?!\w)\)?"
        r"(?: (?:cell|home|work|mobile)\b)?",
        ("612-555-1234", "tel. +1 612.555.1234", "(612) 555-1234 cell"),
    ),
    NoName(
        r"(?:\be-?mail\b[.: ]*)?(?<!\S)\S+@\S+", ("ann@example.org", "<ann@example.org>", "e-mail: ann@example.org")
    ),
    NoName(r"(?<!\S)(?:https?://|www\.)\S+", ("https://example.org/list", "www.example.org")),
    NoName(r"\([^()]*\)|\[[^\[\]]*\]", ("(vegetarian)", "[late]")),
    NoName(r"(?<!\S)[$€£] ?\d+(?:[.,]\d\d)?(?!\w)", ("$5", "$ 12.50")),
    NoName(r"(?<= )[+&] ?(?:1|one|guest|friend|spouse|wife|husband|partner)$", ("+1", "+ guest", "& wife")),
    NoName(r"(?<= )(?:x ?\d{1,2}|\d{1,2} ?x)$", ("x2", "x 3", "2x")),
    NoName(
        r"(?<= )[–—-] (?:yes|paid(?: [$€£] ?\d+(?:[.,]\d\d)?)?|late|coming|confirmed|vegetarian)$",
        ("– paid", "- paid £5", "- yes"),
    ),
)
_ABSENT_FOLLOW = re.compile(rf"{_ABSENT}\W*", re.IGNORECASE)
_NUMBERED_MONTH = re.compile(rf"\s*(\d{{1,2}})\s+({_MONTH}\W*)", re.IGNORECASE)
_HEADING = re.compile("|".join(each.shape for each in HEADINGS), re.IGNORECASE)
_NOTE = re.compile("|".join(each.shape for each in NOTES), re.IGNORECASE)
# Before the first name of a line. Who stands after "Table 1:" are people, however they are written.
_TABLE = re.compile(rf"{_PART_OF_A_PARTY} ?#?\d{{1,4}}:\s*(?=\S)", re.IGNORECASE)
_LABEL = re.compile(
    r"(?:[a-z]|north|south|east|west|players?|partners?|names?|guests?|hosts?|here|coming|late|maybe):\s*(?=\S)",
    re.IGNORECASE,
)


@dataclass(slots=True)
class Parts:
    """The parts of a line that may be names, what stands between them, and what was left out of the line."""

    names: list[str] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)
    between: str = ""
    is_table: bool = False


def has_name(text: str) -> bool:
    return bool(_HAS_NAME.search(text))


def is_heading(text: str) -> bool:
    return bool(_heading_in(text))


def _heading_in(text: str) -> str:
    """The text if it is no name as a whole, commas and all: "Not coming: Ann, Bob"; empty if it may have one."""
    return next((each for each in (" ".join(text.split()), bare(text)) if _HEADING.fullmatch(each)), "")


def without_absent(parts: list[Parts]) -> list[Parts]:
    """The lines without the names that follow "Not coming:", up to the next heading."""
    found, are_absent = [], False
    for each in parts:
        if not each.names and any(map(is_heading, each.left_out)):
            are_absent = any(map(_ABSENT_FOLLOW.fullmatch, each.left_out))
        found.append(Parts(left_out=[*each.names, *each.left_out]) if are_absent else each)
    return found


def with_plain_numbers(lines: Sequence[str]) -> list[str]:
    """The lines of a list; "2 Mar" between "1 Ann" and "3 Bob" is "2. Mar", which is no date."""
    found: list[str] = []
    numbers = [_NUMBER_OF_A_LIST.match(line) for line in lines]
    # Where numbers run on, they are all as far from the places of their lines.
    starts = [number and int(number[1]) - place for place, number in enumerate(numbers)]
    for start, some in groupby(zip(starts, lines, strict=True), itemgetter(0)):
        run = [line for _, line in some]
        if start is not None and not all(map(is_heading, run)):
            run = [f"{month[1]}. {month[2]}" if (month := _NUMBERED_MONTH.fullmatch(line)) else line for line in run]
        found += run
    return found


def bare(entry: str) -> str:
    """An entry without what stands before and after the name."""
    found = " ".join(entry.split()).rstrip(_AFTER)
    while (before := _BEFORE.match(found)) and before.end() < len(found):
        found = found[before.end() :]
    return found


def plain_parts(line: str) -> list[str]:
    """The names of a line that is no part of a list: nothing but numbers and dashes is left out."""
    return [name for name in map(bare, _split(line)[::2]) if has_name(name)]


def parts_of(line: str, known: Container[str]) -> Parts:
    """The parts of a line of a list. Names that are `known` (case-folded) stay as they are."""
    whole = bare(line)
    if name := _known_name(line, known) or _known_name(whole, known):
        return Parts([name])
    # In columns "5" and "July" are the number of a line and a name.
    if "\t" not in line and (heading := _heading_in(line)):
        return Parts(left_out=[heading])
    found = Parts()
    between = ""
    for position, text in enumerate(_split(line)):
        if position % 2:
            between += text
        elif name := _name_in(text, known, found):
            if found.names:
                found.between += between
            between = ""
            found.names.append(name)
    if not found.names and not found.left_out and any(map(str.isdigit, whole)):
        found.left_out.append(whole)
    return found


def _known_name(text: str, known: Container[str]) -> str:
    name = " ".join(text.split())
    return name if name.casefold() in known else ""


def _name_in(text: str, known: Container[str], found: Parts) -> str:
    """The name in a part of a line; empty if there is none. What is left out is added to `found`."""
    part = bare(text)
    if part.casefold() in known:
        return part
    for is_table, shape in ((True, _TABLE), (False, _LABEL)):
        if label := shape.match(part):
            found.left_out.append(label[0].strip())
            found.is_table |= is_table
            text = part[label.end() :]
            part = bare(text)
    if part.casefold() in known:
        return part
    if heading := _heading_in(text):
        found.left_out.append(heading)
        return ""
    # A number that is alone may begin like the number of a line: "(612) 555-1234".
    as_it_stands = " ".join(text.split())
    name = _without_notes(as_it_stands if _NOTE.fullmatch(as_it_stands) else part, found.left_out)
    return name if has_name(name) else ""


def _split(line: str) -> list[str]:
    """The parts of a line, and at odd positions what stands between them."""
    line = _BEFORE_SUFFIX.sub(" ", line)
    found, end = [], 0
    for match in _BETWEEN.finditer(line):
        if match[1]:
            found += [line[end : match.start()], match[1]]
            end = match.end()
    return [*found, line[end:]]


def _without_notes(part: str, left_out: list[str]) -> str:
    """A part of a line without what is no name, which is added to what is left out."""
    notes = [match[0] for match in _NOTE.finditer(part)]
    name = _NOTE.sub(" ", part).rstrip(_AFTER_A_NOTE) if notes else part
    left_out += notes
    if name.endswith(":") or (not has_name(name) and not _NUMBER_OF_A_LINE.fullmatch(name)):
        left_out.append(name)
        return ""
    return " ".join(name.split())

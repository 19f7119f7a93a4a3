"""Names as people type or paste them: lines, lists with numbers or bullets, columns, two people who belong together."""

import re
from collections.abc import Collection, Container, Sequence
from dataclasses import dataclass

_LINE_END = re.compile(r"[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")
# Between two parts of a line: a column, a comma, a semicolon, a bullet. Inside a word · is a letter of Catalan: Gal·la.
# A note in brackets stays whole: it is matched without the group.
_BETWEEN = re.compile(r"\([^()]*\)|\[[^\[\]]*\]|((?:[\t,;|•●▪◦]|(?<!\S)·|·(?!\S))+)")
# Before a name: "1.", "(2)", "#3", "4", "-", "*", a box or a tick; and the quotation marks of a spreadsheet.
_BEFORE = re.compile(r'[\s"“>*☐☑☒✓✔–—-]+|[#(\[]?\d{1,3}(?:[.):\]]+|\s)\s*|\[[ xX]?\]')
_AFTER = ' "”'
# What stands with a name in a list: a telephone number of six digits or more, an e-mail address, a note in brackets.
_NOTE = re.compile(
    r"(?:\b(?:tel|phone|mobile|cell|e-?mail)\b[.: ]*)?"
    r"(?:(?<!\w)[+(]{0,2}\d(?:[ ()./–-]*\d){5,}(?!\w)\)?|(?<!\S)\S+@\S+)"
    r"|\([^()]*\)|\[[^\[\]]*\]",
    re.IGNORECASE,
)
# Headings and sums without a colon: "Table 1", "Page 2 of 3", "TOTAL 14", "14 people", the names of columns.
_HEADING = re.compile(
    r"(?:tables?|page|round|total|group|team|pair|seat|row|list)\W{0,3}\d{1,4}(?:\W{0,3}(?:of\W{0,3})?\d{1,4})?\W*"
    r"|(?:table|group|team|pair) [a-z]"
    r"|\d{1,4} (?:tables|people|persons|players|guests|names)(?: in all| in total)?\W*"
    r"|(?:totals?|names?|players?|participants|telephone|phone|e-?mail)\W*",
    re.IGNORECASE,
)
# Before the first name of a line: "Table 1: Ann, Bob".
_TABLE = re.compile(r"(?:table|round|group|team|pair|seat) ?#?\d{1,4}:\s*(?=\S)", re.IGNORECASE)
_AFTER_A_NOTE = ' "”:–—-'
_NUMBER_OF_A_LINE = re.compile(r"\W*\d{0,3}\W*")
_TOGETHER = re.compile(r"\s*[&+/]\s*|\s+and\s+", re.IGNORECASE)
_HAS_NAME = re.compile(r"[^\W\d_]")
PAIR = 2
# Of "Ann, Bob" they tell that it means two people: who plays whist in Minnesota, and their grandchildren.
_SOME_FIRST_NAMES = """
aaron adam agnes alan alex alice allen alma amanda amy andrea andrew andy angela anita ann anna anne annie arlene arne
arnold arthur astrid barb barbara ben benjamin bernice berta bertha bess betty beverly bill bob bonnie brenda brian
bruce carl carla carol caroline carolyn catherine cathy charles charlie cheryl chris christina christine cindy clara
connie craig curt cynthia dale dan daniel darlene dave david dawn dean deb debbie deborah debra delores dennis diana
diane dick don donald donna dora doris dorothy doug douglas duane ed eddie edith edna edward eileen eino eleanor
elizabeth ella ellen elmer elsie emily emma eric erik erika esther ethel eva eve evelyn florence fran frances frank fred
frieda gail gary george gerald geraldine gertrude gladys gloria greg greta gunnar hank hannah hans harold harry hazel
heather heidi helen helga henrik henry herb herbert hilda hildegard howard ida inga inge ingrid irene irma jack jackie
jacob jake james jan jane janet janice jason jean jeff jennifer jenny jerry jesse jessica jill jim jo joan joanne joe
john johnny josephine joyce judith judy julia julie june kaija karen karin karl karla kate katherine kathleen kathryn
kathy katie keith ken kenneth kevin kim kirsten kris kristin kurt larry lars laura lauren laverne leif lena leo leonard
leroy lillian lily linda lisa lois lori lorraine louis louise lucy luke lydia lynn mabel marcia margaret marge maria
marie marilyn marion marjorie mark marlene martha marvin mary matt matthew melissa mia michael michelle mike mildred
millie minnie molly myrtle nancy natalie nels nick nicole nils nina nora norma norman ole olga olive oscar otto pam
pamela pat patricia patrick paul paula pauline peg peggy pete peter phil phyllis rachel ralph randy ray rebecca richard
rick rita rob robert roberta robin rod roger ron ronald rosemary roy russ ruth sally sam samuel sandra sandy sara sarah
scott sharon shirley sigrid sofie solveig sonja sophie stan stella stephanie steve steven sue susan suzanne sven sylvia
ted teresa thelma theresa tim timothy tina todd tom tony vera vern verna vernon vicki victoria viola violet virginia
vivian wally walt walter wanda wayne wendy wilma winnie yvonne
"""
_FIRST_NAMES = frozenset(_SOME_FIRST_NAMES.split())

Entry = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TypedLine:
    """What a line means. An entry is the name of one person, or the two of a pair; `left_out` is what is no name.

    `turned` is "Amundson, Bob" where that means Bob Amundson, `parted` is "Ann, Bob" where that means two people; else
    empty. `other` is how the line would be written if it were the other of these; if it is neither, as it is.
    """

    entries: list[Entry]
    left_out: list[str]
    turned: str = ""
    parted: str = ""
    other: str = ""


@dataclass(slots=True)
class _Parts:
    """The parts of a line that may be names; whether only a comma stands between each two, and no table before them."""

    names: list[str]
    left_out: list[str]
    with_commas: bool


def read_names(text: str, known: Collection[str] = ()) -> list[Entry]:
    """The entries of a text, in its order. They still need `names.clean_name`."""
    return [entry for line in read_list(text, known) for entry in line.entries]


def read_list(text: str, known: Collection[str] = ()) -> list[TypedLine]:
    """The lines of a text as `read_lines` understands them; a single one without a name is a name as it stands."""
    whole = " ".join(text.split())
    lines = read_lines([each for each in _LINE_END.split(text) if each.strip()], known)
    is_name = whole.casefold() in known or (len(lines) == 1 and not lines[0].entries)
    return [TypedLine([(whole,)], [], other=text)] if is_name else lines


def read_lines(lines: Sequence[str], known: Collection[str] = ()) -> list[TypedLine]:
    """Read the lines of one text. What is one of the `known` names (case-folded) is not taken apart.

    Of a single line only numbers and dashes are left out. Several are a list. Of a list telephone numbers, e-mail
    addresses, notes in brackets, headings ("Table 1", "Late:") and lines without a letter are left out; and "Amundson,
    Bob" is turned, unless some line names more people, or one of the two is a known name by itself. If all the lines
    that this would turn begin with a first name, as "Ann, Bob", they are two people each.
    """
    is_list = len(lines) > 1
    parts = [_parts(line, known, is_list=is_list) for line in lines]
    turns = is_list and all(len(each.names) <= PAIR for each in parts)
    with_comma = [turns and _may_be_turned(each, known) for each in parts]
    begin = [each.names[0].casefold() for each, has_comma in zip(parts, with_comma, strict=True) if has_comma]
    are_people = (_FIRST_NAMES | _first_names(known)).issuperset(begin)
    return [
        _of_two_words(each, are_people=are_people) if has_comma else _understood(each, line, known)
        for line, each, has_comma in zip(lines, parts, with_comma, strict=True)
    ]


def _first_names(known: Collection[str]) -> set[str]:
    """The words with which known names begin and none ends."""
    words = [name.split() for name in known]
    return {each[0] for each in words if each} - {each[-1] for each in words if len(each) > 1}


def _of_two_words(parts: _Parts, *, are_people: bool) -> TypedLine:
    """A line as "Amundson, Bob": the name of one person, or two people."""
    one, other = parts.names
    written, turned, parted = f"{one}, {other}", f"{other} {one}", f"{one} & {other}"
    if are_people:
        return TypedLine([(one, other)], parts.left_out, parted=written, other="\t".join([turned, *parts.left_out]))
    return TypedLine([(turned,)], parts.left_out, turned=written, other="\t".join([parted, *parts.left_out]))


def _understood(parts: _Parts, line: str, known: Container[str]) -> TypedLine:
    found: list[Entry] = []
    for part in parts.names:
        some = [part] if part.casefold() in known else _TOGETHER.split(part)
        names = tuple(" ".join(name.split()) for name in some if _HAS_NAME.search(name))
        found += [names] if len(names) == PAIR else [(name,) for name in names]
    return TypedLine(found, parts.left_out, other=line)


def _may_be_turned(parts: _Parts, known: Container[str]) -> bool:
    """Whether a line may be a last and a first name. Two full names are two people."""
    return (
        len(parts.names) == PAIR
        and parts.with_commas
        and min(len(part.split()) for part in parts.names) == 1
        and not any(
            part.casefold() in known or _TOGETHER.search(part) or re.search(r"[\d:]", part) for part in parts.names
        )
    )


def _parts(line: str, known: Container[str], *, is_list: bool) -> _Parts:
    whole = _bare(line)
    if is_list and whole.casefold() in known:
        return _Parts([whole], [], with_commas=False)
    found = _Parts([], [], with_commas=True)
    between, is_table = "", False
    for position, text in enumerate(_split(line)):
        if position % 2:
            between += text
            continue
        part = _bare(text)
        if is_list and part.casefold() not in known and (table := _TABLE.match(part)):
            found.left_out.append(table[0].strip())
            text = part[table.end() :]
            part = _bare(text)
            is_table = True
        if is_list and part.casefold() not in known and (heading := _heading(part) or _heading(text.strip())):
            found.left_out.append(heading)
            part = ""
        elif is_list and part.casefold() not in known:
            # A number that is alone may begin like the number of a line: "(612) 555-1234".
            part = _without_notes(text.strip() if _NOTE.fullmatch(text.strip()) else part, found.left_out)
        if not _HAS_NAME.search(part):
            continue
        found.with_commas &= not is_table and (not found.names or not between.strip(","))
        found.names.append(part)
        between = ""
    if is_list and not found.names and not found.left_out and any(map(str.isdigit, whole)):
        found.left_out.append(whole)
    return found


def _split(line: str) -> list[str]:
    """The parts of a line, and at odd positions what stands between them."""
    found, end = [], 0
    for match in _BETWEEN.finditer(line):
        if match[1]:
            found += [line[end : match.start()], match[1]]
            end = match.end()
    return [*found, line[end:]]


def _heading(part: str) -> str:
    return " ".join(part.split()) if _HEADING.fullmatch(part) else ""


def _without_notes(part: str, left_out: list[str]) -> str:
    """A part of a line of a list without what is no name, which is added to what is left out."""
    notes = _NOTE.findall(part)
    bare = _NOTE.sub(" ", part).rstrip(_AFTER_A_NOTE) if notes else part
    left_out += notes
    if bare.endswith(":") or (not _HAS_NAME.search(bare) and not _NUMBER_OF_A_LINE.fullmatch(bare)):
        left_out.append(bare)
        return ""
    return " ".join(bare.split())


def _bare(entry: str) -> str:
    """An entry without what stands before and after the name."""
    bare = " ".join(entry.split()).rstrip(_AFTER)
    while (before := _BEFORE.match(bare)) and before.end() < len(bare):
        bare = bare[before.end() :]
    return bare

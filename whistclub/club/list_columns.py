"""The columns of a table that make a name, by their headings."""

from collections.abc import Collection, Container, Sequence

from whistclub.club.list_parts import Parts, bare, has_name, is_heading, parts_of

NAME_COLUMNS = ("name", "player", "full name")
FIRST_NAME_COLUMNS = ("first name", "first", "forename", "given name", "christian name")
LAST_NAME_COLUMNS = ("last name", "last", "surname", "family name")
# What stands in these columns is no name.
NOTE_COLUMNS = (
    "no",
    "number",
    "nr",
    "#",
    "table",
    "paid",
    "fee",
    "note",
    "notes",
    "comment",
    "comments",
    "remarks",
    "diet",
)
_SEPARATORS = "\t;,"
# The number of a line is no news to the organiser.
_LONGEST_NUMBER = 3
# Above the heading a list may have a title, a date and an empty line.
_LAST_HEADING = 5


def name_columns(heads: Sequence[str]) -> tuple[int, ...]:
    """The columns that make a name, by the heading of a table; none if the first line is no heading."""
    return _columns(heads, (NAME_COLUMNS,)) or _columns(heads, (FIRST_NAME_COLUMNS, LAST_NAME_COLUMNS))


def table_parts(lines: Sequence[str], known: Container[str]) -> list[Parts]:
    """The lines of a table with a heading; none if it has not one that tells names from notes.

    What stands above the heading, such as the name of the evening, is left out.
    """
    for place, line in enumerate(lines[:_LAST_HEADING]):
        separator = max(_SEPARATORS, key=line.count)
        heads = _cells(line, separator)
        above = [Parts(left_out=[" ".join(each.split())]) for each in lines[:place]]
        heading = Parts(left_out=list(filter(has_name, heads)))
        if columns := _columns(heads, (FIRST_NAME_COLUMNS, LAST_NAME_COLUMNS)):
            return [*above, heading, *(_full_name(_cells(each, separator), columns) for each in lines[place + 1 :])]
        # A comma may also stand in a name: "Berg, Ann".
        columns = _columns(heads, (NAME_COLUMNS,))
        if separator != "," and columns and (notes := _places(heads, NOTE_COLUMNS)):
            rows = (_without(notes, each, separator, known) for each in lines[place + 1 :])
            return [*above, heading, *rows]
    return []


def _full_name(cells: Sequence[str], columns: Sequence[int]) -> Parts:
    name = " ".join(cells[place] for place in columns if place < len(cells) and has_name(cells[place]))
    rest = [cell for place, cell in enumerate(cells) if place not in columns and _is_news(cell)]
    if is_heading(name):
        return Parts(left_out=[name, *rest])
    return Parts([name] if name else [], rest)


def _without(notes: Collection[int], line: str, separator: str, known: Container[str]) -> Parts:
    cells = line.split(separator)
    found = parts_of(separator.join(cell for place, cell in enumerate(cells) if place not in notes), known)
    found.left_out += [cell for place in notes if place < len(cells) and _is_news(cell := bare(cells[place]))]
    return found


def _is_news(cell: str) -> bool:
    return has_name(cell) or len(cell) > _LONGEST_NUMBER


def _cells(line: str, separator: str) -> list[str]:
    return [bare(cell) for cell in line.split(separator)]


def _columns(heads: Sequence[str], wanted: Sequence[Sequence[str]]) -> tuple[int, ...]:
    places = [_places(heads, some)[:1] for some in wanted]
    return tuple(place for some in places for place in some) if all(places) else ()


def _places(heads: Sequence[str], wanted: Sequence[str]) -> list[int]:
    plain = [" ".join(head.casefold().replace("_", " ").split()).rstrip(".:") for head in heads]
    return [place for some in wanted for place, head in enumerate(plain) if head == some]

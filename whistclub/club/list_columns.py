"""The columns of a table that make a name, by their headings."""

from collections.abc import Sequence

from whistclub.club.list_parts import Parts, bare, has_name

NAME_COLUMNS = ("name", "player", "full name")
FIRST_NAME_COLUMNS = ("first name", "first", "forename", "given name")
LAST_NAME_COLUMNS = ("last name", "last", "surname", "family name")
_SEPARATORS = "\t;,"
# The number of a line is no news to the organiser.
_LONGEST_NUMBER = 3


def name_columns(heads: Sequence[str]) -> tuple[int, ...]:
    """The columns that make a name, by the heading of a table; none if the first line is no heading."""
    return _columns(heads, (NAME_COLUMNS,)) or _columns(heads, (FIRST_NAME_COLUMNS, LAST_NAME_COLUMNS))


def full_names(lines: Sequence[str]) -> list[Parts]:
    """The lines of a table that has first and last names in two columns; none if it has not."""
    first = lines[0] if lines else ""
    separator = max(_SEPARATORS, key=first.count)
    heads = _cells(first, separator)
    columns = _columns(heads, (FIRST_NAME_COLUMNS, LAST_NAME_COLUMNS))
    if not columns:
        return []
    found = [Parts(left_out=[head for head in heads if head])]
    for line in lines[1:]:
        cells = _cells(line, separator)
        name = " ".join(cells[place] for place in columns if place < len(cells)).strip()
        rest = [cell for place, cell in enumerate(cells) if place not in columns and len(cell) > _LONGEST_NUMBER]
        found.append(Parts([name] if has_name(name) else [], rest))
    return found


def _cells(line: str, separator: str) -> list[str]:
    return [bare(cell) for cell in line.split(separator)]


def _columns(heads: Sequence[str], wanted: Sequence[Sequence[str]]) -> tuple[int, ...]:
    plain = [" ".join(head.casefold().replace("_", " ").split()) for head in heads]
    places = [next((plain.index(head) for head in some if head in plain), None) for some in wanted]
    return () if None in places else tuple(place for place in places if place is not None)

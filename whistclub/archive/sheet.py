"""A table that a person sends: a file that a spreadsheet wrote, or text pasted from one.

A line of the file is a line of the table: one bad line never spoils the others.
"""

import csv
import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice

from whistclub.web.errors import Refused
from whistclub.web.workbook import FORMULA

MOST_LINES = 20_000
MOST_LETTERS = 4_000  # of a line
MOST_CELLS = 60
SEPARATORS = ("\t", ";", ",")
_WORKBOOKS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
_WIDE = (b"\xff\xfe", b"\xfe\xff")
_LINE_END = re.compile(r"\r\n|\r|\n")
QUOTE = '"'


class UnreadableSheet(Refused):
    """What was sent is no table of text; the sentence says what to do."""

    status = 422

    def __init__(self, sentence: str) -> None:
        super().__init__("unreadable_sheet", sentence)


@dataclass(frozen=True, slots=True)
class Line:
    """A line that is not empty: its number in the file from 1, as it was typed, and its cells.

    Without cells it could not be read, and `fault` says why.
    """

    number: int
    text: str
    cells: tuple[str, ...]
    fault: str = ""


def decoded(raw: bytes) -> str:
    """The text of a file as spreadsheets write it: UTF-8, UTF-16, or the older encoding of Windows (cp1252).

    Raises UnreadableSheet for a workbook and for what is no text.
    """
    if raw.startswith(_WORKBOOKS):
        raise UnreadableSheet("This is a workbook. In your spreadsheet choose “Save as”, then “CSV”, and send that.")
    if raw.startswith(_WIDE):
        text = raw.decode("utf-16", errors="replace")
    else:
        try:
            text = raw.decode("utf-8-sig")
        except UnicodeDecodeError:
            text = raw.decode("cp1252", errors="replace")
    if "\0" in text:
        raise UnreadableSheet("This is not a text file. In your spreadsheet choose “Save as”, then “CSV”.")
    return text


def lines_of(text: str, *, separator: str | None = None) -> list[Line]:
    """The lines of a table, without empty ones; the separator is the one that its first line uses, unless given.

    Raises UnreadableSheet for more than 20,000 lines.
    """
    texts = _LINE_END.split(text.removeprefix("\ufeff"))
    full = [(number, each) for number, each in enumerate(texts, start=1) if each.strip(" \t,;")]
    if len(full) > MOST_LINES:
        raise UnreadableSheet(
            "This list has {n} lines. Send at most {most} at a time.".format(n=f"{len(full):,}", most=f"{MOST_LINES:,}")
        )
    separator = separator or (separator_of(full[0][1]) if full else ",")
    return [_line(number, each, separator) for number, each in full]


def separator_of(line: str) -> str:
    """The separator that a line uses most; what is inside quotation marks does not count."""
    bare = re.sub(r'"[^"]*"', "", line[:MOST_LETTERS])
    return max(SEPARATORS, key=bare.count)


def written(cells: Iterable[str], separator: str) -> str:
    """Cells as one line of a table."""
    return separator.join(
        f'"{cell.replace(QUOTE, QUOTE * 2)}"' if separator in cell or QUOTE in cell else cell for cell in cells
    )


def _line(number: int, text: str, separator: str) -> Line:
    if len(text) > MOST_LETTERS:
        return Line(number, text, (), "This line is too long. A line may have up to 4,000 characters.")
    cells = [_cell(each) for each in islice(next(csv.reader([text], delimiter=separator)), MOST_CELLS + 1)]
    if len(cells) > MOST_CELLS:
        return Line(number, text, (), "This line has more than 60 columns.")
    return Line(number, text, tuple(cells))


def _cell(text: str) -> str:
    """The text of a cell; ours begin with ' where a spreadsheet would take them for a formula."""
    text = text.strip()
    return text[1:] if text.startswith("'") and text[1:].startswith(FORMULA) else text

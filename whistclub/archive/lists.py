"""A list that a person brings: a file that a spreadsheet wrote, or text typed or pasted; read into rows and columns."""

import csv
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django import forms

from whistclub.web.errors import Refused
from whistclub.web.workbook import FORMULA

MOST_ROWS = 20_000
MOST_ABOVE = 20  # rows above the heading, such as a title
MOST_BREAKS = 20  # in a row; more are a quotation mark that nobody closed
LONGEST_SOURCE = 80
LONGEST_QUOTE = 40
_SEPARATORS = ("\t", ";", ",")
_SEPARATOR_LINE = re.compile(r'"?sep=(.)"?\s*', re.IGNORECASE)  # as Excel writes it
_WORKBOOKS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
_WIDE = (b"\xff\xfe", b"\xfe\xff")


class UnreadableList(Refused):
    """Nothing of it can be used; the sentence says what to do."""

    status = 422

    def __init__(self, sentence: str) -> None:
        super().__init__("unreadable_list", sentence)


class Row(NamedTuple):
    """A row that is not empty, and the line of the text where it begins, from 1."""

    line: int
    cells: tuple[str, ...]


class Fault(NamedTuple):
    """What is wrong with a row, as a sentence."""

    line: int
    sentence: str


@dataclass(frozen=True, slots=True)
class Table:
    """`places` of the columns that are known, empty where no heading was found; `unused` are the other headings."""

    rows: Iterable[Row]
    places: Mapping[str, int] = field(default_factory=dict)
    unused: tuple[str, ...] = ()

    def of(self, row: Row) -> dict[str, str]:
        """The cells of a row by column; a missing one is empty."""
        return {name: row.cells[place] if place < len(row.cells) else "" for name, place in self.places.items()}


def read(text: str, columns: Mapping[str, Collection[str]]) -> Table:
    """The table below the best heading, with the separator that shows it; without one each row is one cell.

    `columns` are the headings that mean each column, as letters and digits. Raises UnreadableList.
    """
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    given = _SEPARATOR_LINE.fullmatch(lines[0])
    if given:
        lines[0] = ""
    means = {head: column for column, heads in columns.items() for head in heads}
    found = None
    for separator in (given[1],) if given else _SEPARATORS:
        rows = _rows(lines, separator)
        found = found or Table(rows)
        for number, row in enumerate(rows[:MOST_ABOVE], start=1):
            heads = [means.get(re.sub(r"[\W_]", "", cell.casefold()), "") for cell in row.cells]
            places = {head: heads.index(head) for head in heads if head}
            if len(places) > len(found.places):
                unused = tuple(cell for cell, head in zip(row.cells, heads, strict=True) if cell and not head)
                found = Table(rows[number:], places, unused)
    assert found is not None
    return found


def _rows(lines: list[str], separator: str) -> list[Row]:
    found = []
    reader = csv.reader((f"{line}\n" for line in lines), delimiter=separator)
    begin = 0
    try:
        for cells in reader:
            first, begin = begin, reader.line_num
            is_open = begin - first > 1 and sum(line.count('"') for line in lines[first:begin]) % 2
            if is_open or begin - first > MOST_BREAKS:
                raise UnreadableList(f"Line {first + 1}: a quotation mark is opened and never closed.")
            if any(cell.strip() for cell in cells):
                found.append(Row(first + 1, tuple(map(_cell, cells))))
            if len(found) > MOST_ROWS:
                raise UnreadableList(f"This list has more than {MOST_ROWS:,} lines. Send a part of it at a time.")
    except csv.Error as error:
        raise UnreadableList(f"Line {begin + 1} cannot be read: {error}.") from error
    return found


def _cell(text: str) -> str:
    """The text of a cell; ours begin with ' where a spreadsheet would take them for a formula."""
    text = " ".join(text.split())
    return text[1:] if text.startswith("'") and text[1:].startswith(FORMULA) else text


def decoded(raw: bytes) -> str:
    """The text of a file: UTF-8, UTF-16, or the older encoding of Windows. Raises UnreadableList."""
    if raw.startswith(_WORKBOOKS):
        raise UnreadableList("This is a workbook. In your spreadsheet choose “Save as”, then “CSV”, and send that.")
    if raw.startswith(_WIDE):
        text = raw.decode("utf-16", errors="replace")
    else:
        try:
            text = raw.decode("utf-8-sig")
        except UnicodeDecodeError:
            text = raw.decode("cp1252", errors="replace")
    if "\0" in text:
        raise UnreadableList("This is not a text file. In your spreadsheet choose “Save as”, then “CSV”.")
    return text


class ListForm(forms.Form):
    """`cleaned_data["lines"]` is the text, wherever it came from; `source` is the name of the file."""

    lines = forms.CharField(required=False, strip=False)
    file = forms.FileField(
        label="Or choose a file (CSV)",
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".csv,.tsv,.txt,text/csv,text/plain"}),
    )
    source = forms.CharField(required=False)

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if file := data.get("file"):
            try:
                data["lines"] = decoded(file.read())
            except UnreadableList as refusal:
                self.add_error("file", refusal.sentence)
            data["source"] = file.name
        data["source"] = data.get("source", "")[:LONGEST_SOURCE]
        if not self.errors and not data["lines"].strip():
            self.add_error("lines", "There is nothing in this list. Type or paste it, or choose a file.")
        return data

    @property
    def text(self) -> str:
        """What the field shows: the list as it was sent."""
        return str(getattr(self, "cleaned_data", {}).get("lines") or self.data.get("lines", ""))

"""A list that a person brings: a file that a spreadsheet wrote, or text typed or pasted; read into rows and columns."""

import csv
import re
from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from django import forms

from whistclub.web.errors import Refused
from whistclub.web.workbook import FORMULA

MOST_ROWS = 20_000
MOST_ABOVE = 20  # rows above the heading, such as a title
MOST_BREAKS = 20  # in a row; more are a quotation mark that nobody closed
LONGEST_QUOTE = 40
_SEPARATORS = ("\t", ";", ",")
_SEPARATOR_LINE = re.compile(r'"?sep=(.)"?\s*', re.IGNORECASE)  # as Excel writes it
_WIDE = (b"\xff\xfe", b"\xfe\xff")


class UnreadableList(Refused):
    """Nothing of it can be used; the sentence says what to do."""

    status = 422

    def __init__(self, sentence: str) -> None:
        super().__init__("unreadable_list", sentence)


class Fault(NamedTuple):
    """What is wrong with a row, as a sentence."""

    line: int
    sentence: str


class Table(NamedTuple):
    """`rows` are the line where each begins, from 1, and its cells by column; "" is all of a row without a heading.

    `columns` are those that were found, `unused` the headings that mean nothing.
    """

    rows: list[tuple[int, dict[str, str]]]
    columns: Collection[str] = ()
    unused: Collection[str] = ()


def read(text: str, columns: Mapping[str, Collection[str]]) -> Table:
    """The table below the best heading, with the separator that shows it.

    `columns` are the headings that mean each column, as letters and digits. Raises UnreadableList.
    """
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    given = _SEPARATOR_LINE.fullmatch(lines[0])
    if given:
        lines[0] = ""
    means = {head: column for column, heads in columns.items() for head in heads}
    found = None
    for separator in given[1] if given else _SEPARATORS:
        rows = _rows(lines, separator)
        found = found or Table([(line, {"": "; ".join(filter(None, cells))}) for line, cells in rows])
        for number, (_line, heading) in enumerate(rows[:MOST_ABOVE], start=1):
            heads = [means.get(re.sub(r"[\W_]", "", cell.casefold()), "") for cell in heading]
            places = {head: heads.index(head) for head in heads if head}
            if len(places) > len(found.columns):
                unused = [cell for cell, head in zip(heading, heads, strict=True) if cell and not head]
                found = Table([(line, _named(cells, places)) for line, cells in rows[number:]], places, unused)
    assert found is not None
    return found


def _named(cells: list[str], places: Mapping[str, int]) -> dict[str, str]:
    return {column: cells[place] if place < len(cells) else "" for column, place in places.items()}


def _rows(lines: list[str], separator: str) -> list[tuple[int, list[str]]]:
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
                found.append((first + 1, list(map(_cell, cells))))
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
    try:
        text = raw.decode("utf-16" if raw.startswith(_WIDE) else "utf-8-sig")
    except UnicodeDecodeError:
        text = raw.decode("cp1252", errors="replace")
    if "\0" in text:
        raise UnreadableList(
            "This is not a text file. In your spreadsheet choose “Save as”, then “CSV”, and send that."
        )
    return text


class ListForm(forms.Form):
    """`cleaned_data["lines"]` is the text, wherever it came from; the field shows it again."""

    lines = forms.CharField(
        required=False, strip=False, widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false"})
    )
    file = forms.FileField(
        label="Or choose a file (CSV)",
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".csv,.tsv,.txt,text/csv,text/plain"}),
    )

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if file := data.get("file"):
            try:
                data["lines"] = decoded(file.read())
            except UnreadableList as refusal:
                self.add_error("file", refusal.sentence)
        if not self.errors and not data["lines"].strip():
            self.add_error("lines", "There is nothing in this list. Type or paste it, or choose a file.")
        self.data = dict(self.data.items()) | {"lines": data.get("lines", "")}
        return data

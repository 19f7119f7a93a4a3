"""Tables as values: the page and its CSV are made from the same ones."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from django.http import HttpResponse
from django.http.response import HttpResponseBase

from whistclub.web.formatting import NO_VALUE, format_date, format_evening, format_number, format_percent, format_signed
from whistclub.web.workbook import CSV_TYPE, csv_pieces, workbook_response

# Rows on a page that holds everything.
WHOLE = 1_000_000


@dataclass(frozen=True, slots=True)
class Cell:
    """One value. `text` is for people; `value` is for spreadsheets: a number, an ISO date, or "" where there
    is only text. `href` links to the source of the number.
    """

    text: str
    value: float | str = ""
    href: str = ""


@dataclass(slots=True)
class ReportTable:
    """Rows and columns. `key` is unique on a page; `empty` is the sentence shown when there are no rows.

    `file_columns`: the heads in a file, where a share has no
    sign; the same if empty.

    `labelled`: the heads that a phone writes before their values. There each row has several lines, and no heads are
    above; a table without them keeps its columns.
    """

    key: str
    title: str
    columns: list[str]
    rows: list[list[Cell]]
    empty: str = ""
    note: str = ""
    file_columns: Sequence[str] = ()
    labelled: Sequence[str] = ()

    @property
    def file_heads(self) -> Sequence[str]:
        return self.file_columns or self.columns

    @property
    def labelled_rows(self) -> list[list[tuple[str, Cell]]]:
        """The rows with what a phone says before each value; "" where that explains itself, or nothing stands."""
        labels = [head if head in self.labelled else "" for head in self.columns]
        return [
            [(label if cell.text else "", cell) for label, cell in zip(labels, row, strict=True)] for row in self.rows
        ]


def number(value: float | None, digits: int = 0, *, href: str = "", sign: bool = False) -> Cell:
    """A number; a dash for None. `sign` writes a plus before positive numbers."""
    if value is None:
        return Cell(NO_VALUE, "", href)
    rounded = round(value, digits) + 0.0
    text = format_signed(value, digits) if sign else format_number(value, digits)
    return Cell(text, int(rounded) if digits == 0 else rounded, href)


def share(part: float, whole: float, *, href: str = "") -> Cell:
    """A share in whole per cent; a dash where there is nothing to take it from."""
    return Cell(format_percent(part, whole), round(100 * part / whole) if whole else "", href)


def day_cell(day: date, *, href: str = "") -> Cell:
    """A date."""
    return Cell(format_date(day), day.isoformat(), href)


def evening_cell(day: date, *, href: str = "") -> Cell:
    """A date with its day of the week."""
    return Cell(format_evening(day), day.isoformat(), href)


def file_response(name: str, tables: Iterable[ReportTable], kind: str) -> HttpResponseBase:
    """All tables of a page: as "csv" one after the other, each below its title; as "xlsx" a sheet each."""
    if kind == "csv":
        # A page is in memory as a whole, so its length can be said.
        response = HttpResponse("".join(csv_pieces(_lines(tables))), content_type=CSV_TYPE)
        response["Content-Disposition"] = f'attachment; filename="{name}.csv"'
        return response
    return workbook_response(name, [(table.title, [table.file_heads, *_rows(table)]) for table in tables])


def _lines(tables: Iterable[ReportTable]) -> Iterator[Sequence[str | float]]:
    for place, table in enumerate(tables):
        if place:
            yield []
        yield [table.title]
        yield table.file_heads
        yield from _rows(table)


def _rows(table: ReportTable) -> Iterator[Sequence[str | float]]:
    return ([cell.text if cell.value == "" else cell.value for cell in row] for row in table.rows)

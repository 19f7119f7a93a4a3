"""Tables as files of spreadsheets: CSV as it is made, or a workbook (XLSX). A text is never a formula."""

import csv
import io
import re
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from django.http import FileResponse, Http404, StreamingHttpResponse
from django.http.response import HttpResponseBase

# Spreadsheets take a text that starts like this for a formula.
FORMULA = ("=", "+", "-", "@", "\t", "\r")
FORMATS = ("csv", "xlsx")
CSV_TYPE = "text/csv; charset=utf-8"
XLSX_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
PIECE = 500  # lines that are sent at once
LONGEST_NAME = 31  # of a sheet
NOT_IN_A_NAME = re.compile(r"[\[\]:*?/\\']")

Rows = Iterable[Sequence[Any]]


def table_response(name: str, rows: Rows, kind: str) -> HttpResponseBase:
    """One table with its heading as a file to download, of one of FORMATS."""
    if kind not in FORMATS:
        raise Http404
    if kind == "csv":
        response: HttpResponseBase = StreamingHttpResponse(csv_pieces(rows), content_type=CSV_TYPE)
        response["Content-Disposition"] = f'attachment; filename="{name}.csv"'
        return response
    return workbook_response(name, [("", rows)])


def workbook_response(name: str, sheets: Iterable[tuple[str, Rows]]) -> FileResponse:
    """Tables as a workbook to download, each with a title."""
    return FileResponse(workbook(sheets), as_attachment=True, filename=f"{name}.xlsx", content_type=XLSX_TYPE)


def csv_pieces(rows: Rows) -> Iterator[str]:
    """A table as CSV, a piece at a time."""
    yield "\ufeff"  # so that spreadsheets know the letters
    found = iter(rows)
    while piece := list(islice(found, PIECE)):
        text = io.StringIO()
        csv.writer(text).writerows([plain(cell) if isinstance(cell, str) else cell for cell in row] for row in piece)
        yield text.getvalue()


def plain(text: str) -> str:
    """The text, quoted if a spreadsheet would run it as a formula."""
    return f"'{text}" if text.startswith(FORMULA) else text


def workbook(sheets: Iterable[tuple[str, Rows]]) -> io.BufferedIOBase:
    """Tables as the sheets of a workbook, in a temporary file; the first row of each is its heading.

    Only one row at a time is in memory.
    """
    from xlsxwriter import Workbook  # a sixth of a second, and only these downloads need it

    file = tempfile.TemporaryFile()  # noqa: SIM115 - the response closes it
    xlsx = Workbook(file, {"constant_memory": True})
    bold = xlsx.add_format({"bold": True})
    for number, (title, rows) in enumerate(sheets, start=1):
        sheet = xlsx.add_worksheet(f"{number} {NOT_IN_A_NAME.sub(' ', title)}"[:LONGEST_NAME].strip())
        sheet.freeze_panes(1, 0)
        for row, cells in enumerate(rows):
            for column, cell in enumerate(cells):
                if isinstance(cell, int | float) and not isinstance(cell, bool):
                    sheet.write_number(row, column, cell)
                elif cell != "":
                    sheet.write_string(row, column, str(cell), bold if row == 0 else None)
    xlsx.close()
    file.seek(0)
    return file

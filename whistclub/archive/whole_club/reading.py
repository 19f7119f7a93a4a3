"""Reads the document of a club: checks every line, and turns each into the values of a row."""

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, BinaryIO

from django.core.exceptions import FieldDoesNotExist, ValidationError
from django.db.models import Model
from django.utils.translation import gettext as _

from whistclub.archive.whole_club import layout
from whistclub.archive.whole_club.contents import Table, left_out, tables
from whistclub.archive.whole_club.layout import DocumentRefused, Header, Problems
from whistclub.archive.whole_club.stored_keys import exchanged
from whistclub.archive.whole_club.values import RowReader, may_lack
from whistclub.club.models import Club

# Of rows that are gone, beside those that are there.
MOST_GONE = 1_000_000


@dataclass(frozen=True, slots=True)
class TableStart:
    """The line that begins a table: rows follow. `numbers`: how many it uses, of rows that are there or gone."""

    table: Table
    columns: tuple[str, ...]
    numbers: int


@dataclass(frozen=True, slots=True)
class ReadRow:
    """A row with its line, its number and its values by column, still with numbers in the place of keys."""

    line: int
    number: int
    values: dict[str, Any]


def read(file: BinaryIO) -> Iterator[Header | TableStart | ReadRow]:
    """What a document that was checked says."""
    reader = _Reader(Problems())
    for number, line in layout.unpacked(file):
        found = reader.line(number, line)
        if found is not None:
            yield found


def check(file: BinaryIO) -> tuple[Header, dict[type[Model], int]]:
    """Check all of a document without the database. Returns the header and how many numbers each table uses.

    Raises DocumentRefused with what is wrong, by line.
    """
    problems = Problems()
    reader, references = _Reader(problems), _References()
    digest, header = hashlib.sha256(), None
    for number, line in layout.unpacked(file):
        if header is not None:
            digest.update(line)
        match reader.line(number, line):
            case Header() as found:
                header = found
            case TableStart() as found:
                references.begin(found)
            case ReadRow() as found:
                references.note(found, problems)
    if header is None:
        raise DocumentRefused(_("This file is not a club download: it is empty."))
    if digest.hexdigest() != header.sha256:
        problems.refuse(_("The file was changed or damaged after it was written: its checksum differs."))
    references.finish(problems)
    problems.refuse()
    reader.finish(header)
    return header, {table.model: references.numbers.get(table.model, 0) for table in tables() if not table.owner}


class _Reader:
    """Knows which table the next row belongs to."""

    def __init__(self, problems: Problems) -> None:
        self._problems = problems
        self._waiting: list[Table] = []
        self._start: TableStart | None = None
        self._row: RowReader | None = None
        self._last = 0
        self._counts: dict[str, int] = {}

    def line(self, number: int, line: bytes) -> Header | TableStart | ReadRow | None:
        """What one line says, None for one with a problem. Raises DocumentRefused where no more can be read."""
        if number == 1:
            self._waiting = list(tables(passwords=True))
            return layout.read_header(line)
        try:
            found = layout.value_of(line)
        except ValueError as error:
            self._problems.add(number, "", _("It cannot be read: {reason}.").format(reason=error))
            return None
        if isinstance(found, dict):
            return self._begin(number, found)
        return self._read_row(number, found)

    def finish(self, header: Header) -> None:
        """Raises DocumentRefused for a document that lacks rows."""
        self._end_table()
        self._skip_to(None)
        for name, count in header.rows.items():
            if self._counts.get(name, 0) != count:
                raise DocumentRefused(
                    _("The file should have {n} rows of {table}, and has {found}.").format(
                        n=count, table=name[:80], found=self._counts.get(name, 0)
                    )
                )
        if self._counts.get(Club._meta.label_lower) != 1:
            raise DocumentRefused(_("The file must contain exactly one club."))

    def _begin(self, number: int, found: dict[str, Any]) -> TableStart | None:
        name, columns, numbers = (found.get(each) for each in ("table", "columns", "numbers"))
        table = next((each for each in self._waiting if each.name == name), None)
        if table is None:
            raise DocumentRefused(
                _(
                    "Line {line}: the table “{table}” is unknown here, or in the wrong place. Is this site older than "
                    "the file? Update it first."
                ).format(line=number, table=str(name)[:80])
            )
        self._end_table()
        self._skip_to(table)
        if not isinstance(columns, list) or not all(isinstance(each, str) for each in columns) or type(numbers) is bool:
            raise DocumentRefused(_("Line {line}, which begins a table, cannot be read.").format(line=number))
        if not isinstance(numbers, int) or not 0 <= numbers < 2**40:
            raise DocumentRefused(_("Line {line}, which begins a table, cannot be read.").format(line=number))
        # What a document of an earlier version has, and this site does not take over, is passed over.
        known = {each.attname for each in table.columns} | left_out(table)
        if unknown := sorted(set(columns) - known):
            raise DocumentRefused(
                _(
                    "Line {line}: {table} has no column “{column}” here. Is this site older than the file? Update "
                    "it first."
                ).format(line=number, table=name, column=unknown[0][:80])
            )
        lacking = [each for each in table.columns if each.attname not in columns and not may_lack(each)]
        if lacking:
            raise DocumentRefused(
                _("Line {line}: {table} needs the column “{column}”.").format(
                    line=number, table=name, column=lacking[0].attname
                )
            )
        self._start = TableStart(table, tuple(columns), numbers)
        self._row = RowReader(table)
        self._last = 0
        self._counts[table.name] = 0
        return self._start

    def _end_table(self) -> None:
        """Raises DocumentRefused if the table that was read wants many more keys than it has rows."""
        start = self._start
        if start is not None and start.numbers > self._counts[start.table.name] + MOST_GONE:
            raise DocumentRefused(_("{table} says that too many rows are missing.").format(table=start.table.name))

    def _skip_to(self, table: Table | None) -> None:
        """Tables that the document lacks are newer than it, and empty."""
        while self._waiting and self._waiting[0] is not table:
            self._waiting.pop(0)
        if self._waiting:
            self._waiting.pop(0)

    def _read_row(self, line: int, found: Any) -> ReadRow | None:
        start, row = self._start, self._row
        if start is None or row is None or not isinstance(found, list) or len(found) != len(start.columns) + 1:
            self._problems.add(
                line, start.table.name if start else "", _("It does not have one value for each column.")
            )
            return None
        self._counts[start.table.name] += 1
        number, *values = found
        if type(number) is not int or not self._last < number <= start.numbers:
            self._problems.add(line, start.table.name, _("The rows are not in the order of their numbers."))
            return None
        self._last = number
        if number > self._counts[start.table.name] + MOST_GONE:
            raise DocumentRefused(layout.in_line(line, start.table.name, _("Too many rows before it are missing.")))
        try:
            return ReadRow(line, number, row.values(dict(zip(start.columns, values, strict=True))))
        except ValidationError as error:
            self._problems.add(line, start.table.name, " ".join(error.messages))
            return None


@dataclass(slots=True)
class _References:
    """Whether every row that another names is there: a byte for each number."""

    numbers: dict[type[Model], int] = field(default_factory=dict)
    _there: dict[type[Model], bytearray] = field(default_factory=dict)
    # Rows that are named before they come, with the line and the table that named them first.
    _awaited: dict[tuple[type[Model], int], tuple[int, str]] = field(default_factory=dict)
    _start: TableStart | None = None

    def begin(self, start: TableStart) -> None:
        self._start = start
        self.numbers[start.table.model] = start.numbers
        self._there[start.table.model] = bytearray()

    def note(self, row: ReadRow, problems: Problems) -> None:
        assert self._start is not None
        table = self._start.table
        there = self._there[table.model]
        there.extend(bytes(row.number - len(there)))
        there.append(1)
        self._awaited.pop((table.model, row.number), None)
        if table.owner and not self._is_there(table.owner, row.number):
            self._awaited.setdefault((table.owner, row.number), (row.line, table.name))
        for name, model in table.references.items():
            number = row.values.get(name)
            if number is not None and not self._is_there(model, number):
                self._awaited.setdefault((model, number), (row.line, table.name))
        problem = self._problem_of_stored_keys(table, row)
        if problem:
            problems.add(row.line, table.name, problem)

    def finish(self, problems: Problems) -> None:
        for (model, number), (line, table) in self._awaited.items():
            text = _("It names row {number} of {other}, which is not in the file.")
            problems.add(line, table, text.format(number=number, other=model._meta.label_lower))

    def _is_there(self, model: type[Model], number: int) -> bool:
        there = self._there.get(model, b"")
        return 0 < number < len(there) and there[number] == 1

    def _problem_of_stored_keys(self, table: Table, row: ReadRow) -> str:
        """What is wrong with the keys inside its values: whether they can be found, and are within the document."""

        def within(model: type[Model], number: int) -> int:
            # Tables that come later are checked when all numbers are known: when the row is stored.
            if number < 1 or number > self.numbers.get(model, 2**40):
                raise KeyError(number)
            return number

        return problem_of_stored_keys(table, row.values, within)


def problem_of_stored_keys(table: Table, row: dict[str, Any], give: Callable[[type[Model], int], int]) -> str:
    for name, value in row.items():
        try:
            exchanged(table.model, name, value, row, give)
        except (ValueError, TypeError, KeyError, AttributeError, LookupError, ValidationError, FieldDoesNotExist):
            return _("“{column}” cannot be read: {value}").format(column=name, value=repr(value)[:60])
    return ""

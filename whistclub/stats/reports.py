"""Tables as values: a page and its files are made from the same ones."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.utils.formats import date_format

from whistclub.web.formatting import NO_VALUE, format_date, format_number, format_signed


@dataclass(frozen=True, slots=True)
class Cell:
    """One value. `text` is for people; `value` is for spreadsheets: a number, an ISO date, another text, or ""
    for the same. `href` links to the source of the number.
    """

    text: str
    value: float | str = ""
    href: str = ""


@dataclass(slots=True)
class ReportTable:
    """Rows and columns. `key` is unique on a page; `empty` is the sentence shown when there are no rows.

    `ranks` of the rows stand before their names, in a file in a column of their own. `links` are those of heads; the
    rows are sorted by the column `sorted_by`. `labelled`: the heads that a phone writes before their values; there
    each row has several lines. A table without them keeps its columns.
    """

    key: str
    title: str
    columns: list[str]
    rows: list[list[Cell]]
    empty: str = ""
    note: str = ""
    labelled: Sequence[str] = ()
    ranks: Sequence[str] = ()
    links: Sequence[str] = ()
    sorted_by: int = -1

    @property
    def heads(self) -> list[tuple[str, str, bool, bool]]:
        """Each with its link, whether the rows are sorted by it, and whether words stand below it."""
        found = zip(self.columns, self.links or [""] * len(self.columns), self._of_words(), strict=True)
        return [(text, href, place == self.sorted_by, words) for place, (text, href, words) in enumerate(found)]

    @property
    def shown(self) -> list[tuple[str, Cell, list[tuple[str, Cell, bool]]]]:
        """The rows: rank, name, values with what a phone says before each ("": nothing), and whether they are words."""
        heads = [(head if head in self.labelled else "", words) for head, _href, _is_order, words in self.heads[1:]]
        ranks = self.ranks or [""] * len(self.rows)
        return [
            (
                rank,
                name,
                [(head if cell.text else "", cell, words) for (head, words), cell in zip(heads, cells, strict=True)],
            )
            for rank, (name, *cells) in zip(ranks, self.rows, strict=True)
        ]

    def _of_words(self) -> list[bool]:
        """For each column whether it has no number."""
        return [all(isinstance(row[place].value, str) for row in self.rows) for place in range(len(self.columns))]

    def lines(self) -> list[Sequence[str | float]]:
        """As a file has them, the heads first."""
        rows = [[cell.text if cell.value == "" else cell.value for cell in row] for row in self.rows]
        if not self.ranks:
            return [self.columns, *rows]
        return [["Rank", *self.columns], *([rank, *row] for rank, row in zip(self.ranks, rows, strict=True))]


def rank_text(rank: int, *, shared: bool) -> str:
    """As the standings of a party have it: with an equals sign where it is shared."""
    return f"{rank}=" if shared else str(rank)


def shared_ranks(values: Sequence[object]) -> list[str]:
    """The ranks of values that are in order: "1", "2=", "2=", "4"."""
    first = {value: rank for rank, value in reversed(list(enumerate(values, 1)))}
    people = Counter(values)
    return [rank_text(first[value], shared=people[value] > 1) for value in values]


def number(value: float | None, digits: int = 0, *, href: str = "", sign: bool = False) -> Cell:
    """A number; a dash for None. `sign` writes a plus before positive numbers."""
    if value is None:
        return Cell(NO_VALUE, "", href)
    rounded = round(value, digits) + 0.0
    text = format_signed(value, digits) if sign else format_number(value, digits)
    return Cell(text, int(rounded) if digits == 0 else rounded, href)


def decimals(value: float) -> int:
    """Of wins or points: one if there is a half, or another part of one."""
    return 0 if value == int(value) else 1


def format_percent(part: float, whole: float) -> str:
    """A share in whole per cent; a dash where there is nothing to take it from."""
    return f"{round(100 * part / whole)}%" if whole else NO_VALUE


def format_range(low: float, high: float, digits: int = 0) -> str:
    """663–1,189, or −1.2 to 4.0."""
    return (" to " if round(low, digits) < 0 else "–").join(format_number(each, digits) for each in (low, high))


def share(part: float, whole: float) -> Cell:
    """A share in whole per cent; a dash where there is nothing to take it from."""
    return Cell(format_percent(part, whole), round(100 * part / whole) if whole else "")


def day_cell(day: date, *, href: str = "") -> Cell:
    """A date."""
    return Cell(format_date(day), day.isoformat(), href)


def evening_cell(day: date, *, href: str = "") -> Cell:
    """Sat 21 Nov 2026: in lists of evenings and games, where one looks for “last Saturday”."""
    return Cell(date_format(day, "D j M Y"), day.isoformat(), href)

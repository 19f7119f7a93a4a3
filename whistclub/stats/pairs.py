"""Records of two people, as partners or opponents: wins, and wins versus the expectation of the ratings."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Self

from django.urls import reverse

from whistclub.stats.measures import Interval, wilson_interval
from whistclub.stats.queries import PlayerGameRow
from whistclub.stats.reports import Cell, ReportTable, number, share
from whistclub.stats.viewer import Names, Viewer
from whistclub.web.formatting import format_number

SHOWN = 20


@dataclass(slots=True)
class Record:
    """Games with or against another player; `score` has a draw as half a win, `expected` is what ratings predict."""

    games: int = 0
    won: int = 0
    score: float = 0
    expected: float = 0

    @classmethod
    def of(cls, parts: Iterable[PlayerGameRow]) -> Self:
        record = cls()
        for part in parts:
            record.add(part)
        return record

    def add(self, part: PlayerGameRow) -> None:
        self.games += 1
        self.won += part.won
        self.score += part.score
        self.expected += part.expected

    @property
    def likely(self) -> Interval:
        """The 95 % likely range of the share of games won."""
        return wilson_interval(self.score, self.games) or (0.0, 1.0)


def records(
    parts: Iterable[PlayerGameRow], others: Callable[[PlayerGameRow], Sequence[int | None]]
) -> dict[int, Record]:
    """The record with each of the `others` of these games."""
    found: dict[int, Record] = {}
    for part in parts:
        for other in others(part):
            if other is not None:
                found.setdefault(other, Record()).add(part)
    return found


def record_table(viewer: Viewer, player: int, found: dict[int, Record], names: Names, key: str) -> ReportTable:
    """The partners or opponents of a player, most games first, each linked to the page of the two."""
    ordered = sorted(found.items(), key=lambda item: (-item[1].games, names.text(item[0]).casefold()))
    rows = [
        [
            _versus(viewer, player, other, names),
            # “1 of 1” shows better than 100% how little that says.
            Cell(f"{format_number(record.won)} of {format_number(record.games)}", record.won),
            number(record.games),
            share(record.score, record.games),
            number(record.score - record.expected, 1, sign=True),
        ]
        for other, record in ordered[:SHOWN]
    ]
    head = [key.capitalize(), "Won", "Games", "Won %", "vs expected"]
    return ReportTable(f"{key}s", f"{key.capitalize()}s", head, rows, f"No {key}s yet.")


def _versus(viewer: Viewer, player: int, other: int, names: Names) -> Cell:
    if names.is_secret(other):
        return Cell(names.text(other))
    return Cell(names.text(other), href=reverse("stats:versus", args=[viewer.club.slug, player, other]))

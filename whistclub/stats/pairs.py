"""Records of two people, as partners or opponents: wins, and wins versus the expectation of the ratings."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Self

from django.urls import reverse

from whistclub.stats.confidence import Interval, Z, wilson_interval
from whistclub.stats.queries import PlayerGameRow
from whistclub.stats.reports import Cell, ReportTable, number, share
from whistclub.stats.viewer import Names, Viewer


@dataclass(slots=True)
class Record:
    """Games with or against another player, a draw as half a win.

    `rated_score` and `expected` are the actual and the predicted wins of rated games; `variance` is that of the latter.
    """

    games: int = 0
    won: int = 0
    drawn: int = 0
    rated_score: float = 0
    expected: float = 0
    variance: float = 0

    @classmethod
    def of(cls, parts: Iterable[PlayerGameRow]) -> Self:
        record = cls()
        for part in parts:
            record.add(part)
        return record

    def add(self, part: PlayerGameRow) -> None:
        self.games += 1
        self.won += part.won
        self.drawn += part.drawn
        if part.expected is not None:
            self.rated_score += part.score
            self.expected += part.expected
            self.variance += part.expected * (1 - part.expected)

    @property
    def lost(self) -> int:
        return self.games - self.won - self.drawn

    @property
    def score(self) -> float:
        return self.won + self.drawn / 2

    @property
    def better(self) -> float:
        """Wins beyond those that the ratings predict."""
        return self.rated_score - self.expected

    @property
    def likely(self) -> Interval:
        """The 95 % likely range of the share of games won."""
        return wilson_interval(self.score, self.games) or (0.0, 1.0)

    @property
    def luck(self) -> float:
        """Half width of the 95 % range of wins that chance alone explains."""
        return Z * sqrt(self.variance)


def with_partners(parts: Iterable[PlayerGameRow]) -> dict[int, Record]:
    found: dict[int, Record] = {}
    for part in parts:
        if part.partner is not None:
            found.setdefault(part.partner, Record()).add(part)
    return found


def against_opponents(parts: Iterable[PlayerGameRow]) -> dict[int, Record]:
    found: dict[int, Record] = {}
    for part in parts:
        for opponent in part.opponents:
            found.setdefault(opponent, Record()).add(part)
    return found


def record_columns(who: str) -> list[str]:
    """What decides comes first: a phone shows no more than two or three columns at once."""
    return [
        who,
        "Won",
        "Drawn",
        "Lost",
        "Expected wins",
        "Games",
        "Won %",
        "vs expected",
        "Luck ±",
    ]


def record_cells(record: Record) -> list[Cell]:
    """The cells after the name. “1 of 1” shows better than 100% how little that says."""
    luck = number(record.luck, 1) if record.variance else Cell("–")
    return [
        Cell(f"{number(record.won).text} of {number(record.games).text}", record.won),
        number(record.drawn),
        number(record.lost),
        number(record.expected, 1),
        number(record.games),
        share(record.score, record.games),
        number(record.better, 1, sign=True),
        luck,
    ]


def record_table(
    viewer: Viewer, player: int, records: dict[int, Record], names: Names, *, key: str, titles: Sequence[str]
) -> ReportTable:
    """The partners or opponents of a player, most games first, each linked to the page of the two.

    `titles`: of the table, of its first column, and the sentence for an empty table.
    """
    ordered = sorted(records.items(), key=lambda item: (-item[1].games, names.text(item[0]).casefold()))
    title, who, empty = titles
    rows = [[_versus(viewer, player, other, names), *record_cells(record)] for other, record in ordered]
    return ReportTable(key, title, record_columns(who), rows, empty)


def _versus(viewer: Viewer, player: int, other: int, names: Names) -> Cell:
    if names.is_secret(other):
        return Cell(names.text(other))
    return Cell(names.text(other), href=reverse("stats:versus", args=[viewer.club.slug, player, other]))

"""Records of two people, as partners or opponents: wins, and wins versus the expectation of the ratings."""

from dataclasses import dataclass

from django.db.models import QuerySet, Sum
from django.urls import reverse

from whistclub.stats.filters import Filters
from whistclub.stats.measures import Interval, wilson_interval
from whistclub.stats.models import PlayerGame
from whistclub.stats.reports import Cell, ReportTable, number, share
from whistclub.stats.viewer import Names, Viewer
from whistclub.web.formatting import format_number

SHOWN = 20


@dataclass(slots=True)
class Record:
    """Games with or against another player; `expected` are the wins that ratings predict."""

    games: int = 0
    won: int = 0
    drawn: int = 0
    expected: float = 0

    @property
    def wins(self) -> float:
        """A drawn game is half a win."""
        return self.won + self.drawn / 2

    @property
    def likely(self) -> Interval:
        """The 95 % likely range of the share of games won."""
        return wilson_interval(self.wins, self.games) or (0.0, 1.0)


def records_with(rows: QuerySet[PlayerGame], *seats: str) -> dict[int, Record]:
    """The record with each who sat on these seats, as seen from the player of the rows. One query each."""
    found: dict[int, Record] = {}
    for seat in seats:
        by_other = rows.exclude(**{seat: None}).values_list(seat).order_by()
        for other, *sums in by_other.annotate(*map(Sum, ("games", "won", "drawn", "expected"))):
            games, won, drawn, expected = sums
            record = found.setdefault(other, Record())
            record.games += games
            record.won += won
            record.drawn += drawn
            record.expected += expected
    return found


def record_table(
    viewer: Viewer, player: int, found: dict[int, Record], names: Names, key: str, chosen: Filters
) -> ReportTable:
    """The partners or opponents of a player, most games first, each linked to the page of the two."""
    ordered = sorted(found.items(), key=lambda item: (-item[1].games, names.text(item[0]).casefold()))
    rows = [
        [
            _versus(viewer, player, other, names, chosen.query),
            # “1 of 1” shows better than 100% how little that says.
            Cell(f"{format_number(record.won)} of {format_number(record.games)}", record.won),
            number(record.games),
            share(record.wins, record.games),
            number(record.wins - record.expected, 1, sign=True),
        ]
        for other, record in ordered[:SHOWN]
    ]
    head = [key.capitalize(), "Won", "Games", "Won %", "vs expected"]
    return ReportTable(
        f"{key}s",
        f"{key.capitalize()}s",
        head,
        rows,
        chosen.empty_text(f"No {key}s yet.", f"{key}s"),
        labelled=head[1:],
    )


def _versus(viewer: Viewer, player: int, other: int, names: Names, query: str) -> Cell:
    if names.is_secret(other):
        return Cell(names.text(other))
    return Cell(names.text(other), href=reverse("stats:versus", args=[viewer.club.slug, player, other]) + query)

"""A player’s evenings, streaks and rating over time."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from django.urls import reverse

from whistclub.stats.queries import PlayerGameRow
from whistclub.stats.reports import Cell, ReportTable, evening_cell, number
from whistclub.stats.viewer import Viewer
from whistclub.web.formatting import format_score, plural

SHOWN = 3


@dataclass(slots=True)
class EveningRow:
    """A player’s results of one evening."""

    day: date
    games: int = 0
    won: int = 0
    drawn: int = 0
    points: int = 0
    points_against: int = 0

    @property
    def difference(self) -> int:
        return self.points - self.points_against

    @property
    def score(self) -> float:
        return self.won + self.drawn / 2


def evening_rows(parts: Iterable[PlayerGameRow]) -> list[EveningRow]:
    """One row for each evening, in order."""
    found: dict[date, EveningRow] = {}
    for part in parts:
        row = found.setdefault(part.day, EveningRow(part.day))
        row.games += 1
        row.won += part.won
        row.drawn += part.drawn
        row.points += part.points
        row.points_against += part.points_against
    return [found[day] for day in sorted(found)]


def best_and_worst(viewer: Viewer, rows: Sequence[EveningRow]) -> ReportTable:
    """The best evenings and the worst one, by difference of points; empty with a single evening."""
    ordered = sorted(rows, key=lambda row: (-row.difference, -row.score, row.day))
    best = [("Best", row) for row in ordered[:SHOWN]] if len(rows) > 1 else []
    worst = [("Worst", ordered[-1])] if len(rows) > SHOWN else []
    head = ["Evening", "", "Difference", "Won", "Games", "Points"]
    return ReportTable(
        "evenings",
        "Best and worst evenings",
        head,
        [_evening_cells(viewer, label, row) for label, row in [*best, *worst]],
        "Shown after two evenings.",
        labelled=head[2:],
    )


def _evening_cells(viewer: Viewer, label: str, row: EveningRow) -> list[Cell]:
    return [
        evening_cell(row.day, href=reverse("stats:day", args=[viewer.club.slug, row.day.isoformat()])),
        Cell(label),
        number(row.difference, sign=True),
        number(row.score, int(bool(row.drawn % 2))),
        number(row.games),
        Cell(format_score((row.points, row.points_against))),
    ]


@dataclass(frozen=True, slots=True)
class Streaks:
    """Games in a row: `now` won (negative: not won) up to the last game, the most `won`, the most `without` a win."""

    now: int
    won: int
    without: int


def streaks(parts: Iterable[PlayerGameRow]) -> Streaks:
    """The streaks of games in order of play."""
    now = won = without = 0
    for part in parts:
        step = 1 if part.won else -1
        now = now + step if now * step > 0 else step
        won, without = max(won, now), max(without, -now)
    return Streaks(now, won, without)


def streaks_text(streaks: Streaks) -> str:
    """Streaks in a sentence."""
    if streaks.now > 1:
        now = f"Won the last {streaks.now} games."
    elif streaks.now < -1:
        now = f"No win in the last {-streaks.now} games."
    else:
        now = "Won the last game." if streaks.now > 0 else "Did not win the last game."
    best = plural(streaks.won, "{number} game", "{number} games").format(number=streaks.won)
    worst = plural(streaks.without, "{number} game", "{number} games").format(number=streaks.without)
    parts = [now]
    if streaks.won:
        parts.append(f"Longest winning streak: {best}.")
    if streaks.without:
        parts.append(f"Longest without a win: {worst}.")
    return " ".join(parts)

"""The evenings of one player."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from django.urls import reverse
from django.utils.translation import gettext as _

from whistclub.stats.queries.parts import PlayerGameRow
from whistclub.stats.reports import Cell, ReportTable, day_cell, number
from whistclub.stats.viewer import Viewer
from whistclub.web.formatting import format_score

SHOWN = 3


@dataclass(slots=True)
class Row:
    """What a player did on one evening."""

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


def evening_rows(parts: Iterable[PlayerGameRow]) -> list[Row]:
    """One row for each evening, in order."""
    found: dict[date, Row] = {}
    for part in parts:
        row = found.setdefault(part.day, Row(part.day))
        row.games += 1
        row.won += part.won
        row.drawn += part.drawn
        row.points += part.points
        row.points_against += part.points_against
    return [found[day] for day in sorted(found)]


def best_and_worst(visit: Viewer, rows: Sequence[Row]) -> ReportTable:
    """The best evenings and the worst one, by the difference of points; of one evening nobody can say which it was."""
    ordered = sorted(rows, key=lambda row: (-row.difference, -row.score, row.day))
    best = [(_("Best"), row) for row in ordered[:SHOWN]] if len(rows) > 1 else []
    worst = [(_("Worst"), ordered[-1])] if len(rows) > SHOWN else []
    head = [_("Evening"), "", _("Games"), _("Won"), _("Points"), _("Difference")]
    return ReportTable(
        "evenings",
        _("Best and worst evenings"),
        head,
        [_cells(visit, said, row) for said, row in [*best, *worst]],
        _("Shown after two evenings."),
    )


def _cells(visit: Viewer, said: str, row: Row) -> list[Cell]:
    return [
        day_cell(row.day, href=reverse("stats:day", args=[visit.club.slug, row.day.isoformat()])),
        Cell(said),
        number(row.games),
        number(row.score, int(bool(row.drawn % 2))),
        Cell(format_score((row.points, row.points_against))),
        number(row.difference, sign=True),
    ]

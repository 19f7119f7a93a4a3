"""With whom and against whom somebody plays, and whether that goes better than the ratings expected."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt

from django.urls import reverse
from django.utils.translation import gettext as _

from whistclub.stats.confidence import Z
from whistclub.stats.names import Names
from whistclub.stats.queries.parts import PlayerGameRow
from whistclub.stats.reports import Cell, ReportTable, number, share
from whistclub.stats.viewer import Viewer


@dataclass(slots=True)
class Record:
    """Games with or against somebody. `expected` are the wins that the ratings gave, of those `rated`."""

    games: int = 0
    won: int = 0
    drawn: int = 0
    rated_score: float = 0
    expected: float = 0
    variance: float = 0

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
        """Wins more than the ratings expected."""
        return self.rated_score - self.expected

    @property
    def luck(self) -> float:
        """How far off luck alone brings the wins, nineteen times in twenty."""
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


def columns(who: str) -> list[str]:
    return [
        who,
        _("Games"),
        _("Won"),
        _("vs expected"),
        _("Could be luck"),
        _("Expected wins"),
        _("Won %"),
        _("Drawn"),
        _("Lost"),
    ]


def cells(record: Record) -> list[Cell]:
    """A record as the columns after the name say it."""
    luck = Cell(f"±{number(record.luck, 1).text}", round(record.luck, 1)) if record.variance else Cell("–")
    return [
        number(record.games),
        number(record.won),
        number(record.better, 1, sign=True),
        luck,
        number(record.expected, 1),
        share(record.score, record.games),
        number(record.drawn),
        number(record.lost),
    ]


def table(
    visit: Viewer, player: int, records: dict[int, Record], names: Names, *, key: str, titles: Sequence[str]
) -> ReportTable:
    """The people one has met, the most games first, each leading to the page of the two.

    Titles: of the table, of its first column, and what is said where there is nobody.
    """
    ordered = sorted(records.items(), key=lambda item: (-item[1].games, names.text(item[0]).casefold()))
    title, who, empty = titles
    rows = [[_versus(visit, player, other, names), *cells(record)] for other, record in ordered]
    return ReportTable(key, title, columns(who), rows, empty)


def _versus(visit: Viewer, player: int, other: int, names: Names) -> Cell:
    if names.is_secret(other):
        return Cell(names.text(other))
    return Cell(names.text(other), href=reverse("stats:versus", args=[visit.club.slug, str(player), str(other)]))

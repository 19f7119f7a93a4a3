"""A player's games as facts, read once for everything that his page says of them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from datetime import date
from typing import Any

from django.db.models import QuerySet
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from whistclub.club.models import Player
from whistclub.engine.facts import COUNTERS
from whistclub.stats.filters import Filters
from whistclub.stats.inputs import PARTY
from whistclub.stats.models import PlayerGame
from whistclub.stats.reports import Cell, number
from whistclub.stats.scopes import FORM


@dataclass(frozen=True, slots=True)
class PlayerGameRow:
    """One game of a player. `counts` are in the order of COUNTERS; `expected` is None until the game is rated."""

    code: str
    totals: list[int]
    side: int
    day: date
    rules: str
    partner: int | None
    left_opponent: int | None
    right_opponent: int | None
    won: int
    drawn: int
    points: int
    points_against: int
    mu: float | None
    sigma: float | None
    expected: float | None
    counts: tuple[int, ...]

    @property
    def outcome(self) -> str:
        """won, drawn or lost."""
        return "won" if self.won else "drawn" if self.drawn else "lost"

    @property
    def outcome_said(self) -> str:
        return {"won": _("won"), "drawn": _("drawn"), "lost": _("lost")}[self.outcome]

    @property
    def letter(self) -> str:
        """The outcome in one letter."""
        return {"won": pgettext("letter", "W"), "drawn": pgettext("letter", "D"), "lost": pgettext("letter", "L")}[
            self.outcome
        ]

    @property
    def score_cell(self) -> Cell:
        """The points of all sides, his own first."""
        others = [total for side, total in enumerate(self.totals) if side != self.side]
        return Cell(" : ".join(number(total).text for total in (self.points, *others)))

    @property
    def said(self) -> str:
        return f"{date_format(self.day, 'j M Y')}: {self.outcome_said}, {self.score_cell.text}"

    @property
    def score(self) -> float:
        """Wins, a drawn game being half a one."""
        return self.won + self.drawn / 2

    @property
    def opponents(self) -> tuple[int, ...]:
        return tuple(player for player in (self.left_opponent, self.right_opponent) if player is not None)


_READ = tuple(field.name for field in fields(PlayerGameRow) if field.name != "counts")
COLUMNS = ("fact__code", "fact__totals", *_READ[2:], *COUNTERS)


def parts_of(player: Player, filters: Filters | None = None) -> list[PlayerGameRow]:
    """All games of a player that count and are not filtered away, in order of play. One query."""
    rows = PlayerGame.objects.filter(player=player)
    if filters is not None:
        rows = narrowed(rows, filters)
    return [part(row) for row in rows.order_by("started_at", "game").values_list(*COLUMNS)]


def part(row: Sequence[Any]) -> PlayerGameRow:
    """One row of COLUMNS as a value."""
    return PlayerGameRow(*row[: len(_READ)], counts=tuple(row[len(_READ) :]))


def narrowed(rows: QuerySet[PlayerGame], filters: Filters) -> QuerySet[PlayerGame]:
    """The parts of games that filters let through."""
    rows = filters.span.narrow(rows)
    if filters.setting:
        rows = rows.filter(party=filters.setting == PARTY)
    if filters.rules.startswith(FORM):
        return rows.filter(form=filters.rules.removeprefix(FORM))
    return rows.filter(rules=filters.rules) if filters.rules else rows


def added(parts: Iterable[PlayerGameRow]) -> dict[str, int]:
    """The counts of several games together."""
    rows = [part.counts for part in parts]
    sums: Sequence[int] = [sum(column) for column in zip(*rows, strict=True)] if rows else [0] * len(COUNTERS)
    return dict(zip(COUNTERS, sums, strict=True))

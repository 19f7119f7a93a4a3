"""Records of two people, as partners or opponents: wins, and wins versus the expectation of the ratings."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from math import sqrt
from operator import or_

from django.db.models import Count, F, Q, QuerySet, Sum
from django.urls import reverse
from django.utils.translation import gettext as _

from whistclub.stats.confidence import Interval, Z, wilson_interval
from whistclub.stats.filters import Filters
from whistclub.stats.models import PlayerGame
from whistclub.stats.queries import PlayerGameRow, counted, in_rankings, narrowed
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


Pair = tuple[int, int]
Records = dict[Pair, Record]


def most_active(viewer: Viewer, filters: Filters, number: int) -> list[tuple[int, str]]:
    """Keys and names of the visible players with the most games that match the filters. One query."""
    rows = in_rankings(viewer, counted(viewer.club, filters))
    # Rollups are sums already, one per player.
    played = Sum("games") if filters.has_custom_dates else F("games")
    rows = rows.values("player", "player__name").annotate(games_played=played).order_by("-games_played", "player")
    return [(row["player"], row["player__name"]) for row in rows[:number]]


def as_partners(filters: Filters, players: Collection[int]) -> Records:
    """The records of any two of these as partners, each pair both ways round. One query."""
    return _records(filters, Q(player__in=players, partner__in=players))


def of_pairs(filters: Filters, pairs: Collection[Pair]) -> Records:
    """The records of these pairs as partners, against all opponents. One query, none without pairs."""
    if not pairs:
        return {}
    wanted = reduce(or_, (Q(player=player, partner=partner) for player, partner in pairs))
    return _records(filters, wanted)


def _records(filters: Filters, wanted: Q) -> Records:
    rows: QuerySet[PlayerGame] = narrowed(PlayerGame.objects.filter(wanted), filters)
    rated, chance = Q(expected__isnull=False), F("expected")
    sums = rows.values("player", "partner").annotate(
        played=Count("pk"),
        sum_won=Sum("won"),
        sum_drawn=Sum("drawn"),
        rated_won=Sum("won", filter=rated),
        rated_drawn=Sum("drawn", filter=rated),
        sum_expected=Sum(chance),
        sum_variance=Sum(chance * (1 - chance)),
    )
    return {
        (row["player"], row["partner"]): Record(
            games=row["played"],
            won=row["sum_won"],
            drawn=row["sum_drawn"],
            rated_score=(row["rated_won"] or 0) + (row["rated_drawn"] or 0) / 2,
            expected=row["sum_expected"] or 0.0,
            variance=row["sum_variance"] or 0.0,
        )
        for row in sums.order_by()
    }


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
        _("Won"),
        _("Drawn"),
        _("Lost"),
        _("Expected wins"),
        _("Games"),
        _("Won %"),
        _("vs expected"),
        _("Luck ±"),
    ]


def record_cells(record: Record) -> list[Cell]:
    """The cells after the name. “1 of 1” shows better than 100% how little that says."""
    luck = number(record.luck, 1) if record.variance else Cell("–")
    return [
        Cell(_("{won} of {games}").format(won=number(record.won).text, games=number(record.games).text), record.won),
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
    return Cell(names.text(other), href=reverse("stats:versus", args=[viewer.club.slug, str(player), str(other)]))

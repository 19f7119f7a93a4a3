"""Who plays most, and the records of two people, added up by the database."""

from collections.abc import Collection
from functools import reduce
from operator import or_

from django.db.models import Count, F, Q, QuerySet, Sum

from whistclub.stats.filters import Filters
from whistclub.stats.models import PlayerGame
from whistclub.stats.player.club_average import counted
from whistclub.stats.queries.meetings import Record
from whistclub.stats.queries.parts import narrowed
from whistclub.stats.viewer import Viewer

Pair = tuple[int, int]
Records = dict[Pair, Record]


def most_active(visit: Viewer, filters: Filters, number: int) -> list[tuple[int, str]]:
    """Keys and names of those with the most games in what was chosen, whom this visitor may see. One query."""
    rows = counted(visit.club, filters)
    if not visit.is_organiser:
        rows = rows.filter(player__hidden=False)
    # Tallies are sums already, one for each player.
    played = Sum("games") if filters.has_custom_dates else F("games")
    rows = rows.values("player", "player__name").annotate(games_played=played).order_by("-games_played", "player")
    return [(row["player"], row["player__name"]) for row in rows[:number]]


def as_partners(filters: Filters, players: Collection[int]) -> Records:
    """The games of any two of these as partners, each pair both ways round. One query."""
    return _records(filters, Q(player__in=players, partner__in=players), "partner")


def as_opponents(filters: Filters, players: Collection[int]) -> Records:
    """The games of any two of these against each other, as each of them sees it. Two queries."""
    found = _records(filters, Q(player__in=players, left_opponent__in=players), "left_opponent")
    for pair, record in _records(filters, Q(player__in=players, right_opponent__in=players), "right_opponent").items():
        found[pair] = _sum(found[pair], record) if pair in found else record
    return found


def of_pairs(filters: Filters, pairs: Collection[Pair]) -> Records:
    """The games of each of these pairs as partners, against whomever. One query, none without pairs."""
    if not pairs:
        return {}
    wanted = reduce(or_, (Q(player=player, partner=partner) for player, partner in pairs))
    return _records(filters, wanted, "partner")


def _records(filters: Filters, wanted: Q, other: str) -> Records:
    rows: QuerySet[PlayerGame] = narrowed(PlayerGame.objects.filter(wanted), filters)
    rated, chance = Q(expected__isnull=False), F("expected")
    sums = rows.values("player", other).annotate(
        played=Count("pk"),
        sum_won=Sum("won"),
        sum_drawn=Sum("drawn"),
        rated_won=Sum("won", filter=rated),
        rated_drawn=Sum("drawn", filter=rated),
        sum_expected=Sum(chance),
        sum_variance=Sum(chance * (1 - chance)),
    )
    return {
        (row["player"], row[other]): Record(
            games=row["played"],
            won=row["sum_won"],
            drawn=row["sum_drawn"],
            rated_score=(row["rated_won"] or 0) + (row["rated_drawn"] or 0) / 2,
            expected=row["sum_expected"] or 0.0,
            variance=row["sum_variance"] or 0.0,
        )
        for row in sums.order_by()
    }


def _sum(one: Record, other: Record) -> Record:
    return Record(
        games=one.games + other.games,
        won=one.won + other.won,
        drawn=one.drawn + other.drawn,
        rated_score=one.rated_score + other.rated_score,
        expected=one.expected + other.expected,
        variance=one.variance + other.variance,
    )

"""Rates games in order of play."""

from collections.abc import Collection, Sequence
from datetime import UTC, datetime, timedelta
from itertools import groupby
from operator import itemgetter

from django.db import connection
from django.db.models import OuterRef, Q, Subquery

from whistclub.club.models import Club, Player
from whistclub.engine.rating import Rating, finishing_ranks, newcomer, rating, win_probabilities
from whistclub.engine.rating import rate as rate_sides
from whistclub.stats.models import PlayerGame

BEGINNING = datetime(1, 1, 3, tzinfo=UTC)
UPDATE = "UPDATE stats_playergame SET mu = %s, sigma = %s, expected = %s WHERE id = %s"


def rate_from(club: Club, started_at: datetime = BEGINNING, game: int = 0) -> None:
    """Rate this game and all later ones; ratings follow the order of play."""
    later = Q(started_at__gt=started_at) | Q(started_at=started_at, game__gte=game)
    # The moment implies the day; there is an index on days.
    parts = PlayerGame.objects.filter(later, club=club, day__gte=started_at.date() - timedelta(days=2))
    columns = ("game", "pk", "player", "side", "fact__winner", "fact__totals")
    rows = list(parts.order_by("started_at", "game", "seat").values_list(*columns))
    ratings = _before(started_at, game, {row[2] for row in rows})
    changes: list[tuple[float, float, float, int]] = []
    for _game, found in groupby(rows, key=itemgetter(0)):
        seats = list(found)
        ranks = finishing_ranks(*seats[0][4:])
        values = _rated([(player, side) for _game, _pk, player, side, *_result in seats], ranks, ratings)
        changes += [(*value, row[1]) for value, row in zip(values, seats, strict=True)]
    if changes:
        with connection.cursor() as cursor:  # a hundred times as fast as bulk_update
            cursor.executemany(UPDATE, changes)


def _rated(
    seats: Sequence[tuple[int, int]], ranks: Sequence[int], ratings: dict[int, Rating]
) -> list[tuple[float, float, float]]:
    """Rate one game: new mu, new sigma and the chance to win before it, for each seat.

    `seats` are players with their sides, `ranks` those of the sides; `ratings` are updated.
    """
    sides: list[list[Rating]] = [[] for _rank in ranks]
    for player, number in seats:
        if player not in ratings:
            ratings[player] = newcomer()
        sides[number].append(ratings[player])
    chances = win_probabilities(sides)
    rate_sides(sides, ranks)
    return [(ratings[player].mu, ratings[player].sigma, chances[number]) for player, number in seats]


def _before(started_at: datetime, game: int, players: Collection[int]) -> dict[int, Rating]:
    """The ratings of players before a game. One query."""
    before = Q(started_at__lt=started_at) | Q(started_at=started_at, game__lt=game)
    last = PlayerGame.objects.filter(before, player=OuterRef("pk")).order_by("-started_at", "-game")
    found = Player.objects.filter(pk__in=players)
    found = found.annotate(mu=Subquery(last.values("mu")[:1]), sigma=Subquery(last.values("sigma")[:1]))
    return {key: rating(mu, sigma) for key, mu, sigma in found.values_list("pk", "mu", "sigma") if mu is not None}

"""Rates games in order of play."""

from collections.abc import Sequence
from itertools import groupby

from django.db.models import OuterRef, Subquery

from whistclub.club.models import Club, Player
from whistclub.engine.rating import Rating, finishing_ranks, newcomer, rating, win_probabilities
from whistclub.engine.rating import rate as rate_sides
from whistclub.stats.models import GameFact, PlayerGame

# After a change of an old game all later ones are rated again: at most this many at once, the others with the next
# games, so that recording a hand never waits for old games.
AT_ONCE = 300


def rate_pending(club: Club, *, limit: int = AT_ONCE) -> set[int]:
    """Rate the next pending games in order of play; returns the players whose ratings changed."""
    waiting = list(
        GameFact.objects.filter(club=club, rated=False)
        .order_by("started_at", "game")
        .values_list("pk", "winner", "totals")[:limit]
    )
    if not waiting:
        return set()
    keys = [key for key, _winner, _totals in waiting]
    parts = PlayerGame.objects.filter(fact__in=keys).order_by("fact", "seat")
    by_game = {
        fact: list(rows)
        for fact, rows in groupby(parts.values_list("fact", "pk", "player", "side"), key=lambda row: row[0])
    }
    players = {row[2] for rows in by_game.values() for row in rows}
    ratings = _so_far(players)
    changes = []
    for key, winner, totals in waiting:
        seats = [(player, side) for _fact, _part, player, side in by_game[key]]
        values = rate(seats, finishing_ranks(winner, totals), ratings)
        changes += [
            PlayerGame(pk=part, mu=mu, sigma=sigma, expected=expected)
            for (mu, sigma, expected), (_fact, part, *_seat) in zip(values, by_game[key], strict=True)
        ]
    PlayerGame.objects.bulk_update(changes, ["mu", "sigma", "expected"])
    GameFact.objects.filter(pk__in=keys).update(rated=True)
    return players


def rate(
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


def _so_far(players: set[int]) -> dict[int, Rating]:
    """The rating of each player after the last game that is rated."""
    last = PlayerGame.objects.filter(player=OuterRef("pk"), mu__isnull=False).order_by("-started_at", "-game")
    found = Player.objects.filter(pk__in=players).annotate(last=Subquery(last.values("pk")[:1])).values_list("last")
    rows = PlayerGame.objects.filter(pk__in=[key for (key,) in found if key]).values_list("player", "mu", "sigma")
    return {player: rating(mu, sigma) for player, mu, sigma in rows if mu is not None and sigma is not None}

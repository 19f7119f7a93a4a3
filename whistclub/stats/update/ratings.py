"""Rates games in order of play."""

from collections.abc import Sequence
from itertools import groupby

from django.db.models import OuterRef, Subquery

from whistclub.club.models import Club, Player
from whistclub.engine.rating import NEWCOMER, Rating, finishing_ranks, rated, win_probabilities
from whistclub.stats import bulk_write
from whistclub.stats.models import GameFact, PlayerGame

# After a change of an old game all later ones are rated again: at most this many at once, the others with the next
# games, so that recording a hand never waits for old games.
AT_ONCE = 300


def rate_pending(club: Club, *, limit: int = AT_ONCE, known: dict[int, Rating] | None = None) -> set[int]:
    """Rate the next pending games in order of play; returns the players whose ratings changed.

    `known` holds the ratings of all players before these games and is updated; without it they are read.
    """
    waiting = list(
        GameFact.objects.filter(club=club, rated=False)
        .order_by("started_at", "game")
        .values_list("pk", "winner", "totals")[:limit]
    )
    if not waiting:
        return set()
    keys = [key for key, _winner, _totals in waiting]
    seats = PlayerGame.objects.filter(fact__in=keys).order_by("fact", "seat")
    by_game = {
        fact: list(rows)
        for fact, rows in groupby(seats.values_list("fact", "pk", "player", "side"), key=lambda row: row[0])
    }
    players = {row[2] for rows in by_game.values() for row in rows}
    ratings = _so_far(players) if known is None else known
    changes = []
    for key, winner, totals in waiting:
        changes += _rate(by_game[key], finishing_ranks(winner, totals), ratings)
    bulk_write.update(PlayerGame, ("mu", "sigma", "expected"), changes)
    GameFact.objects.filter(pk__in=keys).update(rated=True)
    return players


def _rate(
    seats: Sequence[tuple[int, int, int, int]], ranks: Sequence[int], ratings: dict[int, Rating]
) -> list[tuple[float, float, float, int]]:
    """Rate one game: new mu, new sigma, chance to win before it, and key of each of its PlayerGame rows."""
    sides: list[list[tuple[int, int]]] = [[] for _rank in ranks]
    for _fact, part, player, number in seats:
        sides[number].append((part, player))
    before = [[ratings.get(player, NEWCOMER) for _part, player in side] for side in sides]
    changes = []
    for side, chance, after in zip(sides, win_probabilities(before), rated(before, ranks), strict=True):
        for (part, player), (mu, sigma) in zip(side, after, strict=True):
            ratings[player] = (mu, sigma)
            changes.append((mu, sigma, chance, part))
    return changes


def _so_far(players: set[int]) -> dict[int, Rating]:
    """The rating of each player after the last game that is rated."""
    last = PlayerGame.objects.filter(player=OuterRef("pk"), mu__isnull=False).order_by("-started_at", "-game")
    found = Player.objects.filter(pk__in=players).annotate(last=Subquery(last.values("pk")[:1])).values_list("last")
    rows = PlayerGame.objects.filter(pk__in=[key for (key,) in found if key]).values_list("player", "mu", "sigma")
    return {player: (mu, sigma) for player, mu, sigma in rows if mu is not None and sigma is not None}

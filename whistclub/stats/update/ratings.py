"""Ratings: games in order of play, each rated once what came before it is."""

from collections.abc import Sequence
from itertools import groupby

from django.db.models import OuterRef, Subquery

from whistclub.club.models import Club, Player
from whistclub.engine.rating import NEWCOMER, Rating, chances, places, rated
from whistclub.stats import bulk_write
from whistclub.stats.models import GameFact, PlayerGame

# A change of an old game lets all later ones be rated again: so many at once, the rest with the games that follow,
# so that nobody waits at a table for the past.
AT_ONCE = 300


def rate_pending(club: Club, *, limit: int = AT_ONCE, known: dict[int, Rating] | None = None) -> set[int]:
    """Rate the next games that wait for it, in order of play; the players whose ratings changed.

    `known` are the ratings so far of everybody, kept up to date; without it they are looked up.
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
        changes += _rate(by_game[key], places(winner, totals), ratings)
    bulk_write.update(PlayerGame, ("mu", "sigma", "expected"), changes)
    GameFact.objects.filter(pk__in=keys).update(rated=True)
    return players


def _rate(
    seats: Sequence[tuple[int, int, int, int]], ranks: Sequence[int], ratings: dict[int, Rating]
) -> list[tuple[float, float, float, int]]:
    """Rate one game; the new mu, sigma and the chance before it for each of its parts, with the key of the part."""
    sides: list[list[tuple[int, int]]] = [[] for _side in ranks]
    for _fact, part, player, side in seats:
        sides[side].append((part, player))
    before = [[ratings.get(player, NEWCOMER) for _part, player in side] for side in sides]
    changes = []
    for side, chance, after in zip(sides, chances(before), rated(before, ranks), strict=True):
        for (part, player), (mu, sigma) in zip(side, after, strict=True):
            ratings[player] = (mu, sigma)
            changes.append((mu, sigma, chance, part))
    return changes


def _so_far(players: set[int]) -> dict[int, Rating]:
    """The rating of each player after the last game that is rated."""
    last = PlayerGame.objects.filter(player=OuterRef("pk"), mu__isnull=False).order_by("-started_at", "-game")
    found = Player.objects.filter(pk__in=players).annotate(last=Subquery(last.values("pk")[:1])).values_list("last")
    rows = PlayerGame.objects.filter(pk__in=[key for (key,) in found if key]).values_list("player", "mu", "sigma")
    return {player: (mu, sigma) for player, mu, sigma in rows}

"""The club's pages of statistics, as they look with and without games."""

from collections.abc import Iterator

from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests.builders import client_of
from whistclub.accounts.models import User
from whistclub.club.models import Club
from whistclub.stats.models import GameFact

QUERIES = {
    "players": ({"least": 1}, {"by": "made"}),
    "results": ({}, {"page": "x"}),
    "records": ({}, {"rules": "askov"}, {"rules": "nothing"}),
}


def pages(club: Club, organiser: Client, other: Club, of_other: User) -> Iterator[tuple[str, HttpResponse]]:
    """`other` is a club in which nothing was finished yet."""
    alone = client_of(of_other)
    for name, queries in QUERIES.items():
        for query in queries:
            chosen = " ".join(f"{key}={value}" for key, value in query.items())
            yield f"{name} {chosen}".strip(), organiser.get(reverse(f"stats:{name}", args=[club.slug]), query)
        yield f"{name} of nothing", alone.get(reverse(f"stats:{name}", args=[other.slug]))
    players = club.players.exclude(player_games=None).distinct().order_by("pk")[:2]
    for player in players:
        for name in ("player", "games"):
            address = reverse(f"stats:{name}", args=[club.slug, player.pk])
            yield f"{name} {player}", organiser.get(address)
            yield f"{name} {player} 2026", organiser.get(address, {"period": "2026"})
    backwards = {"from": "2099-01-01", "to": "2000-01-01"}
    yield "player refused", organiser.get(reverse("stats:player", args=[club.slug, players[0].pk]), backwards)
    yield "players refused", organiser.get(reverse("stats:players", args=[club.slug]), {"from": "soon"})
    for day in GameFact.objects.filter(club=club).values_list("day", flat=True).distinct():
        yield f"day {day}", organiser.get(reverse("stats:day", args=[club.slug, day.isoformat()]))

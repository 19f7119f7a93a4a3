"""Players: all of them in order, and each on a page of his own."""

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from whistclub.stats.access import Viewer, for_viewer, seen_player
from whistclub.stats.filters import filters
from whistclub.stats.player import page as player_queries
from whistclub.stats.queries import games as game_queries
from whistclub.stats.queries import leaders
from whistclub.stats.render import shown, wants_csv


@for_viewer
def players(request: HttpRequest, visit: Viewer) -> HttpResponse:
    page = leaders.leaders(visit, request.GET, whole=wants_csv(request))
    return shown(request, visit, "stats/players.html", page, place="players")


@for_viewer
def player(request: HttpRequest, visit: Viewer, player: int) -> HttpResponse:
    found = seen_player(visit, player)
    page = player_queries.player_page(visit, found, filters(visit.club, request.GET))
    picture = reverse("stats:player_picture", args=[visit.club.slug, found.pk])
    return shown(request, visit, "stats/player.html", page, place="players", picture=picture)


@for_viewer
def games(request: HttpRequest, visit: Viewer, player: int) -> HttpResponse:
    """All games of a player."""
    found = seen_player(visit, player)
    chosen = filters(visit.club, request.GET)
    page = game_queries.games_page(visit, found, chosen, request.GET.get("page"), whole=wants_csv(request))
    picture = reverse("stats:player_picture", args=[visit.club.slug, found.pk])
    return shown(request, visit, "stats/games.html", page, place="players", picture=picture)

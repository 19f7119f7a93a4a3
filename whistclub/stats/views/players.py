"""Players: all of them in order, and each on a page of his own."""

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from whistclub.stats.access import Visit, for_viewer, seen_player
from whistclub.stats.filters import filters
from whistclub.stats.queries import games as game_queries
from whistclub.stats.queries import leaders
from whistclub.stats.queries import player as player_queries
from whistclub.stats.views.shown import shown


@for_viewer
def players(request: HttpRequest, visit: Visit) -> HttpResponse:
    return shown(request, visit, "stats/players.html", leaders.leaders(visit, request.GET), place="players")


@for_viewer
def player(request: HttpRequest, visit: Visit, player: int) -> HttpResponse:
    found = seen_player(visit, player)
    page = player_queries.player_page(visit, found, filters(visit.club, request.GET))
    picture = reverse("stats:player_picture", args=[visit.club.slug, found.pk])
    return shown(request, visit, "stats/player.html", page, place="players", picture=picture)


@for_viewer
def games(request: HttpRequest, visit: Visit, player: int) -> HttpResponse:
    """All games of a player."""
    found = seen_player(visit, player)
    page = game_queries.games_page(visit, found, filters(visit.club, request.GET), request.GET.get("page"))
    picture = reverse("stats:player_picture", args=[visit.club.slug, found.pk])
    return shown(request, visit, "stats/games.html", page, place="players", picture=picture)

"""Seasons and parties that are over, for whoever may read the statistics."""

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from whistclub.stats.access import Viewer, for_viewer, season_of
from whistclub.stats.queries import party_archive
from whistclub.stats.queries import season as season_queries
from whistclub.stats.queries import seasons as season_list
from whistclub.stats.render import shown, wants_csv


@for_viewer
def seasons(request: HttpRequest, visit: Viewer) -> HttpResponse:
    page = season_list.seasons_page(visit, request.GET.get("page"), whole=wants_csv(request))
    return shown(request, visit, "stats/seasons.html", page, place="seasons")


@for_viewer
def season(request: HttpRequest, visit: Viewer, season: int) -> HttpResponse:
    page = season_queries.season_page(visit, season_of(visit.club, season), at=timezone.now())
    return shown(request, visit, "stats/season.html", page, place="seasons")


@for_viewer
def parties(request: HttpRequest, visit: Viewer) -> HttpResponse:
    page = party_archive.party_archive(visit, request.GET.get("page"), whole=wants_csv(request))
    return shown(request, visit, "stats/parties.html", page, place="parties")

"""The pages of statistics, for everyone who may see them. Each view reads the address and renders one page."""

from typing import Any

from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone

from whistclub.club.access import names_shown
from whistclub.stats.access import Viewer, day_of, for_viewer, season_of, visible_player
from whistclub.stats.filters import filters
from whistclub.stats.head_to_head import chooser
from whistclub.stats.head_to_head.page import head_to_head_page
from whistclub.stats.leaders import leaders_page, names_page
from whistclub.stats.milestones import milestones_of
from whistclub.stats.partnerships.page import partnerships_page
from whistclub.stats.player.games import games_page
from whistclub.stats.player.page import player_page
from whistclub.stats.records import records_page
from whistclub.stats.render import render_page, wants_file
from whistclub.stats.results.day import DayPage, day_page
from whistclub.stats.results.page import results_page
from whistclub.stats.results.parties import party_archive
from whistclub.stats.season import season_page

MILESTONES_SHOWN = 6


@for_viewer
def results(request: HttpRequest, viewer: Viewer) -> HttpResponseBase:
    page = results_page(viewer, request.GET.get("page"), whole=wants_file(request))
    return render_page(request, viewer, "stats/results.html", page, tab="results")


@for_viewer
def day(request: HttpRequest, viewer: Viewer, day: str) -> HttpResponseBase:
    """The page of an evening; with `?player=7` it begins with the result of that player."""
    page = day_page(viewer, day_of(day), request.GET.get("player", ""))
    if page is None:
        raise Http404
    sent = _as_sent(request, viewer, page)
    texts = sent.result_texts if sent else {}
    more: dict[str, Any] = {
        "text": sent.text if sent else "",
        "chosen_text": texts.get(page.chosen.key, "") if page.chosen else "",
        "rows": [(person, texts.get(person.key, "")) for person in page.persons],
        "own_address": request.build_absolute_uri(request.path),
    }
    return render_page(request, viewer, "stats/day.html", page, tab="results", **more)


def _as_sent(request: HttpRequest, viewer: Viewer, page: DayPage) -> DayPage | None:
    """The page as strangers see it, whose texts may be sent; None where they see nothing, or no winners yet."""
    club = viewer.club
    if page.waits or not club.shows_statistics:
        return None
    if not viewer.is_organiser:
        return page
    with names_shown(request, club, club.shown_to_strangers):
        chosen = str(page.chosen.key) if page.chosen else ""
        return day_page(Viewer(club, is_organiser=False), page.day, chosen)


@for_viewer
def seasons(request: HttpRequest, viewer: Viewer, season: int | None = None) -> HttpResponseBase:
    """The season of the address; without one that of today, else the newest."""
    page = season_page(viewer, season_of(viewer.club, season) if season is not None else None, at=timezone.now())
    return render_page(request, viewer, "stats/season.html", page, tab="seasons")


@for_viewer
def parties(request: HttpRequest, viewer: Viewer) -> HttpResponseBase:
    page = party_archive(viewer, request.GET.get("page"), whole=wants_file(request))
    return render_page(request, viewer, "stats/parties.html", page, tab="parties")


@for_viewer
def rules(request: HttpRequest, viewer: Viewer) -> HttpResponseBase:
    """Printed and saved addresses of a page that is now the end of the records."""
    return redirect(f"{reverse('stats:records', args=[viewer.club.slug])}{_query(request)}#hands")


@for_viewer
def records(request: HttpRequest, viewer: Viewer) -> HttpResponseBase:
    page = records_page(viewer, request.GET.get("rules"))
    return render_page(request, viewer, "stats/records.html", page, tab="records")


@for_viewer
def players(request: HttpRequest, viewer: Viewer) -> HttpResponseBase:
    page = leaders_page(viewer, request.GET, whole=wants_file(request))
    return render_page(request, viewer, "stats/players.html", page, tab="players")


@for_viewer
def me(request: HttpRequest, viewer: Viewer) -> HttpResponseBase:
    """“Who are you?”; a phone that knows its owner goes on to their page: static/js/me.js."""
    return render_page(request, viewer, "stats/me.html", names_page(viewer), tab="me", files=())


@for_viewer
def player(request: HttpRequest, viewer: Viewer, player: int) -> HttpResponseBase:
    found = visible_player(viewer, player)
    page = player_page(viewer, found, filters(viewer.club, request.GET))
    reached = [] if page.filters.is_filtered else milestones_of(found, MILESTONES_SHOWN)
    return render_page(request, viewer, "stats/player.html", page, tab="players", milestones=reached)


@for_viewer
def games(request: HttpRequest, viewer: Viewer, player: int) -> HttpResponseBase:
    """All games of a player."""
    found = visible_player(viewer, player)
    chosen = filters(viewer.club, request.GET)
    page = games_page(viewer, found, chosen, request.GET.get("page"), whole=wants_file(request))
    return render_page(request, viewer, "stats/games.html", page, tab="players")


@for_viewer
def together(request: HttpRequest, viewer: Viewer) -> HttpResponseBase:
    # A list of opponents that is gone: two are compared instead.
    if request.GET.get("how") == "opponents":
        return redirect("stats:choose", viewer.club.slug)
    return render_page(request, viewer, "stats/together.html", partnerships_page(viewer, request.GET), tab="together")


@for_viewer
def choose(request: HttpRequest, viewer: Viewer) -> HttpResponseBase:
    """The form of the two sides; redirects to their page once both are chosen."""
    form = chooser.choosing(viewer, request.GET)
    address = form.address(viewer)
    if address is not None:
        return redirect(address)
    response = render_page(request, viewer, "stats/choose.html", form, tab="together", files=())
    response.status_code = 400 if form.error else 200
    return response


@for_viewer
def versus(request: HttpRequest, viewer: Viewer, one: str, other: str) -> HttpResponseBase:
    sides = chooser.sides(one, other)
    if sides is None:
        raise Http404
    people = {key: visible_player(viewer, key) for side in sides for key in side}
    if any(key != player.pk for key, player in people.items()):
        # Two players who were merged cannot play against each other.
        if len({player.pk for player in people.values()}) < len(people):
            raise Http404
        one_side, other_side = (tuple(people[key].pk for key in side) for side in sides)
        return redirect(chooser.address(viewer, one_side, other_side))
    names = {key: player.name for key, player in people.items()}
    chosen = filters(viewer.club, request.GET)
    page = head_to_head_page(viewer, sides, names, chosen, request.GET.get("page"))
    return render_page(request, viewer, "stats/versus.html", page, tab="together")


def _query(request: HttpRequest) -> str:
    """What the address asks for, with its question mark."""
    return f"?{request.GET.urlencode()}" if request.GET else ""

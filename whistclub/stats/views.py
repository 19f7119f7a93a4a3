"""The pages of statistics, for everyone who may see them. Each view reads the address and renders one page."""

from typing import Any

from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone

from whistclub.club.access import names_shown
from whistclub.stats.access import asks_what_is_shown, day_of, for_viewer, season_of, visible_player
from whistclub.stats.compare import compare_page
from whistclub.stats.filters import filters
from whistclub.stats.leaders import leaders_page, named_players
from whistclub.stats.player.games import games_page
from whistclub.stats.player.page import player_page
from whistclub.stats.records import records_page
from whistclub.stats.render import Page, render_page
from whistclub.stats.results.day import DayPage, day_page
from whistclub.stats.results.page import results_page
from whistclub.stats.season import season_page
from whistclub.stats.viewer import Viewer
from whistclub.web.fields import whole
from whistclub.web.links import address_for_phones


@for_viewer
def results(request: HttpRequest, viewer: Viewer) -> HttpResponseBase:
    page = results_page(viewer, request.GET)
    asks = asks_what_is_shown(viewer.club)
    return render_page(request, viewer, page, tab="results", template="stats/results.html", asks=asks)


@for_viewer
def day(request: HttpRequest, viewer: Viewer, day: str) -> HttpResponseBase:
    """The page of an evening; with `?player=7` it begins with the result of that player."""
    page = day_page(viewer, day_of(day), request.GET.get("player", ""))
    if page is None:
        raise Http404
    sent = _as_sent(request, viewer, page)
    texts = sent.result_texts if sent else {}
    own_address = address_for_phones(request, request.path)
    more: dict[str, Any] = {
        "text": sent.text if sent else "",
        "chosen_text": texts.get(page.chosen.key, "") if page.chosen else "",
        "chosen_address": f"{own_address}?player={page.chosen.key}" if page.chosen else "",
        "rows": [(person, texts.get(person.key, "")) for person in page.persons],
        "own_address": own_address,
    }
    return render_page(request, viewer, page, tab="results", template="stats/day.html", **more)


def _as_sent(request: HttpRequest, viewer: Viewer, page: DayPage) -> DayPage | None:
    """The page as strangers see it, whose texts may be sent; None where they see nothing."""
    club = viewer.club
    if not club.shows_statistics:
        return None
    if not viewer.is_organiser:
        return page
    with names_shown(request, club, club.shown_to_strangers):
        return day_page(Viewer(club, is_organiser=False), page.day)


@for_viewer
def seasons(request: HttpRequest, viewer: Viewer, season: int | None = None) -> HttpResponseBase:
    """The season of the address; without one that of today, else the newest."""
    page = season_page(viewer, season_of(viewer.club, season) if season is not None else None, at=timezone.now())
    return render_page(request, viewer, page, tab="seasons")


@for_viewer
def records(request: HttpRequest, viewer: Viewer) -> HttpResponseBase:
    return render_page(request, viewer, records_page(viewer, request.GET), tab="records")


@for_viewer
def players(request: HttpRequest, viewer: Viewer) -> HttpResponseBase:
    return render_page(request, viewer, leaders_page(viewer, request.GET), tab="players")


@for_viewer
def me(request: HttpRequest, viewer: Viewer) -> HttpResponseBase:
    """“Who are you?”; a phone that knows its owner goes on to their page: static/js/me.js."""
    summary = "Tap your name. On this phone, “Me” then opens your page and your rows are marked in every table."
    page = Page("Who are you?", [], summary=summary)
    return render_page(request, viewer, page, tab="me", template="stats/me.html", names=named_players(viewer))


@for_viewer
def player(request: HttpRequest, viewer: Viewer, player: int) -> HttpResponseBase:
    """Somebody’s page; with `?with=8` it leads to that of the two."""
    found = visible_player(viewer, player)
    other = whole(request.GET, "with")
    if other is not None:
        of_two = reverse("stats:versus", args=[viewer.club.slug, player, other])
        return redirect(of_two + filters(viewer.club, request.GET).query)
    page = player_page(viewer, found, filters(viewer.club, request.GET))
    return render_page(request, viewer, page, tab="players", template="stats/player.html", player=found)


@for_viewer
def games(request: HttpRequest, viewer: Viewer, player: int) -> HttpResponseBase:
    """All games of a player."""
    found = visible_player(viewer, player)
    page = games_page(viewer, found, filters(viewer.club, request.GET), request.GET.get("page"))
    return render_page(request, viewer, page, tab="players")


@for_viewer
def versus(request: HttpRequest, viewer: Viewer, one: int, other: int) -> HttpResponseBase:
    players = visible_player(viewer, one), visible_player(viewer, other)
    if players[0] == players[1]:
        raise Http404
    page = compare_page(viewer, players, filters(viewer.club, request.GET), request.GET.get("page"))
    return render_page(request, viewer, page, tab="players")

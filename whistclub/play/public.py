"""Public pages of games: the spectator page, the rules, and the hands behind a statistic."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_GET, require_safe

from whistclub.club.shown_names import shows_initials
from whistclub.play import drilldown, queries
from whistclub.play.access import for_public
from whistclub.stats.access import Viewer, for_viewer, visible_player
from whistclub.stats.measures import HAND_COUNTERS
from whistclub.stats.render import render_page
from whistclub.web.live import holds, nothing_new


@for_public
@require_safe
def watch(request: HttpRequest, game: queries.Game) -> HttpResponse:
    return _spectator_page(request, "play/watch.html", game)


@for_public
@require_GET
def watch_live(request: HttpRequest, game: queries.Game) -> HttpResponse:
    """The game, if something has changed since the revision the page holds; else nothing."""
    if holds(request, game.version(timezone.now())):
        return nothing_new()
    return _spectator_page(request, "play/_watch.html", game)


@for_public
@require_safe
def watch_rules(request: HttpRequest, game: queries.Game) -> HttpResponse:
    """The rules of this game."""
    return render(request, "play/rules.html", {"game": game, "card": queries.rule_card(game)})


@for_viewer
def hands(request: HttpRequest, viewer: Viewer, player: int, kind: str) -> HttpResponseBase:
    """The hands behind one statistic of a player."""
    if kind not in HAND_COUNTERS:
        raise Http404
    page = drilldown.hands_page(viewer, visible_player(viewer, player), kind, request.GET)
    return render_page(request, viewer, page, tab="players", template="play/drilldown.html")


def _spectator_page(request: HttpRequest, template: str, game: queries.Game, **more: object) -> HttpResponse:
    over = game.state != "running"
    context: dict[str, Any] = {"view": queries.game_view(game), "next_game": queries.next_game(game) if over else None}
    context["rules_card"] = queries.rule_card(game)
    context["version"] = game.version(timezone.now())
    # Who sees initials finds no way from here to an evening that is still going on.
    context["initials"] = shows_initials()
    return render(request, template, context | more)

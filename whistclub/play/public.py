"""Public pages of games: the spectator page, the rules, and the hands behind a statistic."""

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from whistclub.club.names import shows_initials
from whistclub.play import drilldown, queries
from whistclub.play.access import for_public
from whistclub.play.models import Game
from whistclub.stats.access import Viewer, for_viewer, visible_player
from whistclub.stats.measures import HAND_COUNTERS
from whistclub.stats.render import render_page
from whistclub.web.live import holds, nothing_new


@for_public
@require_safe
def watch(request: HttpRequest, game: Game) -> HttpResponse:
    """The page of spectators, which asks for itself again; nothing, if it holds the newest version."""
    version = game.version(timezone.now())
    if holds(request, version):
        return nothing_new()
    context = {
        "view": queries.game_view(game),
        "next_game": queries.next_game(game) if game.state != Game.State.RUNNING else None,
        "rules_card": queries.rule_card(game),
        "version": version,
        # Who sees initials finds no way from here to an evening that is still going on.
        "initials": shows_initials(),
    }
    return render(request, "play/watch.html", context)


@for_public
@require_safe
def watch_rules(request: HttpRequest, game: Game) -> HttpResponse:
    return render(request, "play/rules.html", {"game": game, "card": queries.rule_card(game)})


@for_viewer
def hands(request: HttpRequest, viewer: Viewer, player: int, kind: str) -> HttpResponseBase:
    if kind not in HAND_COUNTERS:
        raise Http404
    page = drilldown.hands_page(viewer, visible_player(viewer, player), kind, request.GET)
    return render_page(request, viewer, page, tab="players")

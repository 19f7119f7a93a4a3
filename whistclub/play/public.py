"""Public pages of a game: the spectator page and the rules."""

from typing import Any
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_GET, require_safe

from whistclub.play import queries
from whistclub.play.access import for_public
from whistclub.stats.access import may_view
from whistclub.web.polling import holds, nothing_new


@for_public
@require_safe
def watch(request: HttpRequest, game: queries.Game) -> HttpResponse:
    return _spectator_page(request, "play/watch.html", game, shows_statistics=may_view(request, game.club))


@for_public
@require_GET
def watch_live(request: HttpRequest, game: queries.Game) -> HttpResponse:
    """The game, if something has changed since the revision the page holds; else 204."""
    if holds(request, game.version(timezone.now())):
        return nothing_new()
    return _spectator_page(request, "play/_watch.html", game)


@for_public
@require_safe
def watch_rules(request: HttpRequest, game: queries.Game) -> HttpResponse:
    """The rules of this game."""
    return render(request, "play/watch_rules.html", {"game": game, "card": queries.rule_card(game)})


def _spectator_page(request: HttpRequest, template: str, game: queries.Game, **more: object) -> HttpResponse:
    over = game.state != "running"
    context: dict[str, Any] = {"view": queries.game_view(game), "next_game": queries.next_game(game) if over else None}
    context["rules_card"] = queries.rule_card(game)
    context["version"] = game.version(timezone.now())
    with timezone.override(ZoneInfo(game.club.time_zone)):
        return render(request, template, context | more)

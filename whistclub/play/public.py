"""Public pages of games: the spectator page, the rules, and the hands behind a statistic."""

from collections.abc import Sequence

from django.core.paginator import Paginator
from django.db.models import Sum
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from whistclub.club.models import Player
from whistclub.club.names import shows_initials
from whistclub.engine.facts import hand_contribution, scored_hands
from whistclub.engine.game import game_steps
from whistclub.engine.hand import Entry
from whistclub.play import queries, text
from whistclub.play.access import for_public
from whistclub.play.models import Game
from whistclub.play.replay import read_many
from whistclub.play.table import by_side, sides_of
from whistclub.stats.access import for_viewer, visible_player
from whistclub.stats.filters import filters
from whistclub.stats.measures import HAND_COUNTERS
from whistclub.stats.models import PlayerGame
from whistclub.stats.render import Page, render_page
from whistclub.stats.reports import Cell, ReportTable, day_cell, number
from whistclub.stats.viewer import Names, Viewer, game_address
from whistclub.web.formatting import format_score, join_side, number_of
from whistclub.web.live import holds, nothing_new

GAMES_ON_A_PAGE = 20
HEAD = ["Day", "Hand", "Bid", "Result", "Tricks", "Points", "Others", "With", "Against"]


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
    page = hands_page(viewer, visible_player(viewer, player), kind, request.GET)
    return render_page(request, viewer, page, tab="players")


def hands_page(viewer: Viewer, player: Player, kind: str, query: QueryDict) -> Page:
    """The hands of one counter in a page of games, newest first. Nine queries."""
    chosen, counter = filters(viewer.club, query), HAND_COUNTERS[kind]
    rows = chosen.narrow(PlayerGame.objects.filter(player=player, **{f"{kind}__gt": 0}))
    pages = Paginator(rows.order_by("-started_at", "-game"), GAMES_ON_A_PAGE).get_page(query.get("page"))
    hands, in_games = rows.aggregate(of_kind=Sum(kind, default=0))["of_kind"], pages.paginator.count
    found = f"{number_of(hands, 'hand', 'hands')} in {number_of(in_games, 'game', 'games')}."
    parts = list(pages.object_list)
    # A result typed from paper has no hands that count, so no such game is among these.
    games = list(Game.objects.filter(pk__in=[part.game for part in parts]))
    read = {game.pk: (game, sheet.values) for game, sheet in read_many(games)}
    names = Names(viewer, [key for part in parts for key in _clockwise(part)])
    cells = [row for part in parts for row in _rows(part, *read[part.game], names, kind)]
    title = f"{player.name}: {counter.label}"
    labelled = [head for head in HEAD if head not in ("Bid", "Result")]
    return Page(
        title,
        [ReportTable("hands", "Hands", HEAD, cells, "No matching hands.", labelled=labelled)],
        lead=[f"{found} {counter.description.format(name=player.name)}"],
        summary=found,
        filters=chosen,
        pages=pages,
        back=Cell(player.name, href=reverse("stats:player", args=[viewer.club.slug, player.pk]) + chosen.query),
    )


def _rows(part: PlayerGame, game: Game, entries: Sequence[Entry], names: Names, kind: str) -> list[list[Cell]]:
    clockwise, rules, seats = _clockwise(part), game.rules, game.form.seats
    seated = [names.text(clockwise[(seat - part.seat) % seats]) for seat in range(seats)]
    sides, address = sides_of(game.form, seated), game_address(game.code, part.day)
    sides[part.side] = sides[part.side]._replace(is_viewer=True)
    partner = "" if part.partner_id is None else names.text(part.partner_id)
    others = join_side(each for side, each in enumerate(by_side(game.form, seated)) if side != part.side)
    found = []
    scored = scored_hands(game_steps(rules, game.first_dealer, entries))
    for place, (hand, outcome, _step) in enumerate(scored, start=1):
        # The engine's own counters decide, as when the statistic was computed.
        if hand_contribution(part.seat, hand, outcome, game.form.sides).get(kind, 0) <= 0:
            continue
        declarer = "" if hand.declarer is None else seated[hand.declarer]
        own, *rest = [outcome.points[side] for side in text.viewer_first(sides)]
        found.append(
            [
                day_cell(part.day, href=address),
                number(place, href=f"{address}#hand-{place}" if address else ""),
                Cell(text.bid(outcome.contract, declarer, rules)),
                Cell(text.outcome(outcome, sides)),
                number(None if outcome.contract.is_solo else outcome.tricks[part.side]),
                number(own),
                number(rest[0]) if len(rest) == 1 else Cell(format_score(rest)),
                Cell(partner),
                Cell(others),
            ]
        )
    return found[::-1]


def _clockwise(part: PlayerGame) -> list[int]:
    """Who sat at the table, clockwise from the player."""
    keys = (part.player_id, part.left_opponent_id, part.partner_id, part.right_opponent_id)
    return [key for key in keys if key is not None]

"""The games of a player."""

from typing import Any

from django.core.paginator import Paginator
from django.urls import reverse

from whistclub.club.models import Player
from whistclub.engine.rating import displayed_rating
from whistclub.stats.filters import Filters, rules_title
from whistclub.stats.models import PlayerGame
from whistclub.stats.queries import COLUMNS, PlayerGameRow, party_names, player_game
from whistclub.stats.render import Page
from whistclub.stats.reports import Cell, ReportTable, evening_cell, number
from whistclub.stats.viewer import Names, Viewer
from whistclub.web.formatting import number_of

ON_A_PAGE = 50


def games_page(viewer: Viewer, player: Player, chosen: Filters, page: str | None) -> Page:
    """Newest first."""
    rows = chosen.narrow(PlayerGame.objects.filter(player=player)).order_by("-started_at", "-game")
    pages = Paginator(rows, ON_A_PAGE).get_page(page)
    shown: Any = pages.object_list
    games = [player_game(row) for row in shown.values_list(*COLUMNS)]
    names = Names(viewer, [each for game in games for each in (game.partner, *game.opponents)])
    count = f"{number_of(pages.paginator.count, 'game', 'games')}."
    return Page(
        f"{player.name}’s games",
        [_table(games, names, chosen)],
        lead=[count],
        summary=count,
        filters=chosen,
        pages=pages,
        back=Cell(player.name, href=reverse("stats:player", args=[viewer.club.slug, player.pk]) + chosen.query),
    )


def _table(games: list[PlayerGameRow], names: Names, chosen: Filters) -> ReportTable:
    """One query."""
    parties = party_names(games)
    head = ["Day", "Result", "Points", "With", "Against", "Rating after", "Party", "Rules"]
    rows = [_cells(each, names, parties) for each in games]
    return ReportTable("games", "Games", head, rows, chosen.empty_text("No games yet.", "games"), labelled=head[3:6])


def _cells(game: PlayerGameRow, names: Names, parties: dict[str, str]) -> list[Cell]:
    return [
        evening_cell(game.day, href=game.href),
        Cell(game.outcome),
        game.score_cell,
        names.cell(game.partner) if game.partner else Cell(""),
        Cell(names.pair(game.opponents)),
        number(displayed_rating(game.mu)),
        Cell(parties.get(game.party_code, "")),
        Cell(rules_title(game.rules)),
    ]

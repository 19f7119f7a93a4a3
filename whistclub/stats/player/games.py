"""The games of a player."""

from dataclasses import dataclass
from typing import Any

from django.core.paginator import Page, Paginator

from whistclub.club.models import Player
from whistclub.engine.rating import displayed_rating
from whistclub.stats.filters import Filters, rules_title
from whistclub.stats.models import PlayerGame
from whistclub.stats.queries import COLUMNS, PlayerGameRow, narrowed, part, party_names
from whistclub.stats.reports import WHOLE, Cell, ReportTable, evening_cell, number
from whistclub.stats.viewer import Names, Viewer
from whistclub.web.formatting import plural

ON_A_PAGE = 50


@dataclass(frozen=True, slots=True)
class GamesPage:
    player: Player
    filters: Filters
    pages: Page[Any]
    table: ReportTable

    @property
    def title(self) -> str:
        return f"{self.player.name}’s games"

    @property
    def summary(self) -> str:
        number = self.pages.paginator.count
        return plural(number, "{number} game.", "{number} games.").format(number=number)

    @property
    def tables(self) -> list[ReportTable]:
        return [self.table]


def games_page(viewer: Viewer, player: Player, filters: Filters, page: str | None, *, whole: bool = False) -> GamesPage:
    """Newest first; all on one page if `whole`. 4 queries."""
    rows = narrowed(PlayerGame.objects.filter(player=player), filters).order_by("-started_at", "-game")
    pages = Paginator(rows.values_list(*COLUMNS), WHOLE if whole else ON_A_PAGE).get_page(page)
    parts = [part(row) for row in pages.object_list]
    names = Names(viewer, [each for one in parts for each in (one.partner, *one.opponents)])
    return GamesPage(player, filters, pages, table("Games", parts, names))


def table(title: str, parts: list[PlayerGameRow], names: Names, *, key: str = "games") -> ReportTable:
    """A table of games of one player. One query."""
    parties = party_names(parts)
    head = ["Day", "Result", "Points", "With", "Against", "Rating after", "Party", "Rules"]
    return ReportTable(
        key, title, head, [_cells(each, names, parties) for each in parts], "No games yet.", labelled=head[3:6]
    )


def _cells(part: PlayerGameRow, names: Names, parties: dict[str, str]) -> list[Cell]:
    return [
        evening_cell(part.day, href=part.href),
        Cell(part.outcome_text),
        part.score_cell,
        names.cell(part.partner) if part.partner else Cell(""),
        Cell(names.pair(part.opponents)),
        number(None if part.mu is None else displayed_rating(part.mu)),
        Cell(parties.get(part.party_code, "")),
        Cell(rules_title(part.rules)),
    ]

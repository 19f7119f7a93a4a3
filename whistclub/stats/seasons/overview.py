"""The seasons of a club with their leaders, and the party results that season tables are made from."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.core.paginator import Page, Paginator
from django.urls import reverse
from django.utils.translation import gettext as _

from whistclub.stats.models import Season
from whistclub.stats.reports import Cell, ReportTable, day_cell, number
from whistclub.stats.seasons import text as season_text
from whistclub.stats.seasons.scoring import Line
from whistclub.stats.seasons.tables import tables_of
from whistclub.stats.viewer import Names, Viewer
from whistclub.web.formatting import join_list

ON_A_PAGE = 12
LEADERS = 3


@dataclass(frozen=True, slots=True)
class Leader:
    rank: int
    name: Cell
    total: Cell


@dataclass(frozen=True, slots=True)
class SeasonListItem:
    """A season in the list. `leaders` are the players of the first ranks that the viewer may see, of the top group if
    the season has groups; `group` is its name, or "".
    """

    season: Season
    href: str
    span: str
    parties: str
    leaders: list[Leader]
    group: str


@dataclass(frozen=True, slots=True)
class SeasonsPage:
    cards: list[SeasonListItem]
    pages: Page[Season]
    table: ReportTable
    summary: str

    @property
    def title(self) -> str:
        return _("Seasons")

    @property
    def tables(self) -> list[ReportTable]:
        return [self.table]


def seasons_page(viewer: Viewer, number: str | None, *, whole: bool = False) -> SeasonsPage:
    """Newest first; all on one page if `whole`. 5 queries; 6 if a season has groups."""
    seasons = Season.objects.filter(club=viewer.club)
    pages = Paginator(seasons, max(1, seasons.count()) if whole else ON_A_PAGE).get_page(number)
    found = list(pages.object_list)
    tables = tables_of(viewer.club, found)
    leaders = [[line for line in table.groups[0].lines if line.rank <= LEADERS] for table in tables]
    names = Names(viewer, [line.player for some in leaders for line in some])
    cards = [
        SeasonListItem(
            season=table.season,
            href=reverse("stats:season", args=[viewer.club.slug, table.season.pk]),
            span=season_text.span(table.season.first_day, table.season.last_day),
            parties=season_text.parties(len(table.parties)),
            leaders=[
                Leader(line.rank, names.cell(line.player), season_text.amount(line.total))
                for line in by_name(some, names)
                if not names.is_secret(line.player)
            ],
            group=season_text.group_name(table.groups[0].letter) if table.season.groups else "",
        )
        for table, some in zip(tables, leaders, strict=True)
    ]
    counts = [len(table.parties) for table in tables]
    return SeasonsPage(cards, pages, _table(cards, counts), _summary(cards))


def by_name(ranked: Iterable[Line], names: Names) -> list[Line]:
    """By rank, ties by name."""
    return sorted(ranked, key=lambda line: (line.rank, names.text(line.player).casefold()))


def _table(cards: Sequence[SeasonListItem], counts: Sequence[int]) -> ReportTable:
    rows = [
        [
            Cell(card.season.name, href=card.href),
            day_cell(card.season.first_day),
            day_cell(card.season.last_day),
            number(count),
            Cell(", ".join(f"{each.rank}. {each.name.text} ({each.total.text})" for each in card.leaders)),
        ]
        for card, count in zip(cards, counts, strict=True)
    ]
    head = [_("Season"), _("First day"), _("Last day"), _("Parties"), _("Leader")]
    empty = _("No seasons yet. A season is a date range, such as a winter, with its own league table.")
    return ReportTable("seasons", _("Seasons"), head, rows, empty)


def _summary(cards: Sequence[SeasonListItem]) -> str:
    if not cards:
        return _("No seasons yet.")
    newest = cards[0]
    text = _("{season}: {parties}").format(season=newest.season.name, parties=newest.parties)
    leaders = [each.name.text for each in newest.leaders if each.rank == 1]
    if not leaders:
        return f"{text}."
    return _("{parties}; leader: {names}.").format(parties=text, names=join_list(leaders))

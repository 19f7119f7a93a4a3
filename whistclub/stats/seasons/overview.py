"""The seasons of a club with their leaders, and the party results that season tables are made from."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.core.paginator import Page, Paginator
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from whistclub.club.models import Club
from whistclub.stats.models import PartyFact, PartyRank, Season
from whistclub.stats.reports import Cell, ReportTable, day_cell, number
from whistclub.stats.scopes import Period
from whistclub.stats.seasons import text as season_text
from whistclub.stats.seasons.scoring import Line, PartyResult, lines
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
    """A season in the list. `leaders` are the players of the first ranks that the viewer may see."""

    season: Season
    href: str
    span: str
    parties: str
    leaders: list[Leader]


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
    """Newest first; all on one page if `whole`. 5 queries."""
    seasons = Season.objects.filter(club=viewer.club)
    pages = Paginator(seasons, max(1, seasons.count()) if whole else ON_A_PAGE).get_page(number)
    found = list(pages.object_list)
    parties = parties_between(viewer.club, found)
    places = places_of(parties)
    tables = [(season, *_ranked(season, parties, places)) for season in found]
    leaders = [[line for line in ranked if line.rank <= LEADERS] for _season, _count, ranked in tables]
    names = Names(viewer, [line.player for some in leaders for line in some])
    cards = [
        SeasonListItem(
            season=season,
            href=reverse("stats:season", args=[viewer.club.slug, season.pk]),
            span=season_text.span(season.first_day, season.last_day),
            parties=season_text.parties(count),
            leaders=[
                Leader(line.rank, names.cell(line.player), season_text.amount(line.total))
                for line in by_name(some, names)
                if not names.is_secret(line.player)
            ],
        )
        for (season, count, _ranked_lines), some in zip(tables, leaders, strict=True)
    ]
    counts = [count for _season, count, _lines in tables]
    return SeasonsPage(cards, pages, _table(cards, counts), _summary(cards))


def parties_between(club: Club, seasons: Iterable[Season]) -> list[PartyFact]:
    """The parties within these seasons, oldest first. One query."""
    days = [day for season in seasons for day in (season.first_day, season.last_day)]
    if not days:
        return []
    found = PartyFact.objects.shown_at(timezone.now()).filter(club=club, day__gte=min(days), day__lte=max(days))
    return list(found.order_by("day", "pk"))


def places_of(parties: Sequence[PartyFact]) -> dict[int, list[PartyResult]]:
    """The results of these parties by party key, without guests. One query."""
    found: dict[int, list[PartyResult]] = {party.pk: [] for party in parties}
    rows = PartyRank.objects.filter(party__in=list(found), player__guest=False).order_by("party", "rank", "player")
    for row in rows.values_list("party", "player", "rank", "wins", "points"):
        found[row[0]].append(PartyResult(*row))
    return found


def by_name(ranked: Iterable[Line], names: Names) -> list[Line]:
    """By rank, ties by name."""
    return sorted(ranked, key=lambda line: (line.rank, names.text(line.player).casefold()))


def _ranked(
    season: Season, parties: Sequence[PartyFact], places: dict[int, list[PartyResult]]
) -> tuple[int, list[Line]]:
    """The number of parties of a season, and its ranked lines."""
    period = Period.of_season(season)
    mine = [party.pk for party in parties if period.holds(party.day)]
    inside = (place for party in mine for place in places[party])
    return len(mine), lines(mine, inside, scoring=season.scoring, best=season.best_parties)


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

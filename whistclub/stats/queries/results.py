"""What a player opens the next morning: the newest evening, and the way to all else."""

from dataclasses import dataclass
from datetime import date

from django.core.paginator import Page
from django.db.models import Count, Sum
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from whistclub.club.models import Club
from whistclub.engine.rating import displayed_margin, displayed_rating
from whistclub.stats.models import ClubDay, PlayerStanding, RulesRollup
from whistclub.stats.queries.days import day_href, day_said, evenings, sums_said
from whistclub.stats.queries.played import Played, facts, games_played, games_table
from whistclub.stats.queries.record_rows import RATED_AFTER, played, rated_said, seen
from whistclub.stats.queries.records import Record, newest_records
from whistclub.stats.reports import Cell, ReportTable, number
from whistclub.stats.viewer import Viewer

# Of a long evening the first page shows so many games, the page of the evening all.
GAMES_SHOWN = 6
BEST = 5
NEW_RECORDS = 2
MONTHS = 24


@dataclass(frozen=True, slots=True)
class Sums:
    games: int
    hands: int
    evenings: int
    players: int


@dataclass(frozen=True, slots=True)
class Newest:
    """The last evening on which anything was played that counts."""

    day: date
    href: str
    said: str
    games: list[Played]
    more: int

    @property
    def title(self) -> str:
        return day_said(self.day)


@dataclass(frozen=True, slots=True)
class ResultsPage:
    club: Club
    sums: Sums
    newest: Newest | None
    records: list[Record]
    best: ReportTable
    pages: Page
    evenings: ReportTable
    months: ReportTable

    @property
    def title(self) -> str:
        return _("Results")

    @property
    def summary(self) -> str:
        if self.newest is None:
            return _("No game that counts yet.")
        return f"{self.newest.title}: {self.newest.said}"

    @property
    def rated_said(self) -> str:
        return rated_said()

    @property
    def tables(self) -> list[ReportTable]:
        newest = [games_table(self.newest.games, title=self.newest.title)] if self.newest else []
        return [*newest, self.best, self.evenings, self.months]


def results_page(visit: Viewer, page: str | None) -> ResultsPage:
    """Nineteen queries; six for a club that has not played yet."""
    newest = _newest(visit)
    pages, table = evenings(visit.club, page)
    return ResultsPage(
        club=visit.club,
        sums=_sums(visit.club),
        newest=newest,
        records=newest_records(visit, NEW_RECORDS) if newest else [],
        best=_best(visit),
        pages=pages,
        evenings=table,
        months=_months(visit.club),
    )


def _sums(club: Club) -> Sums:
    found = ClubDay.objects.filter(club=club).aggregate(Sum("games"), Sum("hands"), Count("pk"))
    players = PlayerStanding.objects.filter(club=club).count()
    return Sums(found["games__sum"] or 0, found["hands__sum"] or 0, found["pk__count"], players)


def _newest(visit: Viewer) -> Newest | None:
    found = ClubDay.objects.filter(club=visit.club).order_by("-day").first()
    if found is None:
        return None
    games = facts().filter(club=visit.club, day=found.day).order_by("-started_at", "-game")[:GAMES_SHOWN]
    shown_games = sorted(games_played(visit, list(games)), key=_last_round_first)
    href = day_href(visit.club, found.day)
    return Newest(found.day, href, sums_said(found), shown_games, found.games - len(shown_games))


def _last_round_first(played: Played) -> tuple[int, int]:
    return -(played.fact.round_number or 0), played.fact.table_number or 0


def _best(visit: Viewer) -> ReportTable:
    """The highest ratings, of those who have played a little."""
    standings = played(seen(visit, PlayerStanding.objects), RATED_AFTER).filter(mu__isnull=False)
    rows = [
        [
            Cell(each.player.name, href=reverse("stats:player", args=[visit.club.slug, each.player_id])),
            number(displayed_rating(each.mu or 0)),
            Cell(f"± {displayed_margin(each.sigma or 0)}"),
        ]
        for each in standings.select_related("player").order_by("-mu", "player")[:BEST]
    ]
    head = [_("Player"), _("Rating"), _("Sure within")]
    empty = _("Nobody has played {number} games yet.").format(number=RATED_AFTER)
    return ReportTable("best", _("Highest ratings"), head, rows, empty)


def _months(club: Club) -> ReportTable:
    """The games of each month: of the last ones, those without games too."""
    months = RulesRollup.objects.filter(club=club, span=RulesRollup.Span.MONTH).values("first").order_by("-first")
    games = dict(months.annotate(sum_games=Sum("games")).values_list("first", "sum_games")[:MONTHS])
    last = max(games, default=None)
    first = min(games, default=None)
    rows = []
    while last and first and last >= first and len(rows) < MONTHS:
        rows.append([Cell(date_format(last, "M Y"), last.isoformat()), number(games.get(last, 0))])
        last = _month_before(last)
    rows.reverse()
    return ReportTable(
        "months",
        _("Games by month"),
        [_("Month"), _("Games")],
        rows,
        kind="bars",
        upright=True,
        summary=_months_said(rows),
    )


def _month_before(month: date) -> date:
    return month.replace(year=month.year - 1, month=12) if month.month == 1 else month.replace(month=month.month - 1)


def _months_said(rows: list[list[Cell]]) -> str:
    if not rows:
        return ""
    most = max(rows, key=lambda row: row[1].value)
    return _("The most in {month}: {number}. In {last}: {so_far}.").format(
        month=most[0].text, number=most[1].text, last=rows[-1][0].text, so_far=rows[-1][1].text
    )

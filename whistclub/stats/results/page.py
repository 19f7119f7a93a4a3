"""The first page of statistics: who is on top, what happened last evening, what was special; all evenings."""

from dataclasses import dataclass
from datetime import date

from django.core.paginator import Page
from django.db.models import Count, F, Sum, Value
from django.urls import reverse

from whistclub.club.models import Club
from whistclub.engine.rating import displayed_margin, displayed_rating
from whistclub.stats.models import ClubDay, Evening, GameFact, PartyFact, PlayerStanding
from whistclub.stats.queries import (
    RATED_AFTER,
    game_facts,
    games_played,
    in_rankings,
    rating_note,
    with_enough_games,
)
from whistclub.stats.records import Record, newest_records
from whistclub.stats.reports import Cell, ReportTable, number
from whistclub.stats.results.days import PLAYING, day_href, day_title, evenings, totals_text
from whistclub.stats.viewer import Viewer
from whistclub.web.formatting import plural

BEST = 5
# Players named as the best of the last evening.
WINNERS = 3
NEW_RECORDS = 2
MONTHS = 24


@dataclass(frozen=True, slots=True)
class Sums:
    games: int
    hands: int
    evenings: int
    players: int


@dataclass(frozen=True, slots=True)
class Line:
    """Who did what: a line of a list."""

    title: str
    who: Cell
    value: str


@dataclass(frozen=True, slots=True)
class Newest:
    """The latest evening with games: its best players, by games won, and what was special."""

    day: date
    href: str
    text: str
    winners: list[Line]
    special: list[Line]

    @property
    def title(self) -> str:
        return day_title(self.day)


@dataclass(frozen=True, slots=True)
class ResultsPage:
    club: Club
    sums: Sums
    newest: Newest | None
    records: list[Record]
    best: ReportTable
    pages: Page[ClubDay]
    evenings: ReportTable

    @property
    def title(self) -> str:
        return "Results"

    @property
    def summary(self) -> str:
        if self.newest is None:
            return "No games yet."
        return f"{self.newest.title}: {self.newest.text}"

    @property
    def rating_note(self) -> str:
        return rating_note()

    @property
    def tables(self) -> list[ReportTable]:
        return [self.best, self.evenings]


def results_page(viewer: Viewer, page: str | None, *, whole: bool = False) -> ResultsPage:
    """All evenings on one page if `whole`. 18 queries; 7 for a club without games."""
    newest = _newest(viewer)
    pages, table = evenings(viewer, page, whole=whole)
    return ResultsPage(
        club=viewer.club,
        sums=_sums(viewer.club),
        newest=newest,
        records=newest_records(viewer, NEW_RECORDS) if newest else [],
        best=_best(viewer),
        pages=pages,
        evenings=table,
    )


def _sums(club: Club) -> Sums:
    found = ClubDay.objects.filter(club=club).aggregate(Sum("games"), Sum("hands"), Count("pk"))
    players = PlayerStanding.objects.filter(club=club).count()
    return Sums(found["games__sum"] or 0, found["hands__sum"] or 0, found["pk__count"], players)


def _newest(viewer: Viewer) -> Newest | None:
    found = ClubDay.objects.filter(club=viewer.club).order_by("-day").first()
    if found is None:
        return None
    games = list(game_facts(viewer.club).filter(day=found.day).order_by("started_at", "game"))
    codes = {game.party_code for game in games if game.party_code}
    plays = PartyFact.objects.filter(club=viewer.club, code__in=codes).count() < len(codes)
    note = PLAYING if plays else ""
    return Newest(
        day=found.day,
        href=day_href(viewer.club, found.day),
        text=" ".join(filter(None, [totals_text(found), str(note)])),
        winners=[] if note else _winners(viewer, found.day),
        special=_special(viewer, games),
    )


def _winners(viewer: Viewer, day: date) -> list[Line]:
    """Those with the most games won; equals by difference of points. One query."""
    won = F("won") + F("drawn") / Value(2.0)
    best = in_rankings(viewer, Evening.objects.filter(club=viewer.club, day=day)).annotate(score=won)
    rows = best.filter(score__gt=0).select_related("player").order_by("-score", "-difference", "player__name")[:WINNERS]
    return [
        Line(
            "",
            Cell(each.player.name, href=reverse("stats:player", args=[viewer.club.slug, each.player_id])),
            f"{number(each.score, int(each.score != int(each.score))).text} of {each.games} won, "
            f"{number(each.difference, sign=True).text}",
        )
        for each in rows
    ]


def _special(viewer: Viewer, games: list[GameFact]) -> list[Line]:
    """The highest-scoring hand and the biggest win, the earliest of equals. Two queries."""
    if not games:
        return []
    best, widest = max(games, key=lambda game: game.best_hand), max(games, key=lambda game: game.margin)
    hand, win = games_played(viewer, [best, widest])
    found = []
    if best.best_hand:
        text = plural(best.best_hand, "{n} point", "{n} points").format(n=best.best_hand)
        found.append(Line("Best hand", Cell(hand.sides[best.best_side].people, href=hand.href), text))
    if widest.winner is not None and widest.margin:
        found.append(Line("Biggest win", Cell(win.won_by, href=win.href), win.score_of_winner))
    return found


def _best(viewer: Viewer) -> ReportTable:
    """The highest ratings of players with at least RATED_AFTER games."""
    standings = with_enough_games(
        in_rankings(viewer, PlayerStanding.objects.filter(club=viewer.club)), RATED_AFTER
    ).filter(mu__isnull=False)
    rows = [
        [
            Cell(each.player.name, href=reverse("stats:player", args=[viewer.club.slug, each.player_id])),
            number(displayed_rating(each.mu or 0)),
            Cell(f"± {displayed_margin(each.sigma or 0)}"),
        ]
        for each in standings.select_related("player").order_by("-mu", "player")[:BEST]
    ]
    head = ["Player", "Rating", "Could be off by"]
    empty = f"Nobody has played {RATED_AFTER} games yet."
    return ReportTable("best", "Highest ratings", head, rows, empty)

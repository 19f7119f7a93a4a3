"""The first page of statistics: the last evening, who is on top, all evenings with who won."""

from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from django.urls import reverse

from whistclub.engine.rating import displayed_margin, displayed_rating
from whistclub.stats import queries
from whistclub.stats.models import GameFact, PartyFact, PlayerGame
from whistclub.stats.queries import RATED_AFTER, in_rankings, of_evening, ranked_players, rated, with_players
from whistclub.stats.render import Page
from whistclub.stats.reports import Cell, ReportTable, number
from whistclub.stats.results.days import PLAYING, day_href, day_title, evenings, totals_text
from whistclub.stats.viewer import Names, Viewer

BEST = 5
# Players named as the best of the last evening.
WINNERS = 3


class Winner(NamedTuple):
    who: Cell
    value: str


class Newest(NamedTuple):
    """The latest evening with games; its best players, by games won, once its parties are over."""

    title: str
    href: str
    text: str
    winners: list[Winner]


@dataclass(slots=True)
class ResultsPage(Page):
    newest: Newest | None = None


def results_page(viewer: Viewer, page: str | None) -> ResultsPage:
    """12 queries."""
    newest = _newest(viewer)
    pages, table = evenings(viewer, page)
    summary = f"{newest.title}: {newest.text}" if newest else "No games yet."
    tables = [_best(viewer), table] if pages.number == 1 else [table]
    return ResultsPage("Results", tables if newest else [], summary=summary, pages=pages, newest=newest)


def _newest(viewer: Viewer) -> Newest | None:
    found = next(iter(with_players(viewer.club, queries.evenings(viewer.club)[:1])), None)
    if found is None:
        return None
    games = GameFact.objects.filter(club=viewer.club, day=found.day)
    codes = set(games.exclude(party_code="").values_list("party_code", flat=True))
    is_over = PartyFact.objects.filter(club=viewer.club, code__in=codes).count() == len(codes)
    text = totals_text(found) if is_over else f"{totals_text(found)} {PLAYING}"
    winners = _winners(viewer, found.day) if is_over else []
    return Newest(day_title(found.day), day_href(viewer.club, found.day), text, winners)


def _winners(viewer: Viewer, day: date) -> list[Winner]:
    """Those with the most games won; equals by difference of points. Two queries."""
    best = of_evening(in_rankings(viewer, PlayerGame.objects.filter(club=viewer.club)), day)
    names = Names(viewer, [each.player for each in best])
    best.sort(key=lambda each: (each.order, names.text(each.player)))
    return [
        Winner(
            names.cell(each.player),
            f"{number(each.score, int(each.score != int(each.score))).text} of {each.games} won, "
            f"{number(each.difference, sign=True).text}",
        )
        for each in best[:WINNERS]
        if each.score > 0
    ]


def _best(viewer: Viewer) -> ReportTable:
    """The highest ratings."""
    best = [each for each in rated(ranked_players(viewer)) if each.is_ranked][:BEST]
    rows = [
        [
            Cell(each.name, href=reverse("stats:player", args=[viewer.club.slug, each.player])),
            number(displayed_rating(each.mu)),
            Cell(f"± {displayed_margin(each.sigma)}"),
        ]
        for each in best
    ]
    head = ["Player", "Rating", "Could be off by"]
    return ReportTable("best", "Highest ratings", head, rows, f"Nobody has played {RATED_AFTER} games yet.")

"""Who plays well together: pairs of the most active players."""

import re
from dataclasses import dataclass, replace

from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from whistclub.club.models import Club
from whistclub.stats.filters import Filters, filters
from whistclub.stats.partnerships import pairs
from whistclub.stats.partnerships.pairs import Record, record_cells, record_columns
from whistclub.stats.reports import Cell, ReportTable
from whistclub.stats.viewer import Viewer
from whistclub.web.formatting import format_number, join_side

# Pairs of the players with the most games are compared.
MOST_PLAYERS = 48
LISTED = 10
# The page lists so many of all pairs; the files have all of them.
MOST_PAIRS = 100
# With fewer games together a pair is neither good nor bad.
LEAST, MOST_LEAST = 5, 1000


@dataclass(frozen=True, slots=True)
class PartnershipsPage:
    """`least`: games together below which a pair is only in `all_pairs`. `has_others`: less active players exist."""

    filters: Filters
    least: int
    best: ReportTable
    all_pairs: ReportTable
    has_others: bool

    @property
    def title(self) -> str:
        return _("Together")

    @property
    def summary(self) -> str:
        if not self.best.rows:
            return _("Who plays well together.")
        pair, won, _drawn, _lost, _expected, games, *_rest = self.best.rows[0]
        text = ngettext("{pair}: {won} game won.", "{pair}: {won} games won.", int(games.value))
        return text.format(pair=pair.text, won=won.text)

    @property
    def listed_pairs(self) -> ReportTable:
        """The first of `all_pairs`, as many as a page holds."""
        return replace(self.all_pairs, rows=self.all_pairs.rows[:MOST_PAIRS])

    @property
    def cut_text(self) -> str:
        """Says that not all pairs are on the page; "" if they are."""
        played = len(self.all_pairs.rows)
        if played <= MOST_PAIRS:
            return ""
        text = _("The {n} pairs with the most games together; the files below have all {all}.")
        return text.format(n=MOST_PAIRS, all=format_number(played))

    @property
    def tables(self) -> list[ReportTable]:
        return [self.best, self.all_pairs]


def partnerships_page(viewer: Viewer, query: QueryDict) -> PartnershipsPage:
    """4 queries. A least number of games that is no number is ignored."""
    chosen = filters(viewer.club, query)
    asked = query.get("least", "")
    least = min(max(1, int(asked)), MOST_LEAST) if re.fullmatch(r"[0-9]{1,6}", asked, re.ASCII) else LEAST
    active = pairs.most_active(viewer, chosen, MOST_PLAYERS + 1)
    names = dict(active[:MOST_PLAYERS])
    # Partners share one record.
    lines = [
        _Line(*pair, join_side(names[player] for player in pair), record)
        for pair, record in pairs.as_partners(chosen, list(names)).items()
        if pair[0] < pair[1]
    ]
    lines.sort(key=lambda line: (-line.record.games, line.text))
    often = [line for line in lines if line.record.games >= least]
    best = sorted(often, key=lambda line: -line.record.likely[0])[:LISTED]

    def table(key: str, title: str, shown: list[_Line]) -> ReportTable:
        rows = [[Cell(line.text, href=line.address(viewer.club)), *record_cells(line.record)] for line in shown]
        empty = _too_few(least, is_filtered=chosen.is_filtered)
        return ReportTable(key, title, record_columns(_("Pair")), rows, empty)

    return PartnershipsPage(
        filters=chosen,
        least=least,
        best=table("best", _("Best pairs"), best),
        all_pairs=table("pairs", _("All pairs"), lines),
        has_others=len(active) > MOST_PLAYERS,
    )


@dataclass(frozen=True, slots=True)
class _Line:
    """Two players, as the first of them sees it."""

    player: int
    other: int
    text: str
    record: Record

    def address(self, club: Club) -> str:
        return reverse("stats:versus", args=[club.slug, str(self.player), str(self.other)])


def _too_few(least: int, *, is_filtered: bool) -> str:
    if is_filtered:
        return _("No pair matches this filter.")
    text = ngettext("No pair has played {n} game together yet.", "No pair has played {n} games together yet.", least)
    return text.format(n=least)

"""Who plays well together, and who wins against whom: pairs of the most active players."""

import re
from dataclasses import dataclass
from math import sqrt

from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from whistclub.club.models import Club
from whistclub.stats.filters import Filters, filters
from whistclub.stats.partnerships import pairs
from whistclub.stats.partnerships.pairs import Pair, Record, record_cells, record_columns
from whistclub.stats.reports import Cell, ReportTable
from whistclub.stats.viewer import Viewer
from whistclub.web.formatting import format_number, join_side

OPPONENTS = "opponents"
# Pairs of the players with the most games are compared.
MOST_PLAYERS = 48
LISTED = 10
# With fewer games together a pair is neither good nor bad.
LEAST, MOST_LEAST = 5, 1000


@dataclass(frozen=True, slots=True)
class PartnershipsPage:
    """`least`: games together below which a pair is only in `all_pairs`. `has_others`: less active players exist."""

    filters: Filters
    against: bool
    least: int
    best: ReportTable
    worst: ReportTable
    all_pairs: ReportTable
    has_others: bool

    @property
    def title(self) -> str:
        return _("Against each other") if self.against else _("Together")

    @property
    def summary(self) -> str:
        if not self.best.rows:
            return _("Who wins against whom.") if self.against else _("Who plays well together.")
        text = _("{pair}: {better} more wins than expected in {games} games.")
        row = self.best.rows[0]
        return text.format(pair=row[0].text, better=format_number(float(row[3].value), 1), games=row[1].text)

    @property
    def tables(self) -> list[ReportTable]:
        return [self.best, *([] if self.against else [self.worst]), self.all_pairs]


def partnerships_page(viewer: Viewer, query: QueryDict) -> PartnershipsPage:
    """4 queries as partners, 5 as opponents. A least number of games that is no number is ignored."""
    chosen, against = filters(viewer.club, query), query.get("how") == OPPONENTS
    asked = query.get("least", "")
    least = min(max(1, int(asked)), MOST_LEAST) if re.fullmatch(r"[0-9]{1,6}", asked, re.ASCII) else LEAST
    active = pairs.most_active(viewer, chosen, MOST_PLAYERS + 1)
    names = dict(active[:MOST_PLAYERS])
    records = (pairs.as_opponents if against else pairs.as_partners)(chosen, list(names))
    # Partners share one record, opponents have one each.
    lines = [
        _Line(*pair, _pair_text(names, pair, against=against), record)
        for pair, record in records.items()
        if pair[0] < pair[1] or against
    ]
    lines.sort(key=lambda line: (-line.record.games, line.text))
    comparable = [line for line in lines if line.record.games >= least and line.record.variance]
    better = sorted((line for line in comparable if line.record.better > 0), key=lambda line: -line.deviations)
    worse = sorted((line for line in comparable if line.record.better < 0), key=lambda line: line.deviations)
    too_few = "" if comparable else _too_few(least, is_filtered=chosen.is_filtered)

    def table(key: str, title: str, shown: list[_Line], nobody: str = "") -> ReportTable:
        rows = [[Cell(line.text, href=line.address(viewer.club)), *record_cells(line.record)] for line in shown]
        return ReportTable(key, title, record_columns(_("Who") if against else _("Pair")), rows, too_few or nobody)

    if against:
        best = table(
            "best", _("Better against them than expected"), better[:LISTED], _("No player beat expectations yet.")
        )
    else:
        best = table("best", _("Better together than expected"), better[:LISTED], _("No pair beat expectations yet."))
    nobody = _("No pair fell short of expectations yet.")
    return PartnershipsPage(
        filters=chosen,
        against=against,
        least=least,
        best=best,
        worst=table("worst", _("Worse together than expected"), worse[:LISTED], nobody),
        all_pairs=table("pairs", _("All opponents") if against else _("All partnerships"), lines),
        has_others=len(active) > MOST_PLAYERS,
    )


@dataclass(frozen=True, slots=True)
class _Line:
    """Two players, as the first of them sees it."""

    player: int
    other: int
    text: str
    record: Record

    @property
    def deviations(self) -> float:
        """How far the wins are from the expectation, in standard deviations."""
        return self.record.better / sqrt(self.record.variance)

    def address(self, club: Club) -> str:
        return reverse("stats:versus", args=[club.slug, str(self.player), str(self.other)])


def _pair_text(names: dict[int, str], pair: Pair, *, against: bool) -> str:
    one, other = names[pair[0]], names[pair[1]]
    return _("{one} against {other}").format(one=one, other=other) if against else join_side((one, other))


def _too_few(least: int, *, is_filtered: bool) -> str:
    if is_filtered:
        return _("No pair matches this filter.")
    text = ngettext("No pair has played {n} game together yet.", "No pair has played {n} games together yet.", least)
    return text.format(n=least)

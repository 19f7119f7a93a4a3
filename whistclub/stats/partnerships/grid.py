"""Grid and tables of pairs: wins versus expectation, with colours by significance."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from whistclub.club.models import Club
from whistclub.stats.confidence import Z
from whistclub.stats.partnerships.pairs import Pair, Record, Records, record_cells, record_columns
from whistclub.stats.reports import Cell, ReportTable, number
from whistclub.web.formatting import format_number, join_side

LISTED = 5
# Limits of the colours in standard deviations; the third colour is significant at 5 %.
STEPS = (Z / 4, Z / 2, Z)


@dataclass(frozen=True, slots=True)
class Square:
    """Two players in the grid: wins beyond expectation, games, colour (`heat`, −3 to 3), and the same as a sentence."""

    better: Cell
    games: int = 0
    heat: int = 0
    text: str = ""
    is_self: bool = False


def heat(record: Record, least: int) -> int:
    """The colour of a record, −3 to 3; 0 with few games."""
    if record.games < least or not record.variance:
        return 0
    times = record.better / sqrt(record.variance)
    return sum(abs(times) >= step for step in STEPS) * (1 if times > 0 else -1)


class PairGrid:
    """Makes the grid and the tables from the records of a page."""

    def __init__(
        self, club: Club, names: dict[int, str], records: Records, *, against: bool, least: int, narrowed: bool
    ) -> None:
        self._club, self._names, self._records = club, names, records
        self._against, self._least, self._narrowed = against, least, narrowed

    def enough(self) -> list[Record]:
        """The records with enough games, each pair once."""
        found = self._records.items()
        return [record for pair, record in found if pair[0] < pair[1] and record.games >= self._least]

    def _is_listed(self, pair: Pair) -> bool:
        """Partners share one record, opponents have one each."""
        return pair[0] < pair[1] or self._against

    def name(self, player: int) -> Cell:
        return Cell(self._names[player], href=reverse("stats:player", args=[self._club.slug, player]))

    def squares(self, player: int) -> list[Square]:
        return [self._square(player, other) for other in self._names]

    def _square(self, player: int, other: int) -> Square:
        record = self._records.get((player, other))
        if record is None:
            return Square(Cell(""), is_self=player == other)
        better = number(record.better, 1, sign=True, href=self._href((player, other)))
        text = _difference(self._pair((player, other)), record)
        return Square(better, record.games, heat(record, self._least), text)

    def grid(self) -> ReportTable:
        rows = [[self.name(player), *(square.better for square in self.squares(player))] for player in self._names]
        return ReportTable("grid", _("More wins than expected"), [_("Player"), *self._names.values()], rows)

    def best(self) -> ReportTable:
        titles = (_("Better together than expected"), _("Better against them than expected"))
        nobody = (_("No pair beat expectations yet."), _("No player beat expectations yet."))
        return self._table("best", titles, self._ordered(1), nobody)

    def worst(self) -> ReportTable:
        """The worst pairs; empty for opponents, whose table would mirror `best`."""
        records = self._ordered(-1) if not self._against else []
        titles = (_("Worse together than expected"), _("Worse than expected"))
        nobody = (_("No pair fell short of expectations yet."), _("No player fell short of expectations yet."))
        return self._table("worst", titles, records, nobody)

    def every_pair(self) -> ReportTable:
        found = [(pair, record) for pair, record in self._records.items() if self._is_listed(pair)]
        found.sort(key=lambda item: (-item[1].games, self._pair(item[0])))
        return self._table("pairs", (_("All partnerships"), _("All opponents")), found, ("", ""))

    def _ordered(self, sign: int) -> list[tuple[Pair, Record]]:
        """The records farthest from the expectation in standard deviations, in one direction."""

        def far(item: tuple[Pair, Record]) -> tuple[float, int, str]:
            return sign * -item[1].better / sqrt(item[1].variance), -item[1].games, self._pair(item[0])

        return sorted(self._enough(sign), key=far)[:LISTED]

    def _enough(self, sign: int) -> Iterator[tuple[Pair, Record]]:
        for pair, record in self._records.items():
            if self._is_listed(pair) and record.games >= self._least and record.variance and sign * record.better > 0:
                yield pair, record

    def _table(
        self, key: str, titles: tuple[str, str], found: list[tuple[Pair, Record]], nobody: tuple[str, str]
    ) -> ReportTable:
        rows = [[Cell(self._pair(pair), href=self._href(pair)), *record_cells(record)] for pair, record in found]
        empty = nobody[self._against] if self.enough() else self._too_few()
        return ReportTable(
            key, titles[self._against], record_columns(_("Who") if self._against else _("Pair")), rows, empty
        )

    def _too_few(self) -> str:
        if self._narrowed:
            return _("No pair matches this filter.")
        text = ngettext(
            "No pair has played {n} game together yet.",
            "No pair has played {n} games together yet.",
            self._least,
        )
        return text.format(n=self._least)

    def _pair(self, pair: Pair) -> str:
        one, other = self._names[pair[0]], self._names[pair[1]]
        return _("{one} against {other}").format(one=one, other=other) if self._against else join_side((one, other))

    def _href(self, pair: Pair) -> str:
        return reverse("stats:versus", args=[self._club.slug, *map(str, pair)])


def _difference(pair: str, record: Record) -> str:
    """How far a record is from the expectation, in a sentence."""
    better = round(record.better, 1)
    if better > 0:
        text = ngettext(
            "{pair}: {n} more wins than expected in {games} game.",
            "{pair}: {n} more wins than expected in {games} games.",
            record.games,
        )
    elif better < 0:
        text = ngettext(
            "{pair}: {n} fewer wins than expected in {games} game.",
            "{pair}: {n} fewer wins than expected in {games} games.",
            record.games,
        )
    else:
        text = ngettext(
            "{pair}: as many wins as expected in {games} game.",
            "{pair}: as many wins as expected in {games} games.",
            record.games,
        )
    return text.format(pair=pair, n=format_number(abs(better), 1), games=record.games)

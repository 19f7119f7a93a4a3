"""The tables of the head-to-head page."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from whistclub.stats.filters import Filters, rules_title
from whistclub.stats.head_to_head.chooser import Sides
from whistclub.stats.head_to_head.games import SharedGame
from whistclub.stats.measures import Kind, Measure
from whistclub.stats.partnerships import pairs
from whistclub.stats.partnerships.pairs import Record
from whistclub.stats.queries import PlayerGameRow, added
from whistclub.stats.reports import Cell, ReportTable, day_cell, evening_cell, number
from whistclub.stats.viewer import Names, Viewer, game_address
from whistclub.web.formatting import format_score, join_side

# With more games the chart has a point per evening.
MOST_POINTS = 60


@dataclass(frozen=True, slots=True)
class Score:
    """One side of the big score."""

    name: str
    wins: int
    points: int
    record: Record


class HeadToHeadTables:
    """The tables about the games of two sides."""

    def __init__(self, viewer: Viewer, sides: Sides, own_names: dict[int, str], games: Sequence[SharedGame]) -> None:
        self._viewer, self._keys, self._own = viewer, sides, own_names
        others = {key for game in games for key in (game.one.partner, *game.one.opponents)}
        self._names = Names(viewer, others | set(own_names))
        one, other = (join_side(own_names[key] for key in side) for side in sides)
        self.sides = (one, other)

    def scores(self, games: Sequence[SharedGame]) -> tuple[Score, Score]:
        ones, others = [game.one for game in games], [game.other for game in games]
        return self._score(self.sides[0], ones), self._score(self.sides[1], others)

    def _score(self, name: str, parts: Sequence[PlayerGameRow]) -> Score:
        return Score(name, sum(part.won for part in parts), sum(part.points for part in parts), record_of(parts))

    def record(self, games: Sequence[SharedGame]) -> ReportTable:
        rows = [[Cell(score.name), *pairs.record_cells(score.record)] for score in self.scores(games)] if games else []
        return ReportTable("record", _("Against each other"), pairs.record_columns(_("Side")), rows)

    def as_pairs(self, filters: Filters) -> ReportTable:
        """The records of the pairs against all opponents."""
        wanted = [(side[0], side[1]) for side in self._keys if len(side) > 1]
        found = pairs.of_pairs(filters, wanted)
        rows = []
        for pair in wanted:
            name, href = join_side(self._own[key] for key in pair), self._versus(*pair)
            rows.append([Cell(name, href=href), *pairs.record_cells(found.get(pair, Record()))])
        return ReportTable("as_pairs", _("As a pair, against everyone"), pairs.record_columns(_("Pair")), rows)

    def as_partners(self, games: Sequence[SharedGame]) -> ReportTable:
        record = record_of(game.one for game in games)
        rows = [[Cell(join_side(self.sides)), *pairs.record_cells(record)]] if games else []
        return ReportTable("as_partners", _("As partners"), pairs.record_columns(_("Pair")), rows)

    def numbers(self, key: str, title: str, games: Sequence[SharedGame], measures: Sequence[Measure]) -> ReportTable:
        """The statistics of each player in these games."""
        counts = [added(game.parts[player] for game in games) for player in self._own]
        rows = [
            [Cell(str(measure.label), measure.file_label), *(_measured(measure, each) for each in counts)]
            for measure in measures
            if any(each[measure.denominator] for each in counts)
        ]
        return ReportTable(key, title, [_("Statistic"), *self._own.values()], rows)

    def line(self, games: Sequence[SharedGame]) -> ReportTable:
        """The lead of the first side after each game, or after each evening if there are many games."""
        one, other = self.sides
        points: dict[str, tuple[Cell, int]] = {}
        ahead = 0
        for place, game in enumerate(games, start=1):
            ahead += game.ahead
            first = day_cell(game.one.day) if len(games) > MOST_POINTS else Cell(str(place), place)
            points[first.text] = (first, ahead)
        return ReportTable(
            key="ahead",
            title=_("{name}’s lead (games won)").format(name=one),
            columns=[_("Evening") if len(games) > MOST_POINTS else _("Game"), _("Ahead")],
            rows=[[first, number(wins, sign=True)] for first, wins in points.values()],
            kind="line",
            summary=_ahead(one, other, ahead),
            level=Cell(_("tied"), 0),
            sentence="" if len(games) > MOST_POINTS else _("After game {x}: {y}"),
        )

    def games(self, games: Iterable[SharedGame]) -> ReportTable:
        head = [_("Day"), _("Won"), _("Points"), _("At the table"), _("Rules")]
        rows = [
            [
                evening_cell(game.one.day, href=game_address(game.one.code, game.one.day)),
                Cell(self._winner(game)),
                Cell(self._points(game)),
                Cell(self._table(game)),
                Cell(rules_title(game.one.rules)),
            ]
            for game in games
        ]
        return ReportTable("games", _("Games"), head, rows, _("No games match this filter."), labelled=head[1:2])

    def _winner(self, game: SharedGame) -> str:
        if game.one.drawn:
            return _("nobody")
        if game.as_partners:
            return _("both") if game.one.won else _("the others")
        return self.sides[0] if game.one.won else self.sides[1] if game.other.won else _("the third player")

    def _points(self, game: SharedGame) -> str:
        """The points of the first side, the other, and a third player."""
        one, other = game.one, game.other
        first = (one.side,) if game.as_partners else (one.side, other.side)
        rest = (total for side, total in enumerate(one.totals) if side not in first)
        return format_score([*(one.totals[side] for side in first), *rest])

    def _table(self, game: SharedGame) -> str:
        own = self._names.pair([self._keys[0][0], game.one.partner])
        return _("{one} against {other}").format(one=own, other=self._names.pair(game.one.opponents))

    def _versus(self, one: int, other: int) -> str:
        return reverse("stats:versus", args=[self._viewer.club.slug, str(one), str(other)])


def record_of(parts: Iterable[PlayerGameRow]) -> Record:
    """The record of these games."""
    record = Record()
    for part in parts:
        record.add(part)
    return record


def _measured(measure: Measure, counts: dict[str, int]) -> Cell:
    """The value; a share with its counts."""
    cell = measure.cell(counts)
    if measure.kind is not Kind.SHARE or not counts[measure.denominator]:
        return cell
    sample = f"({measure.sample_text(counts)})"
    # A line may break between the two, but not within them.
    return Cell(" ".join(each.replace(" ", "\u00a0") for each in (cell.text, sample)), cell.value)


def _ahead(one: str, other: str, ahead: int) -> str:
    if not ahead:
        return _("Tied now.")
    text = ngettext("{name} leads by {number} win.", "{name} leads by {number} wins.", abs(ahead))
    return text.format(name=one if ahead > 0 else other, number=abs(ahead))

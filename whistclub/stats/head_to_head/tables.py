"""What the page of two sides says of their games."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from whistclub.stats.filters import Filters, rules_title
from whistclub.stats.head_to_head.chooser import Sides
from whistclub.stats.head_to_head.games import Met
from whistclub.stats.measures import Kind, Measure
from whistclub.stats.names import Names, together
from whistclub.stats.partnerships import pairs
from whistclub.stats.queries import meetings
from whistclub.stats.queries.meetings import Record
from whistclub.stats.queries.parts import PlayerGameRow, added
from whistclub.stats.reports import Cell, ReportTable, day_cell, number, score
from whistclub.stats.viewer import Viewer

# More games nobody can tell apart in a line: from then on it has a point for each evening.
MOST_POINTS = 60


@dataclass(frozen=True, slots=True)
class Score:
    """One side of the big score."""

    name: str
    wins: int
    points: int
    record: Record


class Told:
    """The games of two sides as their page says them."""

    def __init__(self, visit: Viewer, sides: Sides, own_names: dict[int, str], games: Sequence[Met]) -> None:
        self._visit, self._keys, self._own = visit, sides, own_names
        others = {key for game in games for key in (game.one.partner, *game.one.opponents)}
        self._names = Names(visit, others | set(own_names))
        self.sides = tuple(together(own_names[key] for key in side) for side in sides)

    def scores(self, games: Sequence[Met]) -> tuple[Score, Score]:
        ones, others = [game.one for game in games], [game.other for game in games]
        return self._score(self.sides[0], ones), self._score(self.sides[1], others)

    def _score(self, name: str, parts: Sequence[PlayerGameRow]) -> Score:
        return Score(name, sum(part.won for part in parts), sum(part.points for part in parts), record_of(parts))

    def record(self, games: Sequence[Met]) -> ReportTable:
        rows = [[Cell(score.name), *meetings.cells(score.record)] for score in self.scores(games)] if games else []
        return ReportTable("record", _("Against each other"), meetings.columns(_("Side")), rows)

    def as_pairs(self, filters: Filters) -> ReportTable:
        """How the pairs do together, whoever is against them."""
        wanted = [(side[0], side[1]) for side in self._keys if len(side) > 1]
        found = pairs.of_pairs(filters, wanted)
        rows = []
        for pair in wanted:
            name, href = together(self._own[key] for key in pair), self._versus(*pair)
            rows.append([Cell(name, href=href), *meetings.cells(found.get(pair, Record()))])
        return ReportTable("as_pairs", _("As a pair, against anybody"), meetings.columns(_("Pair")), rows)

    def as_partners(self, games: Sequence[Met]) -> ReportTable:
        record = record_of(game.one for game in games)
        rows = [[Cell(together(self.sides)), *meetings.cells(record)]] if games else []
        return ReportTable("as_partners", _("As partners"), meetings.columns(_("Pair")), rows)

    def numbers(self, key: str, title: str, games: Sequence[Met], told: Sequence[Measure]) -> ReportTable:
        """What each of the players did in these games."""
        counts = [added(game.parts[player] for game in games) for player in self._own]
        rows = [
            [Cell(str(measure.label)), *(_measured(measure, each) for each in counts)]
            for measure in told
            if any(each[measure.denominator] for each in counts)
        ]
        return ReportTable(key, title, [_("What"), *self._own.values()], rows)

    def line(self, games: Sequence[Met]) -> ReportTable:
        """How far the first side is ahead, game after game; evening after evening where there are many."""
        one, other = self.sides
        points: dict[str, tuple[Cell, int]] = {}
        ahead = 0
        for place, game in enumerate(games, start=1):
            ahead += game.ahead
            first = day_cell(game.one.day) if len(games) > MOST_POINTS else Cell(str(place), place)
            points[first.text] = (first, ahead)
        return ReportTable(
            key="ahead",
            title=_("{name}’s lead in games won").format(name=one),
            columns=[_("Evening") if len(games) > MOST_POINTS else _("Game"), _("Ahead")],
            rows=[[first, number(wins, sign=True)] for first, wins in points.values()],
            kind="line",
            summary=_ahead(one, other, ahead),
            level=Cell(_("level"), 0),
            said="" if len(games) > MOST_POINTS else _("After game {x}: {y}"),
        )

    def games(self, games: Iterable[Met]) -> ReportTable:
        head = [_("Day"), _("Won"), _("Points"), _("At the table"), _("Rules")]
        rows = [
            [
                day_cell(game.one.day, href=reverse("play:watch", args=[game.one.code])),
                Cell(self._winner(game)),
                Cell(self._points(game)),
                Cell(self._table(game)),
                Cell(rules_title(game.one.rules)),
            ]
            for game in games
        ]
        return ReportTable("games", _("Games"), head, rows, _("No game of theirs in what you chose."))

    def _winner(self, game: Met) -> str:
        if game.one.drawn:
            return _("nobody")
        if game.as_partners:
            return _("both") if game.one.won else _("the others")
        return self.sides[0] if game.one.won else self.sides[1] if game.other.won else _("the third")

    def _points(self, game: Met) -> str:
        """Those of the first side, of the other, and of a third."""
        one, other = game.one, game.other
        first = (one.side,) if game.as_partners else (one.side, other.side)
        rest = (total for side, total in enumerate(one.totals) if side not in first)
        return score([*(one.totals[side] for side in first), *rest])

    def _table(self, game: Met) -> str:
        own = self._names.pair([self._keys[0][0], game.one.partner])
        return _("{one} against {other}").format(one=own, other=self._names.pair(game.one.opponents))

    def _versus(self, one: int, other: int) -> str:
        return reverse("stats:versus", args=[self._visit.club.slug, str(one), str(other)])


def record_of(parts: Iterable[PlayerGameRow]) -> Record:
    """What these games add up to."""
    record = Record()
    for part in parts:
        record.add(part)
    return record


def _measured(measure: Measure, counts: dict[str, int]) -> Cell:
    """A share with what it is a share of."""
    cell = measure.cell(counts)
    if measure.kind is not Kind.SHARE or not counts[measure.denominator]:
        return cell
    behind = f"({measure.sample_text(counts)})"
    # Each of the two may stand on a line of its own, but on one.
    return Cell(" ".join(each.replace(" ", "\u00a0") for each in (cell.text, behind)), cell.value)


def _ahead(one: str, other: str, ahead: int) -> str:
    if not ahead:
        return _("Level now.")
    said = ngettext("{name} is {number} win ahead now.", "{name} is {number} wins ahead now.", abs(ahead))
    return said.format(name=one if ahead > 0 else other, number=abs(ahead))

"""Head to head: two people or pairs, and the games between them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.core.paginator import Page, Paginator
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from whistclub.stats.filters import Filters, rules_title
from whistclub.stats.measures import DEFENDED, GRAND_TRICKS, HANDS_WON, LOWS, MADE, POINTS, SOLOS, Kind, Measure
from whistclub.stats.names import Names
from whistclub.stats.queries import chooser, meetings, pairs
from whistclub.stats.queries.chooser import Chooser, Sides
from whistclub.stats.queries.meetings import Record
from whistclub.stats.queries.met import Met, games_between, split
from whistclub.stats.queries.parts import Part, added
from whistclub.stats.tables import Cell, Table, day_cell, number
from whistclub.stats.visits import Visit

ON_A_PAGE = 20
TOLD = (POINTS, HANDS_WON, MADE, GRAND_TRICKS, DEFENDED, LOWS, SOLOS)
# More games nobody can tell apart in a line: from then on it has a point for each evening.
MOST_POINTS = 60
# What one does not see with one digit.
NOTHING = 0.05


@dataclass(frozen=True, slots=True)
class Score:
    """One side of the big score."""

    name: str
    wins: int
    points: int
    record: Record


@dataclass(frozen=True, slots=True)
class VersusPage:
    """`scores` and `record` are of the games against each other. `pages` are those of `games`, the newest first."""

    filters: Filters
    chooser: Chooser
    sides: tuple[str, str]
    met: int
    drawn: int
    scores: tuple[Score, Score]
    record: Table
    line: Table
    numbers: Table
    as_pairs: Table
    as_partners: Table
    partner_numbers: Table
    partners_said: str
    pages: Page
    games: Table
    all_games: Table

    @property
    def title(self) -> str:
        return _("{one} against {other}").format(one=self.sides[0], other=self.sides[1])

    @property
    def elsewhere(self) -> int:
        """Games that a third player won."""
        return self.met - self.drawn - sum(score.wins for score in self.scores)

    @property
    def summary(self) -> str:
        one, other = self.sides
        if not self.met:
            return _("{one} and {other} have not met as opponents.").format(one=one, other=other)
        said = ngettext("{number} game: {one} {a}, {other} {b}.", "{number} games: {one} {a}, {other} {b}.", self.met)
        return said.format(number=self.met, one=one, other=other, a=self.scores[0].wins, b=self.scores[1].wins)

    @property
    def verdict(self) -> str:
        """Who does better than expected, and whether that says anything."""
        ahead = max(self.scores, key=lambda score: score.record.better)
        better, luck = number(ahead.record.better, 1).text, number(ahead.record.luck, 1).text
        if not ahead.record.variance:
            return _("None of these games is rated yet.")
        if ahead.record.better < NOTHING:
            return _("Just as the ratings expected.")
        if ahead.record.better <= ahead.record.luck:
            said = _(
                "{name} won {better} more than the ratings expected. Luck alone may bring {luck}, so it says little."
            )
        else:
            said = _("{name} won {better} more than the ratings expected. Luck alone seldom brings more than {luck}.")
        return said.format(name=ahead.name, better=better, luck=luck)

    @property
    def tables(self) -> list[Table]:
        found = [self.record, self.numbers, self.as_pairs, self.as_partners, self.partner_numbers]
        found += [self.line, self.all_games]
        return [table for table in found if table.rows]


def versus_page(visit: Visit, sides: Sides, names: dict[int, str], filters: Filters, page: str | None) -> VersusPage:
    """Three queries, and one more with a pair; `names` are those of the players of both sides."""
    against, partners = split(all_games := games_between(sides, filters))
    pages = Paginator(all_games[::-1], ON_A_PAGE).get_page(page)
    told = _Told(visit, sides, names, all_games)
    return VersusPage(
        filters=filters,
        chooser=chooser.offered(visit, sides, names),
        sides=told.sides,
        met=len(against),
        drawn=sum(game.one.drawn for game in against),
        scores=told.scores(against),
        record=told.record(against),
        line=told.line(against),
        numbers=told.numbers("numbers", _("In these games"), against),
        as_pairs=told.as_pairs(filters),
        as_partners=told.as_partners(partners),
        partner_numbers=told.numbers("partner_numbers", _("In the games as partners"), partners),
        partners_said=_partners_said(partners),
        pages=pages,
        games=told.games(pages.object_list),
        all_games=told.games(all_games[::-1]),
    )


class _Told:
    """The games of two sides as their page says them."""

    def __init__(self, visit: Visit, sides: Sides, own_names: dict[int, str], games: Sequence[Met]) -> None:
        self._visit, self._keys, self._own = visit, sides, own_names
        others = {key for game in games for key in (game.one.partner, *game.one.opponents)}
        self._names = Names(visit, others | set(own_names))
        self.sides = tuple(" + ".join(own_names[key] for key in side) for side in sides)

    def scores(self, games: Sequence[Met]) -> tuple[Score, Score]:
        ones, others = [game.one for game in games], [game.other for game in games]
        return self._score(self.sides[0], ones), self._score(self.sides[1], others)

    def _score(self, name: str, parts: Sequence[Part]) -> Score:
        return Score(name, sum(part.won for part in parts), sum(part.points for part in parts), _record(parts))

    def record(self, games: Sequence[Met]) -> Table:
        rows = [[Cell(score.name), *meetings.cells(score.record)] for score in self.scores(games)] if games else []
        return Table("record", _("Against each other"), meetings.columns(_("Side")), rows)

    def as_pairs(self, filters: Filters) -> Table:
        """How the pairs do together, whoever is against them."""
        wanted = [(side[0], side[1]) for side in self._keys if len(side) > 1]
        found = pairs.of_pairs(filters, wanted)
        rows = []
        for pair in wanted:
            name, href = " + ".join(self._own[key] for key in pair), self._versus(*pair)
            rows.append([Cell(name, href=href), *meetings.cells(found.get(pair, Record()))])
        return Table("as_pairs", _("As a pair, against anybody"), meetings.columns(_("Pair")), rows)

    def as_partners(self, games: Sequence[Met]) -> Table:
        record = _record(game.one for game in games)
        rows = [[Cell(" + ".join(self.sides)), *meetings.cells(record)]] if games else []
        return Table("as_partners", _("As partners"), meetings.columns(_("Pair")), rows)

    def numbers(self, key: str, title: str, games: Sequence[Met]) -> Table:
        """What each of the players did in these games."""
        counts = [added(game.parts[player] for game in games) for player in self._own]
        rows = [
            [Cell(str(measure.title)), *(_measured(measure, each) for each in counts)]
            for measure in TOLD
            if any(each[measure.of] for each in counts)
        ]
        return Table(key, title, [_("What"), *self._own.values()], rows)

    def line(self, games: Sequence[Met]) -> Table:
        """How far the first side is ahead, game after game; evening after evening where there are many."""
        one, other = self.sides
        points: dict[str, tuple[Cell, int]] = {}
        ahead = 0
        for place, game in enumerate(games, start=1):
            ahead += game.ahead
            first = day_cell(game.one.day) if len(games) > MOST_POINTS else Cell(str(place), place)
            points[first.text] = (first, ahead)
        return Table(
            key="ahead",
            title=_("Wins of {one} more than of {other}").format(one=one, other=other),
            columns=[_("Evening") if len(games) > MOST_POINTS else _("Game"), _("More wins")],
            rows=[[first, number(wins, sign=True)] for first, wins in points.values()],
            kind="line",
            summary=_ahead(one, other, ahead),
            level=Cell(_("equal"), 0),
        )

    def games(self, games: Iterable[Met]) -> Table:
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
        return Table("games", _("Games"), head, rows, _("No game of theirs in what you chose."))

    def _winner(self, game: Met) -> str:
        if game.one.drawn:
            return _("nobody")
        if game.as_partners:
            return _("both") if game.one.won else _("the others")
        return self.sides[0] if game.one.won else self.sides[1] if game.other.won else _("the third")

    def _points(self, game: Met) -> str:
        others = game.one.points_against if game.as_partners else game.other.points
        return f"{number(game.one.points).text} : {number(others).text}"

    def _table(self, game: Met) -> str:
        own = self._names.pair([self._keys[0][0], game.one.partner])
        return _("{one} against {other}").format(one=own, other=self._names.pair(game.one.opponents))

    def _versus(self, one: int, other: int) -> str:
        return reverse("stats:versus", args=[self._visit.club.slug, str(one), str(other)])


def _record(parts: Iterable[Part]) -> Record:
    record = Record()
    for part in parts:
        record.add(part)
    return record


def _partners_said(games: Sequence[Met]) -> str:
    won = sum(game.one.won for game in games)
    said = ngettext("As partners: {won} of {number} game won.", "As partners: {won} of {number} games won.", len(games))
    return said.format(won=won, number=len(games))


def _measured(measure: Measure, counts: dict[str, int]) -> Cell:
    """A share with what it is a share of."""
    cell = measure.cell(counts)
    if measure.kind is not Kind.SHARE or not counts[measure.of]:
        return cell
    behind = _("({part} of {whole})").format(part=counts[measure.top], whole=counts[measure.of])
    # Each of the two may stand on a line of its own, but on one.
    return Cell(" ".join(each.replace(" ", "\u00a0") for each in (cell.text, behind)), cell.value)


def _ahead(one: str, other: str, ahead: int) -> str:
    if not ahead:
        return _("Equal now.")
    said = ngettext("{name} is {number} win ahead now.", "{name} is {number} wins ahead now.", abs(ahead))
    return said.format(name=one if ahead > 0 else other, number=abs(ahead))

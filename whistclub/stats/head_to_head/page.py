"""Head to head: two people or pairs, and the games between them."""

from dataclasses import dataclass

from django.core.paginator import Page, Paginator
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from whistclub.stats.filters import Filters
from whistclub.stats.head_to_head import chooser
from whistclub.stats.head_to_head.chooser import Chooser, Sides
from whistclub.stats.head_to_head.games import games_between, split
from whistclub.stats.head_to_head.tables import Score, Told, record_of
from whistclub.stats.measures import AS_PARTNERS, HEAD_TO_HEAD
from whistclub.stats.queries.meetings import Record
from whistclub.stats.reports import ReportTable, number
from whistclub.stats.viewer import Viewer

ON_A_PAGE = 20
# What one does not see with one digit.
NOTHING = 0.05


@dataclass(frozen=True, slots=True)
class VersusPage:
    """`scores` and `record` are of the games against each other, `together` is of those as partners. `pages` are those
    of `games`, the newest first.
    """

    filters: Filters
    chooser: Chooser
    sides: tuple[str, str]
    met: int
    drawn: int
    scores: tuple[Score, Score]
    record: ReportTable
    line: ReportTable
    numbers: ReportTable
    as_pairs: ReportTable
    as_partners: ReportTable
    partner_numbers: ReportTable
    together: Record
    in_pairs: bool
    pages: Page
    games: ReportTable
    all_games: ReportTable

    @property
    def title(self) -> str:
        """Two people may be partners too."""
        said = _("{one} against {other}") if self.in_pairs else _("{one} and {other}")
        return said.format(one=self.sides[0], other=self.sides[1])

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
        record = ahead.record
        if not record.variance:
            return _("None of these games is rated yet.")
        if record.better < NOTHING:
            return _("Just as the ratings expected.")
        if record.better <= record.luck:
            said = _(
                "{name} won {better} more than the ratings expected. Luck alone may bring {luck}, so it says little."
            )
        else:
            said = _("{name} won {better} more than the ratings expected. Luck alone seldom brings more than {luck}.")
        return said.format(name=ahead.name, better=number(record.better, 1).text, luck=number(record.luck, 1).text)

    @property
    def partners_said(self) -> str:
        """How the two do as partners, and whether that says anything."""
        record = self.together
        won = ngettext(
            "As partners: {won} of {number} game won", "As partners: {won} of {number} games won", record.games
        ).format(won=record.won, number=record.games)
        if not record.variance:
            return _("{won}; none of them is rated yet.").format(won=won)
        if abs(record.better) < NOTHING:
            return _("{won}, just as the ratings expected.").format(won=won)
        more, less = _("{won}, {number} more than expected."), _("{won}, {number} less than expected.")
        if abs(record.better) <= record.luck:
            luck = _("Luck alone may bring {luck}, so it says little.")
        else:
            luck = _("Luck alone seldom brings more than {luck}.")
        said = (more if record.better > 0 else less).format(won=won, number=number(abs(record.better), 1).text)
        return f"{said} {luck.format(luck=number(record.luck, 1).text)}"

    @property
    def tables(self) -> list[ReportTable]:
        found = [self.record, self.numbers, self.as_pairs, self.as_partners, self.partner_numbers]
        found += [self.line, self.all_games]
        return [table for table in found if table.rows]


def versus_page(visit: Viewer, sides: Sides, names: dict[int, str], filters: Filters, page: str | None) -> VersusPage:
    """Three queries, and one more with a pair; `names` are those of the players of both sides."""
    against, partners = split(all_games := games_between(sides, filters))
    pages = Paginator(all_games[::-1], ON_A_PAGE).get_page(page)
    told = Told(visit, sides, names, all_games)
    return VersusPage(
        filters=filters,
        chooser=chooser.offered(visit, sides, names),
        sides=told.sides,
        met=len(against),
        drawn=sum(game.one.drawn for game in against),
        scores=told.scores(against),
        record=told.record(against),
        line=told.line(against),
        numbers=told.numbers("numbers", _("In these games"), against, HEAD_TO_HEAD),
        as_pairs=told.as_pairs(filters),
        as_partners=told.as_partners(partners),
        partner_numbers=told.numbers("partner_numbers", _("In the games as partners"), partners, AS_PARTNERS),
        together=record_of(game.one for game in partners),
        in_pairs=any(len(side) > 1 for side in sides),
        pages=pages,
        games=told.games(pages.object_list),
        all_games=told.games(all_games[::-1]),
    )

"""Head to head: two players or pairs, and the games between them."""

from dataclasses import dataclass

from django.core.paginator import Page, Paginator
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from whistclub.engine.rating import displayed_margin, displayed_rating
from whistclub.stats.filters import Filters
from whistclub.stats.head_to_head import chooser
from whistclub.stats.head_to_head.chooser import Chooser, Sides
from whistclub.stats.head_to_head.games import SharedGame, games_between, split
from whistclub.stats.head_to_head.tables import HeadToHeadTables, Score, record_of
from whistclub.stats.measures import AS_PARTNERS, HEAD_TO_HEAD
from whistclub.stats.models import PlayerStanding
from whistclub.stats.partnerships.pairs import Record
from whistclub.stats.queries import RATED_AFTER, with_enough_games
from whistclub.stats.reports import ReportTable
from whistclub.stats.viewer import Viewer
from whistclub.web.formatting import format_number

ON_A_PAGE = 20
# Fewer games say nothing about who is better.
FEW = 5


@dataclass(frozen=True, slots=True)
class HeadToHeadPage:
    """`scores` and `record` are of the games against each other, `together` is of those as partners. `pages` are those
    of `games`, the newest first.
    """

    filters: Filters
    chooser: Chooser
    sides: tuple[str, str]
    ratings: str
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
    pages: Page[SharedGame]
    games: ReportTable
    all_games: ReportTable

    @property
    def title(self) -> str:
        """“and” for two players, who may also be partners."""
        text = _("{one} against {other}") if self.in_pairs else _("{one} and {other}")
        return text.format(one=self.sides[0], other=self.sides[1])

    @property
    def elsewhere(self) -> int:
        """Games that a third player won."""
        return self.met - self.drawn - sum(score.wins for score in self.scores)

    @property
    def summary(self) -> str:
        one, other = self.sides
        if not self.met:
            return _("{one} and {other} have not played against each other.").format(one=one, other=other)
        text = ngettext("{number} game: {one} {a}, {other} {b}.", "{number} games: {one} {a}, {other} {b}.", self.met)
        return text.format(number=self.met, one=one, other=other, a=self.scores[0].wins, b=self.scores[1].wins)

    @property
    def verdict(self) -> str:
        """Whether the games are enough to say who is better."""
        if self.met < FEW:
            return _("Too few games against each other to tell who is better.")
        ahead = max(self.scores, key=lambda score: score.record.score)
        if ahead.record.likely[0] <= 1 / 2:
            return _("So far it could be luck.")
        return _("This is unlikely to be luck: {name} is ahead.").format(name=ahead.name)

    @property
    def partners_text(self) -> str:
        """How the two do as partners."""
        text = ngettext(
            "As partners: {won} of {n} game won.", "As partners: {won} of {n} games won.", self.together.games
        )
        return text.format(won=self.together.won, n=self.together.games)

    @property
    def tables(self) -> list[ReportTable]:
        found = [self.record, self.numbers, self.as_pairs, self.as_partners, self.partner_numbers]
        found += [self.line, self.all_games]
        return [table for table in found if table.rows]


def head_to_head_page(
    viewer: Viewer, sides: Sides, names: dict[int, str], filters: Filters, page: str | None
) -> HeadToHeadPage:
    """4 queries, with a pair as many; `names` are those of the players of both sides."""
    against, partners = split(all_games := games_between(sides, filters))
    pages = Paginator(all_games[::-1], ON_A_PAGE).get_page(page)
    tables = HeadToHeadTables(viewer, sides, names, all_games)
    return HeadToHeadPage(
        filters=filters,
        chooser=chooser.offered(viewer, sides, names),
        sides=tables.sides,
        ratings=_ratings(sides, names),
        met=len(against),
        drawn=sum(game.one.drawn for game in against),
        scores=tables.scores(against),
        record=tables.record(against),
        line=tables.line(against),
        numbers=tables.numbers("numbers", _("In these games"), against, HEAD_TO_HEAD),
        as_pairs=tables.as_pairs(filters),
        as_partners=tables.as_partners(partners),
        partner_numbers=tables.numbers("partner_numbers", _("In the games as partners"), partners, AS_PARTNERS),
        together=record_of(game.one for game in partners),
        in_pairs=any(len(side) > 1 for side in sides),
        pages=pages,
        games=tables.games(pages.object_list),
        all_games=tables.games(all_games[::-1]),
    )


def _ratings(sides: Sides, names: dict[int, str]) -> str:
    """Who of two players is rated higher; "" for pairs, and before both have a rank. At most one query."""
    players = [key for side in sides for key in side]
    if len(players) > len(sides):
        return ""
    rated = with_enough_games(PlayerStanding.objects.filter(player__in=players), RATED_AFTER).exclude(mu=None)
    found = sorted(rated, key=lambda each: -(each.mu or 0))
    if len(found) < len(players):
        return ""
    values = [displayed_rating(each.mu or 0) for each in found]
    if values[0] == values[1]:
        return _("They have the same rating: {rating}.").format(rating=format_number(values[0]))
    text = _("{name} has the higher rating: {high} to {low}.").format(
        name=names[found[0].player_id], high=format_number(values[0]), low=format_number(values[1])
    )
    if values[0] - values[1] > sum(displayed_margin(each.sigma or 0) for each in found):
        return text
    return f"{text} {_('But neither rating is certain enough yet to say who plays better.')}"

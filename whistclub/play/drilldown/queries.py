"""The hands behind a number of the statistics: those of one player that the engine counts so, game by game."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from django.core.paginator import Page, Paginator
from django.db.models import Sum
from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from whistclub.club.models import Player
from whistclub.engine.entries import Entry
from whistclub.engine.facts import hand_part, scored_hands
from whistclub.engine.hand import Hand
from whistclub.engine.scoring import Outcome
from whistclub.play.drilldown.text import MEANINGS, TITLES
from whistclub.play.models import Game
from whistclub.play.stats_feed import Reader
from whistclub.play.text import hands as hand_text
from whistclub.stats.filters import Filters, filters
from whistclub.stats.models import PlayerGame
from whistclub.stats.names import Names
from whistclub.stats.queries.parts import narrowed
from whistclub.stats.reports import WHOLE, Cell, ReportTable, day_cell, number, score
from whistclub.stats.viewer import Viewer
from whistclub.web.formatting import short_names

GAMES_ON_A_PAGE = 20


@dataclass(frozen=True, slots=True)
class Drilldown:
    """One hand: its number in the game, what was bid, what came of it; `kind` is how that is marked.

    `points` are those of the player's side, then of the others; `tricks` those of his side as they count, None where
    they were not written down by side.
    """

    number: int
    href: str
    bid: str
    kind: str
    result: str
    gains: str
    points: tuple[int, ...]
    tricks: int | None

    @property
    def points_said(self) -> str:
        return score(self.points)


@dataclass(frozen=True, slots=True)
class DrilldownGame:
    """A game with those of its hands, the last first, and with and against whom the player played them."""

    day: Cell
    partner: str
    opponents: str
    hands: list[Drilldown]


@dataclass(frozen=True, slots=True)
class HandsPage:
    """`hands` in `in_games` are how many there are on all pages together; `games` are those of this `page`."""

    player: Player
    kind: str
    filters: Filters
    hands: int
    in_games: int
    page: Page
    games: list[DrilldownGame]

    @property
    def heading(self) -> str:
        return str(TITLES[self.kind])

    @property
    def title(self) -> str:
        return _("{name}: {hands}").format(name=self.player.name, hands=self.heading)

    @property
    def meaning(self) -> str:
        return str(MEANINGS[self.kind]).format(name=self.player.name)

    @property
    def summary(self) -> str:
        return _("{hands} in {games}.").format(
            hands=ngettext("{n} hand", "{n} hands", self.hands).format(n=self.hands),
            games=ngettext("{n} game", "{n} games", self.in_games).format(n=self.in_games),
        )

    @property
    def tables(self) -> list[ReportTable]:
        head = [_("Day"), _("Hand"), _("Bid"), _("Result"), _("Tricks"), _("Points"), _("Others"), _("With")]
        rows = [_cells(game, hand) for game in self.games for hand in game.hands]
        return [ReportTable("hands", self.title, [*head, _("Against")], rows, _("No such hand."))]


class Sitting:
    """A game that a player played, as this visitor may call the people in it."""

    def __init__(self, part: PlayerGame, game: Game, names: Names) -> None:
        self.part = part
        self.game = game
        self.form = game.form
        self.names = [names.text(key) for key in _seated(part, self.form.seats)]
        together = [self._together(side) for side in range(self.form.sides)]
        if self.form.seats == self.form.sides:
            shorts = short_names(self.names)
            sides = [hand_text.alone(name, short) for name, short in zip(self.names, shorts, strict=True)]
        else:
            sides = [hand_text.named(people) for people in together]
        self.sides = [replace(each, is_near=side == part.side) for side, each in enumerate(sides)]
        self.partner = "" if part.partner_id is None else names.text(part.partner_id)
        self.opponents = hand_text.join_names([people for side, people in enumerate(together) if side != part.side])
        self.address = reverse("play:watch", args=[game.code])

    def _together(self, side: int) -> str:
        return hand_text.join_names([name for seat, name in enumerate(self.names) if self.form.side_of(seat) == side])

    def behind(self, kind: str, entries: Sequence[Entry]) -> DrilldownGame:
        return DrilldownGame(
            day=day_cell(self.part.day, href=self.address),
            partner=self.partner,
            opponents=self.opponents,
            hands=list(self._hands(kind, entries))[::-1],
        )

    def _hands(self, kind: str, entries: Sequence[Entry]) -> Iterator[Drilldown]:
        scored = scored_hands(self.game.rules, self.game.first_dealer, entries)
        for place, (hand, outcome, _step) in enumerate(scored, start=1):
            # Asked of the engine just as it was when the number was counted.
            if hand_part(self.part.seat, hand, outcome, self.form.sides).get(kind, 0) > 0:
                yield self._hand(place, hand, outcome)

    def _hand(self, place: int, hand: Hand, outcome: Outcome) -> Drilldown:
        side = self.part.side
        order = [(side + step) % self.form.sides for step in range(self.form.sides)]
        declarer = "" if hand.declarer is None else self.names[hand.declarer]
        return Drilldown(
            number=place,
            href=f"{self.address}#hand-{place}",
            bid=hand_text.bid(outcome.contract, declarer, self.game.rules),
            kind=hand_text.mark(outcome),
            result=hand_text.outcome(outcome, self.sides),
            gains=hand_text.gains(outcome, self.sides),
            points=tuple(outcome.points[each] for each in order),
            tricks=None if outcome.contract.is_solo else outcome.tricks[side],
        )


def is_kind(kind: str) -> bool:
    """Whether there are hands behind numbers of this name."""
    return kind in TITLES


def hands_page(visit: Viewer, player: Player, kind: str, query: QueryDict, *, whole: bool = False) -> HandsPage:
    """The hands of one kind, the newest first, a number of games at a time, or the `whole`. Nine queries."""
    chosen = filters(visit.club, query)
    rows = narrowed(PlayerGame.objects.filter(player=player, **{f"{kind}__gt": 0}), chosen)
    pages = Paginator(rows.order_by("-started_at", "-game"), WHOLE if whole else GAMES_ON_A_PAGE)
    page = pages.get_page(query.get("page"))
    parts = list(page.object_list)
    return HandsPage(
        player=player,
        kind=kind,
        filters=chosen,
        hands=rows.aggregate(of_kind=Sum(kind, default=0))["of_kind"],
        in_games=page.paginator.count,
        page=page,
        games=_games(visit, parts, kind),
    )


def _games(visit: Viewer, parts: Sequence[PlayerGame], kind: str) -> list[DrilldownGame]:
    games = Game.objects.in_bulk([part.game for part in parts])
    # A result from paper has no hands that count, and no number of them: it is not among these.
    books = Reader().books(list(games))
    names = Names(visit, [key for part in parts for key in _clockwise(part)])
    return [Sitting(part, games[part.game], names).behind(kind, books.get(part.game, [])) for part in parts]


def _seated(part: PlayerGame, seats: int) -> list[int]:
    """Who sat where, clockwise from seat 0."""
    clockwise = _clockwise(part)
    return [clockwise[(seat - part.seat) % seats] for seat in range(seats)]


def _clockwise(part: PlayerGame) -> list[int]:
    """Who sat at the table, clockwise from the player."""
    keys = (part.player_id, part.left_opponent_id, part.partner_id, part.right_opponent_id)
    return [key for key in keys if key is not None]


def _cells(game: DrilldownGame, hand: Drilldown) -> list[Cell]:
    own, *others = hand.points
    rest = number(others[0]) if len(others) == 1 else Cell(score(others))
    return [
        game.day,
        number(hand.number, href=hand.href),
        Cell(hand.bid),
        Cell(hand.result),
        number(hand.tricks),
        number(own),
        rest,
        Cell(game.partner),
        Cell(game.opponents),
    ]

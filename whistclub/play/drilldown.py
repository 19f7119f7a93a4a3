"""Drill-down: the hands behind a statistic of one player, game by game."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from django.core.paginator import Page, Paginator
from django.db.models import Sum
from django.http import QueryDict

from whistclub.club.models import Player
from whistclub.engine.entries import Entry
from whistclub.engine.facts import hand_contribution, scored_hands
from whistclub.engine.game import game_steps
from whistclub.engine.hand import Hand
from whistclub.engine.scoring import Outcome
from whistclub.play.models import Game
from whistclub.play.stats_feed import all_entries_of
from whistclub.play.text import hands as hand_text
from whistclub.play.text.hands import SideNames
from whistclub.stats.filters import Filters, filters
from whistclub.stats.measures import HAND_COUNTERS
from whistclub.stats.models import PlayerGame
from whistclub.stats.queries import narrowed
from whistclub.stats.reports import WHOLE, Cell, ReportTable, day_cell, number
from whistclub.stats.viewer import Names, Viewer, game_address
from whistclub.web.formatting import format_score, join_side, plural, short_names

GAMES_ON_A_PAGE = 20


@dataclass(frozen=True, slots=True)
class DrilldownHand:
    """One hand. `number` is its hand number, `kind` the CSS class of the result.

    `points` begin with the player's side. `tricks` are those of the player's side as they count; None in a solo.
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
    def points_text(self) -> str:
        return format_score(self.points)


@dataclass(frozen=True, slots=True)
class DrilldownGame:
    """A game with those of its hands, the last one first, and who the player played with and against."""

    day: Cell
    partner: str
    opponents: str
    hands: list[DrilldownHand]


@dataclass(frozen=True, slots=True)
class HandsPage:
    """`hands` and `in_games` count those on all pages; `games` are those of this `page`."""

    player: Player
    kind: str
    filters: Filters
    hands: int
    in_games: int
    page: Page[PlayerGame]
    games: list[DrilldownGame]

    @property
    def heading(self) -> str:
        return str(HAND_COUNTERS[self.kind].label)

    @property
    def title(self) -> str:
        return f"{self.player.name}: {self.heading}"

    @property
    def meaning(self) -> str:
        return HAND_COUNTERS[self.kind].description.format(name=self.player.name)

    @property
    def summary(self) -> str:
        return "{hands} in {games}.".format(
            hands=plural(self.hands, "{n} hand", "{n} hands").format(n=self.hands),
            games=plural(self.in_games, "{n} game", "{n} games").format(n=self.in_games),
        )

    @property
    def tables(self) -> list[ReportTable]:
        head = ["Day", "Hand", "Bid", "Result", "Tricks", "Points", "Others", "With"]
        rows = [_cells(game, hand) for game in self.games for hand in game.hands]
        return [ReportTable("hands", self.title, [*head, "Against"], rows, "No matching hands.")]


class PlayedGame:
    """A game of the player, with names as this viewer may see them."""

    def __init__(self, part: PlayerGame, game: Game, names: Names) -> None:
        self.part = part
        self.game = game
        self.form = game.form
        self.names = [names.text(key) for key in _seated(part, self.form.seats)]
        people = [self._people(side) for side in range(self.form.sides)]
        if self.form.seats == self.form.sides:
            shorts = short_names(self.names)
            sides = [SideNames.single(name, short) for name, short in zip(self.names, shorts, strict=True)]
        else:
            sides = [SideNames.neutral(names) for names in people]
        self.sides = [replace(each, is_viewer=side == part.side) for side, each in enumerate(sides)]
        self.partner = "" if part.partner_id is None else names.text(part.partner_id)
        self.opponents = join_side(names for side, names in enumerate(people) if side != part.side)
        self.address = game_address(game.code, part.day)

    def _people(self, side: int) -> str:
        return join_side(name for seat, name in enumerate(self.names) if self.form.side_of(seat) == side)

    def drilldown(self, kind: str, entries: Sequence[Entry]) -> DrilldownGame:
        return DrilldownGame(
            day=day_cell(self.part.day, href=self.address),
            partner=self.partner,
            opponents=self.opponents,
            hands=list(self._hands(kind, entries))[::-1],
        )

    def _hands(self, kind: str, entries: Sequence[Entry]) -> Iterator[DrilldownHand]:
        scored = scored_hands(game_steps(self.game.rules, self.game.first_dealer, entries))
        for hand_number, (hand, outcome, _step) in enumerate(scored, start=1):
            # The engine's own counters decide, as when the statistic was computed.
            if hand_contribution(self.part.seat, hand, outcome, self.form.sides).get(kind, 0) > 0:
                yield self._hand(hand_number, hand, outcome)

    def _hand(self, number: int, hand: Hand, outcome: Outcome) -> DrilldownHand:
        side = self.part.side
        order = [(side + step) % self.form.sides for step in range(self.form.sides)]
        declarer = "" if hand.declarer is None else self.names[hand.declarer]
        return DrilldownHand(
            number=number,
            href=f"{self.address}#hand-{number}" if self.address else "",
            bid=hand_text.bid(outcome.contract, declarer, self.game.rules),
            kind=hand_text.result_kind(outcome),
            result=hand_text.outcome(outcome, self.sides),
            gains=hand_text.gains(outcome, self.sides),
            points=tuple(outcome.points[each] for each in order),
            tricks=None if outcome.contract.is_solo else outcome.tricks[side],
        )


def hands_page(viewer: Viewer, player: Player, kind: str, query: QueryDict, *, whole: bool = False) -> HandsPage:
    """The hands of one counter, newest first: a page of games, or all of them (`whole`). Nine queries."""
    chosen = filters(viewer.club, query)
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
        games=_games(viewer, parts, kind),
    )


def _games(viewer: Viewer, parts: Sequence[PlayerGame], kind: str) -> list[DrilldownGame]:
    games = Game.objects.in_bulk([part.game for part in parts])
    # A result typed from paper has no hands that count, so no such game is among these.
    entries = all_entries_of(list(games))
    names = Names(viewer, [key for part in parts for key in _clockwise(part)])
    return [PlayedGame(part, games[part.game], names).drilldown(kind, entries.get(part.game, [])) for part in parts]


def _seated(part: PlayerGame, seats: int) -> list[int]:
    """Who sat where, clockwise from seat 0."""
    clockwise = _clockwise(part)
    return [clockwise[(seat - part.seat) % seats] for seat in range(seats)]


def _clockwise(part: PlayerGame) -> list[int]:
    """Who sat at the table, clockwise from the player."""
    keys = (part.player_id, part.left_opponent_id, part.partner_id, part.right_opponent_id)
    return [key for key in keys if key is not None]


def _cells(game: DrilldownGame, hand: DrilldownHand) -> list[Cell]:
    own, *others = hand.points
    rest = number(others[0]) if len(others) == 1 else Cell(format_score(others))
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

"""Drill-down: the hands behind a statistic of one player, game by game."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Sum
from django.http import QueryDict

from whistclub.club.models import Player
from whistclub.engine.entries import Entry
from whistclub.engine.facts import hand_contribution, scored_hands
from whistclub.engine.game import game_steps
from whistclub.play import text
from whistclub.play.models import Game
from whistclub.play.statistics import entries_of
from whistclub.play.table import by_side, sides_of
from whistclub.stats.filters import Filters, filters
from whistclub.stats.measures import HAND_COUNTERS
from whistclub.stats.models import PlayerGame
from whistclub.stats.reports import Cell, ReportTable, day_cell, number
from whistclub.stats.viewer import Names, Viewer, game_address
from whistclub.web.formatting import format_score, join_side, plural

GAMES_ON_A_PAGE = 20


@dataclass(frozen=True, slots=True)
class HandsPage:
    """`hands` and `in_games` count those on all pages; `games` are those of this `page`, each with its hands."""

    player: Player
    kind: str
    filters: Filters
    hands: int
    in_games: int
    page: Page[PlayerGame]
    games: list[dict[str, Any]]

    @property
    def title(self) -> str:
        return f"{self.player.name}: {HAND_COUNTERS[self.kind].label}"

    @property
    def meaning(self) -> str:
        return HAND_COUNTERS[self.kind].description.format(name=self.player.name)

    @property
    def summary(self) -> str:
        hands, games = plural(self.hands, "hand", "hands"), plural(self.in_games, "game", "games")
        return f"{self.hands} {hands} in {self.in_games} {games}."

    @property
    def tables(self) -> list[ReportTable]:
        head = ["Day", "Hand", "Bid", "Result", "Tricks", "Points", "Others", "With", "Against"]
        rows = [_cells(game, hand) for game in self.games for hand in game["hands"]]
        return [ReportTable("hands", self.title, head, rows, "No matching hands.")]


def hands_page(viewer: Viewer, player: Player, kind: str, query: QueryDict) -> HandsPage:
    """The hands of one counter in a page of games, newest first. Nine queries."""
    chosen = filters(viewer.club, query)
    rows = chosen.narrow(PlayerGame.objects.filter(player=player, **{f"{kind}__gt": 0}))
    pages = Paginator(rows.order_by("-started_at", "-game"), GAMES_ON_A_PAGE)
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


def _games(viewer: Viewer, parts: Sequence[PlayerGame], kind: str) -> list[dict[str, Any]]:
    games = Game.objects.in_bulk([part.game for part in parts])
    # A result typed from paper has no hands that count, so no such game is among these.
    entries = entries_of(list(games))
    names = Names(viewer, [key for part in parts for key in _clockwise(part)])
    return [_game(part, games[part.game], names, kind, entries.get(part.game, [])) for part in parts]


def _game(part: PlayerGame, game: Game, names: Names, kind: str, entries: Sequence[Entry]) -> dict[str, Any]:
    """A game with those of its hands, the last one first, and who the player played with and against."""
    clockwise, rules, seats = _clockwise(part), game.rules, game.form.seats
    seated = [names.text(clockwise[(seat - part.seat) % seats]) for seat in range(seats)]
    sides = sides_of(game.form, seated)
    sides[part.side] = sides[part.side]._replace(is_viewer=True)
    address = game_address(game.code, part.day)
    hands = []
    scored = scored_hands(game_steps(rules, game.first_dealer, entries))
    for hand_number, (hand, outcome, _step) in enumerate(scored, start=1):
        # The engine's own counters decide, as when the statistic was computed.
        if hand_contribution(part.seat, hand, outcome, game.form.sides).get(kind, 0) > 0:
            declarer = "" if hand.declarer is None else seated[hand.declarer]
            points = [outcome.points[side] for side in text.viewer_first(sides)]
            hands.append(
                {
                    "number": hand_number,
                    "href": f"{address}#hand-{hand_number}" if address else "",
                    "bid": text.bid(outcome.contract, declarer, rules),
                    "kind": text.result_kind(outcome),
                    "result": text.outcome(outcome, sides),
                    "gains": text.gains(outcome, sides),
                    "tricks": None if outcome.contract.is_solo else outcome.tricks[part.side],
                    "points": points,
                    "points_text": format_score(points),
                }
            )
    return {
        "day": day_cell(part.day, href=address),
        "partner": "" if part.partner_id is None else names.text(part.partner_id),
        "opponents": join_side(each for side, each in enumerate(by_side(game.form, seated)) if side != part.side),
        "hands": hands[::-1],
    }


def _clockwise(part: PlayerGame) -> list[int]:
    """Who sat at the table, clockwise from the player."""
    keys = (part.player_id, part.left_opponent_id, part.partner_id, part.right_opponent_id)
    return [key for key in keys if key is not None]


def _cells(game: dict[str, Any], hand: dict[str, Any]) -> list[Cell]:
    own, *others = hand["points"]
    return [
        game["day"],
        number(hand["number"], href=hand["href"]),
        Cell(hand["bid"]),
        Cell(hand["result"]),
        number(hand["tricks"]),
        number(own),
        number(others[0]) if len(others) == 1 else Cell(format_score(others)),
        Cell(game["partner"]),
        Cell(game["opponents"]),
    ]

"""What the pages of games show, each in a fixed number of queries."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, ClassVar, NamedTuple

from django.core.paginator import Page, Paginator
from django.db.models import Exists, Min, OuterRef, Q, QuerySet
from django.utils import timezone

from whistclub.club.models import Club, Player
from whistclub.club.queries import clean_search, offered, read_remarks
from whistclub.play import replay, text
from whistclub.play.game_view import GameView
from whistclub.play.models import Game, Seat
from whistclub.play.table import by_side
from whistclub.rules.summary import PRESET_CARDS, RulesSummary, card_of
from whistclub.stats.evening import EVENING_BEGINS

GAMES_ON_A_PAGE = 20
# More names than these are too many to look through, or make a page heavy: then those who played the last games.
MOST_OFFERED, LAST_GAMES = 300, 200


class ListedGame(NamedTuple):
    game: Game
    sides: list[tuple[str, str, bool]]
    rules: str


@dataclass(frozen=True, slots=True)
class HistorySearch:
    """What a person looks for in the history of a club; each is "" or None for everything."""

    club: Club
    name: str = ""
    year: int | None = None
    kind: str = ""

    KINDS: ClassVar = (("", "Games and parties"), ("games", "Games not in a party"), ("parties", "Parties"))

    @classmethod
    def read(cls, club: Club, asked: Mapping[str, str]) -> "HistorySearch":
        """What an address asks for; what makes no sense is left out."""
        name, year, kind = clean_search(asked.get("q", "")), asked.get("year", ""), asked.get("kind", "")
        known = year.isascii() and year.isdecimal() and len(year) == 4 and 1 < int(year) < 9999
        return cls(club, name, int(year) if known else None, kind if kind in dict(cls.KINDS) else "")

    @property
    def is_anything(self) -> bool:
        return bool(self.name or self.year or self.kind)

    @property
    def shows_games(self) -> bool:
        return self.kind != "parties"

    @property
    def shows_parties(self) -> bool:
        return self.kind != "games"

    def named(self, people: QuerySet[Any]) -> Q:
        """The condition on rows of whose `people`, rows of another table with a `player`, one has the name."""
        if not self.name:
            return Q()
        # No join, which would find a row once for each of its people, and need DISTINCT.
        named = Player.objects.filter(club=self.club, folded__contains=self.name.casefold())
        return Q(Exists(people.filter(player__in=named)))

    @property
    def of_games(self) -> Q:
        """The condition on games of that year: evenings of New Year's Eve last until the morning."""
        if not self.year:
            return Q()
        zone = timezone.get_current_timezone()
        first, end = (datetime(year, 1, 1, tzinfo=zone) + EVENING_BEGINS for year in (self.year, self.year + 1))
        return Q(started_at__gte=first, started_at__lt=end)

    @property
    def years(self) -> list[int]:
        """Those of the club's games, the last first. One query."""
        began = self.club.games.filter(binned_at=None).aggregate(first=Min("started_at"))["first"]
        if began is None:
            return []
        return list(range(timezone.localtime().year, (timezone.localtime(began) - EVENING_BEGINS).year - 1, -1))


def game_view(game: Game, viewer: int | None = None, *, pad_at: datetime | None = None) -> GameView:
    """Everything about one game: three queries, four where another side is asked.

    A pad (at a moment) says of the hand being played at the bell that it is the last; that is not stored here.
    """
    sheet = replay.read(game)
    if pad_at and game.last_position is None and game.bell_has_rung(pad_at):
        game.last_position = sheet.next_position
    return GameView(game, list(game.seats.select_related("player")), sheet, viewer)


def next_game(game: Game) -> Game | None:
    return Game.objects.filter(follows=game, binned_at=None).first()


def same_person(game: Game, seat: int | None, other: Game) -> int | None:
    """The seat in another game of the player on `seat` in this one; None if they do not play there."""
    if seat is None:
        return None
    there = other.seats.filter(player__seats__game=game, player__seats__position=seat)
    return there.values_list("position", flat=True).first()


def seat_cookie(game: Game, seat: int) -> str:
    """What a phone keeps of its owner: their seat, and the player, because people may change seats."""
    player = game.seats.filter(position=seat).values_list("player_id", flat=True).first()
    return f"{seat}.{player}"


def tonight(club: Club, since: datetime) -> dict[str, list[ListedGame]]:
    kitchen, over = _standalone_games(club), Q(finished_at__gte=since)
    found = {
        "running": kitchen.filter(state=Game.State.RUNNING).order_by("-started_at"),
        "stopped": kitchen.filter(over, state=Game.State.STOPPED).order_by("-finished_at"),
        "finished": kitchen.filter(over, state=Game.State.FINISHED).order_by("-finished_at"),
    }
    return {name: listed(games[:GAMES_ON_A_PAGE]) for name, games in found.items()}


def history(sought: HistorySearch, page: str | None) -> Page[Any]:
    over = _standalone_games(sought.club).filter(state__in=[Game.State.FINISHED, Game.State.STOPPED])
    people = Seat.objects.filter(game=OuterRef("pk"))
    wanted = over.filter(sought.of_games, sought.named(people))
    found: Page[Any] = Paginator(wanted.order_by("-started_at"), GAMES_ON_A_PAGE).get_page(page)
    found.object_list = listed(found.object_list)
    return found


def rule_card(game: Game) -> RulesSummary:
    """The rules of a game as people read them; the game keeps them whatever becomes of the club's own."""
    # Not `rules`: ending a game early changes no rule.
    return card_of(game.preset, game.frozen_rules, title=game.rules_name, currency=game.club.currency)


def offered_players(club: Club) -> list[Player]:
    """The players offered for a new game, by name: all of the club but the retired; of a large club those who played
    recently. Everyone else can be typed.
    """
    players = list(offered(club).order_by("folded")[: MOST_OFFERED + 1])
    if len(players) <= MOST_OFFERED:
        return players
    recent = Game.objects.filter(club=club, binned_at=None).order_by("-started_at").values("pk")[:LAST_GAMES]
    of_late = Seat.objects.filter(game__in=recent).values("player")
    return list(offered(club).filter(pk__in=of_late).order_by("folded")[:MOST_OFFERED])


def _standalone_games(club: Club) -> QuerySet[Game]:
    return club.games.filter(party_code="", binned_at=None).select_related("club").prefetch_related("seats__player")


def listed(games: Iterable[Game]) -> list[ListedGame]:
    """These games of one club as lists show them; their seats and players were read with them."""
    found, games = [], list(games)
    if games:
        read_remarks(games, games[0].club_id)
    for game in games:
        people = by_side(game.form, [seat.player.name for seat in game.seats.all()])
        totals = map(text.total_and_stars, game.totals, game.stars)
        winner = game.winner if game.state == Game.State.FINISHED else None
        sides = [(*each, side == winner) for side, each in enumerate(zip(people, totals, strict=True))]
        found.append(ListedGame(game, sides, game.rules_name or PRESET_CARDS[game.preset].title))
    return found

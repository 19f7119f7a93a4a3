"""Queries that several pages share: games of a player, finished games, counters of a club, visible players."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import date
from typing import Any, NamedTuple

from django.db.models import Count, Exists, OuterRef, QuerySet, Subquery, Sum

from whistclub.club.models import Club, Player
from whistclub.engine.facts import COUNTERS
from whistclub.stats.filters import Filters
from whistclub.stats.measures import ENOUGH, SUM
from whistclub.stats.models import GameFact, PartyFact, PartyRank, PlayerGame
from whistclub.stats.reports import Cell
from whistclub.stats.viewer import Viewer, game_address
from whistclub.web.formatting import format_score


@dataclass(frozen=True, slots=True)
class PlayerGameRow:
    """One game of a player. `counts`, where they are read, are in the order of COUNTERS."""

    code: str
    totals: list[int]
    party_code: str
    side: int
    day: date
    rules: str
    partner: int | None
    left_opponent: int | None
    right_opponent: int | None
    won: int
    drawn: int
    points: int
    points_against: int
    mu: float
    expected: float
    counts: tuple[int, ...]

    @property
    def outcome(self) -> str:
        """won, drawn or lost."""
        return "won" if self.won else "drawn" if self.drawn else "lost"

    @property
    def letter(self) -> str:
        """The outcome in one letter."""
        return {"won": "W", "drawn": "D", "lost": "L"}[self.outcome]

    @property
    def score_cell(self) -> Cell:
        """The points of all sides, the player’s own first."""
        others = [total for side, total in enumerate(self.totals) if side != self.side]
        return Cell(format_score((self.points, *others)))

    @property
    def href(self) -> str:
        return game_address(self.code, self.day)

    @property
    def wins(self) -> float:
        """A drawn game is half a win."""
        return self.won + self.drawn / 2

    @property
    def opponents(self) -> tuple[int, ...]:
        return tuple(player for player in (self.left_opponent, self.right_opponent) if player is not None)


_OF_THE_GAME = ("code", "totals", "party_code")
_READ = tuple(field.name for field in fields(PlayerGameRow) if field.name != "counts")
COLUMNS = tuple(f"fact__{name}" if name in _OF_THE_GAME else name for name in _READ)


def player_game(row: Sequence[Any]) -> PlayerGameRow:
    """The value of one row of COLUMNS, with COUNTERS after them or without."""
    values = [*row[: len(_READ)], tuple(row[len(_READ) :])]
    return PlayerGameRow(*values)


def party_names(games: Iterable[PlayerGameRow]) -> dict[str, str]:
    """The names of the finished parties of these games by code. One query."""
    codes = {game.party_code for game in games if game.party_code}
    return dict(PartyFact.objects.filter(code__in=codes).values_list("code", "name"))


def added(games: Iterable[PlayerGameRow]) -> dict[str, int]:
    """The counters of several games, added up."""
    rows = [game.counts for game in games]
    sums: Sequence[int] = [sum(column) for column in zip(*rows, strict=True)] if rows else [0] * len(COUNTERS)
    return dict(zip(COUNTERS, sums, strict=True))


def all_player_games(chosen: Filters) -> QuerySet[PlayerGame]:
    """Every player of the club in every game that matches the filters: rows to add up."""
    found: QuerySet[PlayerGame] = chosen.narrow(PlayerGame.objects.filter(club=chosen.club))
    return found


def sums(names: Iterable[str]) -> dict[str, Sum]:
    """What `annotate` and `aggregate` are given to add counters up."""
    return {SUM + name: Sum(name) for name in names}


def summed(row: Mapping[str, Any], prefix: str = SUM) -> dict[str, int]:
    """The counters of a row that was read with `sums`; over no games a database has None, here it is 0."""
    return {name.removeprefix(prefix): value or 0 for name, value in row.items() if name.startswith(prefix)}


class Rated(NamedTuple):
    """A player with the rating of today, which counts if it `has_enough_games`."""

    player: int
    name: str
    mu: float
    sigma: float
    has_enough_games: bool


def rated(players: QuerySet[Player]) -> list[Rated]:
    """Those of some players who have played, best first. One query."""
    games = PlayerGame.objects.filter(player=OuterRef("pk")).order_by("-started_at", "-game")
    found = players.annotate(
        mu=Subquery(games.values("mu")[:1]),
        sigma=Subquery(games.values("sigma")[:1]),
        has_enough_games=Exists(games[ENOUGH - 1 : ENOUGH]),
    )
    rows = [Rated(*row) for row in found.values_list("pk", *Rated._fields[1:]) if row[2] is not None]
    return sorted(rows, key=lambda each: (-each.mu, each.player))


def ranked_players(viewer: Viewer) -> QuerySet[Player]:
    """Whom rankings show to this viewer: no guests; hidden players to organisers only."""
    found = Player.objects.filter(club=viewer.club, guest=False)
    return found if viewer.is_organiser else found.filter(hidden=False)


def in_rankings(viewer: Viewer, rows: QuerySet[Any]) -> QuerySet[Any]:
    """Those of some rows of players that rankings show."""
    return rows.filter(player__in=ranked_players(viewer).values("pk"))


class Evening(NamedTuple):
    """A club's totals of one evening."""

    day: date
    games: int
    hands: int
    players: int


def evenings(facts: QuerySet[GameFact]) -> QuerySet[Any, Any]:
    """Day, games and hands of each evening with these games, the newest first."""
    return (
        facts.values("day")
        .annotate(games=Count("pk"), sum_hands=Sum("hands"))
        .order_by("-day")
        .values_list("day", "games", "sum_hands")
    )


def with_players(club: Club, found: Iterable[tuple[date, int, int]], rules: str = "") -> list[Evening]:
    """Evenings with how many people played, by these rules if any. One query."""
    rows = list(found)
    seats = PlayerGame.objects.filter(club=club, day__in=[row[0] for row in rows])
    seats = seats.filter(rules=rules) if rules else seats
    people = dict(seats.values("day").annotate(people=Count("player", distinct=True)).values_list("day", "people"))
    return [Evening(*row, people[row[0]]) for row in rows]


class PlayerEvening(NamedTuple):
    """A player’s totals of one evening."""

    player: int
    games: int
    won: int
    drawn: int
    points: int
    points_against: int

    @property
    def difference(self) -> int:
        return self.points - self.points_against

    @property
    def order(self) -> tuple[int, int]:
        """Most wins first, then the greatest difference."""
        return -2 * self.won - self.drawn, -self.difference


def ranks_if_one_party(codes: Collection[str], ranks: Iterable[PartyRank]) -> dict[int, PartyRank]:
    """The ranks by player, where games were of one finished party; else none, and `PlayerEvening.order` counts.

    `codes` are the parties of the games, "" for those outside parties; `ranks` those of the finished ones.
    """
    found = {each.player_id: each for each in ranks}
    return found if len(codes) == len({each.party_id for each in found.values()}) == 1 else {}


def player_evenings(rows: QuerySet[PlayerGame], day: date) -> list[PlayerEvening]:
    """The evening of each player, best first. One query."""
    columns = PlayerEvening._fields[1:]
    found = rows.filter(day=day).values("player").annotate(**sums(columns)).order_by()
    read = [PlayerEvening(*row) for row in found.values_list("player", *(SUM + name for name in columns))]
    return sorted(read, key=lambda each: each.order)

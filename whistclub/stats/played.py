"""Finished games with their sides."""

from collections.abc import Sequence
from dataclasses import dataclass

from whistclub.stats.filters import rules_title
from whistclub.stats.models import GameFact, PlayerGame
from whistclub.stats.reports import Cell, ReportTable, number
from whistclub.stats.viewer import Names, Viewer, game_address
from whistclub.web.formatting import format_score, join_list, number_of


@dataclass(frozen=True, slots=True)
class Side:
    """`keys` are those of the players whom the viewer may see, as text with spaces between them."""

    people: str
    keys: str
    total: int
    won: bool


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A finished game with its sides; `href` leads to it."""

    fact: GameFact
    sides: tuple[Side, ...]
    href: str

    @property
    def rules(self) -> str:
        return rules_title(self.fact.rules)

    @property
    def round_and_table(self) -> str:
        """In a party; "" outside parties."""
        if self.fact.round_number is None or self.fact.table_number is None:
            return ""
        return f"Round {self.fact.round_number}, table {self.fact.table_number}"

    @property
    def details(self) -> str:
        """Where and how it was played."""
        hands = number_of(self.fact.hands, "hand", "hands") if self.fact.hands else ""
        return " · ".join(filter(None, (self.round_and_table, hands, self.rules)))

    @property
    def everyone(self) -> str:
        """The sides, as “Ann & Clara against Bob & Dan”; with three players each is a side."""
        people = [side.people for side in self.sides]
        if len(people) > 2:
            return join_list(people)
        return f"{people[0]} against {people[1]}"

    @property
    def score(self) -> str:
        return format_score(side.total for side in self.sides)

    @property
    def score_of_winner(self) -> str:
        """The winner's points first."""
        return format_score(side.total for side in sorted(self.sides, key=lambda side: not side.won))

    @property
    def won_by(self) -> str:
        return next((side.people for side in self.sides if side.won), "")

    @property
    def beaten(self) -> str:
        return ", ".join(side.people for side in self.sides if not side.won)


# The players of each side of a game, by the key of its fact.
Seated = dict[int, list[list[int]]]


def seats_of(games: Sequence[GameFact]) -> Seated:
    """One query."""
    found: Seated = {game.pk: [[] for _total in game.totals] for game in games}
    seats = PlayerGame.objects.filter(fact__in=found).order_by("fact", "seat")
    for fact, side, player in seats.values_list("fact", "side", "player"):
        found[fact][side].append(player)
    return found


def players_in(seats: Seated) -> list[int]:
    """The players of all these games."""
    return [player for sides in seats.values() for side in sides for player in side]


def played_game(game: GameFact, seats: Seated, names: Names) -> PlayedGame:
    sides = []
    for side, (people, total) in enumerate(zip(seats[game.pk], game.totals, strict=True)):
        keys = " ".join(str(each) for each in people if not names.is_secret(each))
        sides.append(Side(names.pair(people), keys, total, game.winner == side))
    return PlayedGame(game, tuple(sides), game_address(game.code, game.day))


def played_games(viewer: Viewer, games: Sequence[GameFact]) -> list[PlayedGame]:
    """Two queries."""
    seats = seats_of(games)
    names = Names(viewer, players_in(seats))
    return [played_game(game, seats, names) for game in games]


def games_table(played: Sequence[PlayedGame]) -> ReportTable:
    head = ["Game", "Points", "Won by", "Hands", "Table", "Rules"]
    rows = [
        [
            Cell(each.everyone, href=each.href),
            Cell(each.score),
            Cell(each.won_by or "nobody"),
            number(each.fact.hands),
            Cell(each.round_and_table),
            Cell(each.rules),
        ]
        for each in played
    ]
    return ReportTable("games", "Games", head, rows, "No games yet.")

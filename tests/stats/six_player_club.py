"""A club whose games show who plays well with whom; and the same numbers recounted in plain Python."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from uuid import uuid4

import pytest
from django.test import Client

from tests import builders
from tests.builders import client_of, high, play_out, record
from whistclub.accounts.models import User
from whistclub.club.models import Club
from whistclub.engine.hand import Contract
from whistclub.play.entries import EntrySubmission
from whistclub.play.games import end_now
from whistclub.play.statistics import bring_up_to_date
from whistclub.stats.models import GameFact, PlayerGame

# The names by seat: the side of the first and the third wins. Edith and Frank come seldom.
GAMES = (
    ("Ann", "Bob", "Clara", "Dan"),
    ("Ann", "Bob", "Clara", "Dan"),
    ("Clara", "Dan", "Ann", "Bob"),
    ("Bob", "Clara", "Dan", "Ann"),
    ("Ann", "Clara", "Bob", "Dan"),
    ("Dan", "Ann", "Edith", "Bob"),
    ("Edith", "Ann", "Frank", "Bob"),
)


@dataclass(frozen=True, slots=True)
class Six:
    olga: User
    club: Club

    @property
    def keys(self) -> dict[str, int]:
        return dict(self.club.players.values_list("name", "pk"))

    def stranger(self) -> Client:
        return Client()

    def organiser(self) -> Client:
        return client_of(self.olga)

    def address(self, page: str = "together/") -> str:
        return f"/c/{self.club.slug}/{page}"

    def versus(self, one: str, other: str) -> str:
        """The page of two sides by their names: "Ann", "Ann-Bob"."""
        sides = ("-".join(str(self.keys[name]) for name in side.split("-")) for side in (one, other))
        return self.address(f"versus/{'/'.join(sides)}/")


def six_player_club(*, games: int = len(GAMES), shows: bool = True) -> Six:
    """The first games of GAMES, and a drawn game of the first four players."""
    olga, club = builders.organiser()
    club.shown_to_strangers = "names" if shows else "nothing"
    club.save()
    for names in GAMES[:games]:
        play_out(builders.game(club, olga, names=names))
    drawn = builders.game(club, olga)
    record(drawn, high(1, 0, 9), high(2, 1, 9))
    end_now(drawn, by=olga, at=builders.NOON)
    bring_up_to_date()
    return Six(olga, club)


def play_three(six: Six) -> dict[str, PlayerGame]:
    """A game of three that Clara wins: she took the widow and most tricks. Who sat at it."""
    game = builders.game(six.club, six.olga, preset="widow")
    record(game, EntrySubmission(uuid4(), 1, Contract.WIDOW, 2, (2, 3, 8)))
    end_now(game, by=six.olga, at=builders.NOON)
    bring_up_to_date()
    return {part.player.name: part for part in PlayerGame.objects.filter(fact__game=game.pk).select_related("player")}


@dataclass(slots=True)
class Counted:
    games: int = 0
    won: int = 0
    drawn: int = 0
    expected: float = 0
    variance: float = 0

    def add(self, part: PlayerGame) -> None:
        self.games += 1
        self.won += part.won
        self.drawn += part.drawn
        self.expected += part.expected
        self.variance += part.expected * (1 - part.expected)

    @property
    def better(self) -> float:
        return self.won + self.drawn / 2 - self.expected

    @property
    def luck(self) -> float:
        return 1.959964 * sqrt(self.variance)


def tables(club: Club) -> Iterator[dict[str, PlayerGame]]:
    """Game after game, who sat at it."""
    for fact in GameFact.objects.filter(club=club).order_by("started_at", "game"):
        yield {part.player.name: part for part in fact.player_games.select_related("player")}


def counted(club: Club, one: str, other: str, *, together: bool) -> Counted:
    """The games of two people as partners, or against each other, as the first sees them."""
    found = Counted()
    for table in tables(club):
        if one in table and other in table and (table[one].side == table[other].side) == together:
            found.add(table[one])
    return found


def agrees(row: Sequence[str], counts: Counted) -> None:
    """A row about two people says what was counted: their name, then numbers from their wins on."""
    won, drawn, lost, expected, games, _percent, better, luck = map(float, row[1:])
    assert (games, won, drawn, lost) == (
        counts.games,
        counts.won,
        counts.drawn,
        counts.games - counts.won - counts.drawn,
    )
    assert (expected, better, luck) == pytest.approx((counts.expected, counts.better, counts.luck), abs=0.051)

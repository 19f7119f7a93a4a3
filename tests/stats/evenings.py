"""Evenings of a club, for tests of what statistics say of them."""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from random import Random

from django.db import connection
from django.http import HttpResponse
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests import builders
from tests.builders import NOON, client_of, show_statistics
from whistclub.play.entries import record_hand
from whistclub.play.games import end_now
from whistclub.play.models import EntryRecord, Game, PadLink
from whistclub.play.simulation import random_entry
from whistclub.play.start import NewGame, start_game
from whistclub.play.statistics import bring_up_to_date

HAND_TIME = timedelta(minutes=5)
PEOPLE = ("Ann", "Bob", "Clara", "Dan", "Edith", "Frank", "Greta", "Henrik", "Ingrid", "Jim")


class Evenings:
    """Olga's club, whose statistics everybody may read."""

    def __init__(self) -> None:
        self.olga, self.club = builders.organiser()
        show_statistics(self.club, to_everyone=True, by=self.olga, at=NOON)
        self.organiser = client_of(self.olga)

    def play(
        self, *hands: EntryRecord, names: Sequence[str] = builders.FOUR, preset: str = "neuralplay", at: datetime = NOON
    ) -> Game:
        """A game of these hands, five minutes each; ended after them, if not by its rules."""
        game = self.start(names, preset, at)
        for hand in hands:
            at += HAND_TIME
            game = record_hand(PadLink(game.code, game.link_version), hand, by_seat=0, at=at).game
        return self.end(game, at)

    def play_any(self, chance: Random, *, preset: str = "neuralplay", at: datetime = NOON, most: int = 6) -> Game:
        """A game of made-up hands by made-up players."""
        game = self.start(chance.sample(PEOPLE, 3 if preset == "widow" else 4), preset, at)
        for number in range(1, most + 1):
            if game.state == Game.State.RUNNING:
                at += HAND_TIME
                entry = random_entry(chance, number, game.rules)
                game = record_hand(PadLink(game.code, game.link_version), entry, by_seat=0, at=at).game
        return self.end(game, at)

    def start(self, names: Sequence[str], preset: str, at: datetime) -> Game:
        return start_game(self.club, NewGame(tuple(names), preset, 0), by=self.olga, at=at)

    def end(self, game: Game, at: datetime) -> Game:
        if game.state == Game.State.RUNNING:
            end_now(game, by=self.olga, at=at)
        bring_up_to_date()
        game.refresh_from_db()
        return game

    def url(self, name: str, *parts: object) -> str:
        return reverse(f"stats:{name}", args=[self.club.slug, *parts])


def days_after(count: int) -> datetime:
    return NOON + timedelta(days=count)


def asked(view: Callable[[], HttpResponse]) -> int:
    """How many queries a page sends."""
    with CaptureQueriesContext(connection) as captured:
        assert view().status_code == 200
    return len([query for query in captured if query["sql"].startswith("SELECT")])


def by_side(game: Game) -> list[str]:
    """The sides of a game as pages of statistics name them."""
    names = list(game.seats.order_by("position").values_list("player__name", flat=True))
    sides = game.form.sides
    return [" & ".join(names[side::sides]) for side in range(sides)]

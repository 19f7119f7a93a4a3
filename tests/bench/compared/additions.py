"""What both databases get alike, so that their pages show as much: a newest evening, old parties, seasons of them."""

import time
import uuid
from datetime import date, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.db import connection
from django.db.models import F
from django.db.models.functions import Abs
from django.test.utils import CaptureQueriesContext

from whistclub.club.models import Club
from whistclub.play.actions import telling
from whistclub.play.models import Game, Hand, Seat
from whistclub.stats.models import ClubDay, PartyFact, PartyPlace, Season
from whistclub.web.writing import writing

CODE = "bench"
TABLES, HANDS = 8, 8
PARTIES, PEOPLE, SEASONS = 20, 32, 12
# Before anybody played: no game lies in the seasons.
FIRST_PARTY = date(1999, 1, 2)
WEEK = timedelta(days=7)


def add(club: Club, fours: list[list[int]]) -> None:
    """A game for each table of the newest evening, by turns of these people; parties, seasons."""
    _evening(club, fours)
    people = list(club.players.filter(hidden=False).order_by("pk").values_list("pk", flat=True)[:PEOPLE])
    for number in range(PARTIES):
        day = FIRST_PARTY + number * WEEK
        fact = PartyFact.objects.create(
            club=club, code=f"{CODE}{number}", name=f"Old party {number}", day=day, rounds=6, people=len(people)
        )
        ranked = people[number:] + people[:number]
        PartyPlace.objects.bulk_create(_place(fact, player, rank) for rank, player in enumerate(ranked, start=1))
    last = FIRST_PARTY + PARTIES * WEEK
    for number in range(SEASONS):
        first = FIRST_PARTY + number * WEEK
        Season.objects.create(club=club, name=f"{CODE} {number}", first_day=first, last_day=last, best=5)


def remove(club: Club) -> None:
    """Take it all out again."""
    games = Game.objects.filter(club=club, code__startswith=CODE)
    keys = list(games.values_list("pk", flat=True))
    with writing():
        games.update(void=True)
        telling.tell(keys)
        Hand.objects.filter(game__in=keys).delete()
        Seat.objects.filter(game__in=keys).delete()
        games.delete()
        PartyFact.objects.filter(club=club, code__startswith=CODE).delete()
        Season.objects.filter(club=club, name__startswith=CODE).delete()


def finish(table: int) -> tuple[float, float]:
    """Let the game of a table count once more: milliseconds by the clock and of CPU, with the commit."""
    key = _forgotten(table)
    wall, cpu = time.perf_counter(), time.process_time()
    with writing():
        telling.tell([key])
    return (time.perf_counter() - wall) * 1000, (time.process_time() - cpu) * 1000


def queries_to_finish(table: int) -> int:
    key = _forgotten(table)
    with CaptureQueriesContext(connection) as captured, writing():
        telling.tell([key])
    return len(captured)


def _forgotten(table: int) -> int:
    """The game of a table, finished, but nothing of it told yet."""
    game = Game.objects.get(code=f"{CODE}{table}")
    with writing():
        Game.objects.filter(pk=game.pk).update(void=True)
        telling.tell([game.pk])
        Game.objects.filter(pk=game.pk).update(void=False)
    return game.pk


def _evening(club: Club, fours: list[list[int]]) -> None:
    last = ClubDay.objects.filter(club=club).latest("day").day
    like = Game.objects.filter(club=club, state=Game.State.FINISHED, party_code="", preset="neuralplay", paper=None)
    like = like.filter(rules_name="", winner__isnull=False, hands_scored=F("entries"), given_up=None, ends_after=None)
    chosen = like.order_by(Abs(F("entries") - HANDS), "pk")[0]
    hands = list(Hand.objects.filter(game=chosen, current=True).order_by("number"))
    begin = chosen.started_at.astimezone(ZoneInfo(club.time_zone))
    begin = begin.replace(year=last.year, month=last.month, day=last.day, hour=18, minute=0) + WEEK
    keys = []
    with writing():
        for table in range(TABLES):
            keys.append(_game(chosen, hands, table, begin + timedelta(minutes=table), fours[table % len(fours)]))
        telling.tell(keys)


def _game(like: Game, hands: list[Hand], table: int, at: Any, people: list[int]) -> int:
    """A copy of a game, played by others at another time."""
    long = like.finished_at - like.started_at
    game = Game.objects.get(pk=like.pk)
    game.pk, game.code, game.follows, game.started_at, game.finished_at = None, f"{CODE}{table}", None, at, at + long
    game._state.adding = True
    game.save(force_insert=True)
    Seat.objects.bulk_create(Seat(game=game, position=seat, player_id=key) for seat, key in enumerate(people))
    names = ("number", "contract", "declarer", "tricks", "notes", "by_seat", "recorded_at")
    Hand.objects.bulk_create(
        Hand(uid=uuid.uuid4(), game=game, **{name: getattr(hand, name) for name in names}) for hand in hands
    )
    return game.pk


def _place(fact: PartyFact, player: int, rank: int) -> PartyPlace:
    return PartyPlace(
        party=fact, player_id=player, rank=rank, shared=False, games=6, won=3, drawn=0,
        wins=PEOPLE - rank, points=100 - rank, difference=0, grands=4,
    )  # fmt: skip

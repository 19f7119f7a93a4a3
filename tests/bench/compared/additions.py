"""What both databases get alike, so that their pages show as much: people with the same games, old parties, seasons."""

import time
import uuid
from collections.abc import Sequence
from datetime import date, datetime, timedelta
from itertools import product
from zoneinfo import ZoneInfo

from django.db import connection
from django.db.models import F
from django.db.models.functions import Abs
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from whistclub.club.models import Club, Player
from whistclub.play import statistics
from whistclub.play.models import EntryRecord, Game, Seat
from whistclub.stats.models import ClubDay, PartyFact, PartyRank, PlayerStanding, Season
from whistclub.web.transactions import write_transaction

CODE, NAME = "bench", "Bench "
# Two tables for some evenings, some games each, all after the club's last evening: 27 games for each.
NEW_PEOPLE, EVENINGS, TABLES, GAMES = 8, 9, 2, 3
# On the last evening the four who play most play one too, before the others; by these names `finish` knows games.
ORDINARY, BUSIEST = "last", "busy"
HANDS = 8
PARTIES, COME, SEASONS = 20, 32, 12
# Before anybody played: no game lies in the seasons.
FIRST_PARTY = date(1999, 1, 2)
WEEK, HALF_HOUR = timedelta(days=7), timedelta(minutes=30)


def add(club: Club) -> None:
    """All of it; `remove` takes it out at the end, and before the next time, should this one be broken off."""
    busiest = list(
        PlayerStanding.objects.filter(club=club).order_by("-games", "player").values_list("player", flat=True)[:4]
    )
    new = [Player.objects.create(club=club, name=f"{NAME}{number}") for number in range(NEW_PEOPLE)]
    _play(club, [player.pk for player in new], busiest)
    people = list(club.players.filter(hidden=False).order_by("pk").values_list("pk", flat=True)[:COME])
    for number in range(PARTIES):
        day = FIRST_PARTY + number * WEEK
        fact = PartyFact.objects.create(
            club=club, code=f"{CODE}{number}", name=f"Old party {number}", day=day, rounds=6, people=len(people)
        )
        ranked = people[number:] + people[:number]
        PartyRank.objects.bulk_create(_place(fact, player, rank) for rank, player in enumerate(ranked, start=1))
    for number in range(SEASONS):
        first, last = FIRST_PARTY + number * WEEK, FIRST_PARTY + PARTIES * WEEK
        Season.objects.create(club=club, name=f"{CODE} {number}", first_day=first, last_day=last, best_parties=5)


def remove(club: Club) -> None:
    """Take it all out again."""
    games = Game.objects.filter(club=club, code__startswith=CODE)
    keys = list(games.values_list("pk", flat=True))
    with write_transaction():
        games.update(excluded_with_party=True)
        statistics.sync_statistics(keys)
        EntryRecord.objects.filter(game__in=keys).delete()
        Seat.objects.filter(game__in=keys).delete()
        games.delete()
        PartyFact.objects.filter(club=club, code__startswith=CODE).delete()
        Season.objects.filter(club=club, name__startswith=CODE).delete()
        Player.objects.filter(club=club, name__startswith=NAME).delete()


def finish(which: str) -> tuple[float, float]:
    """Let a game count once more: milliseconds by the clock and of CPU, with the commit."""
    key = _forgotten(which)
    wall, cpu = time.perf_counter(), time.process_time()
    with write_transaction():
        statistics.sync_statistics([key])
    return (time.perf_counter() - wall) * 1000, (time.process_time() - cpu) * 1000


def queries_to_finish(which: str) -> int:
    key = _forgotten(which)
    with CaptureQueriesContext(connection) as captured, write_transaction():
        statistics.sync_statistics([key])
    return len(captured)


def _forgotten(which: str) -> int:
    """A game that is finished, but nothing of it told yet."""
    game = Game.objects.get(code=CODE + which)
    with write_transaction():
        Game.objects.filter(pk=game.pk).update(excluded_with_party=True)
        statistics.sync_statistics([game.pk])
        Game.objects.filter(pk=game.pk).update(excluded_with_party=False)
    return game.pk


def _play(club: Club, people: Sequence[int], busiest: Sequence[int]) -> None:
    """Copies of one of the club's games; partners change from evening to evening."""
    like = Game.objects.filter(
        club=club, state=Game.State.FINISHED, party_code="", preset="neuralplay", paper_result__isnull=True
    )
    like = like.filter(rules_name="", winner__isnull=False, hands_scored=F("entries"), conceded_by=None, last_hand=None)
    chosen = like.order_by(Abs(F("entries") - HANDS), "pk")[0]
    hands = list(EntryRecord.objects.filter(game=chosen, current=True).order_by("position"))
    last = ClubDay.objects.filter(club=club).latest("day").day
    begin = datetime(last.year, last.month, last.day, 18, tzinfo=ZoneInfo(club.time_zone))
    keys = []
    with write_transaction():
        for evening, game, table in product(range(EVENINGS), range(GAMES), range(TABLES)):
            first, *others = people[4 * table : 4 * table + 4]
            turn = evening % 3
            at = begin + (evening + 1) * WEEK + game * HALF_HOUR + timedelta(minutes=table)
            is_last = (evening, game, table) == (EVENINGS - 1, GAMES - 1, TABLES - 1)
            code = ORDINARY if is_last else f"{evening}-{game}-{table}"
            keys.append(_game(chosen, hands, code, at, [first, *others[turn:], *others[:turn]]))
        keys.append(_game(chosen, hands, BUSIEST, begin + EVENINGS * WEEK - HALF_HOUR, busiest))
        statistics.sync_statistics(keys)


def _game(like: Game, hands: Sequence[EntryRecord], code: str, at: datetime, people: Sequence[int]) -> int:
    """A copy of a game, played by others at another time."""
    long = (like.finished_at or timezone.now()) - like.started_at
    game = Game.objects.get(pk=like.pk)
    game.pk, game.code, game.follows, game.started_at, game.finished_at = None, CODE + code, None, at, at + long
    game._state.adding = True
    game.save(force_insert=True)
    Seat.objects.bulk_create(Seat(game=game, position=seat, player_id=key) for seat, key in enumerate(people))
    names = ("position", "contract", "declarer", "tricks", "notes", "by_seat", "recorded_at")
    EntryRecord.objects.bulk_create(
        EntryRecord(uid=uuid.uuid4(), game=game, **{name: getattr(hand, name) for name in names}) for hand in hands
    )
    return game.pk


def _place(fact: PartyFact, player: int, rank: int) -> PartyRank:
    return PartyRank(
        party=fact,
        player_id=player,
        rank=rank,
        shared=False,
        games=6,
        won=3,
        drawn=0,
        wins=COME - rank,
        points=100 - rank,
        difference=0,
        grands=4,
    )

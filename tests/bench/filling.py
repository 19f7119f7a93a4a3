"""Running games with as many hands as wanted."""

import random
from collections.abc import Iterable, Iterator
from datetime import timedelta
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from whistclub.club.models import Club, Player
from whistclub.engine.game import play_game
from whistclub.engine.hand import Contract
from whistclub.engine.hand import Hand as PlayedHand
from whistclub.engine.options import options_to_mapping
from whistclub.engine.presets import PRESETS
from whistclub.play.models import EntryRecord, Game, Seat

PLAYERS = 400

# Rules that a game of `ENDLESS` hands never ends by: what a grand wins, the next low hand takes away.
ENDLESS_PRESET = "minnesota"
ENDLESS = (
    PlayedHand(Contract.HIGH, 0, (7, 6)),
    PlayedHand(Contract.LOW, None, (7, 6)),
    PlayedHand(Contract.HIGH, 1, (6, 7)),
    PlayedHand(Contract.LOW, None, (6, 7)),
)


def endless(number: int) -> PlayedHand:
    return ENDLESS[(number - 1) % len(ENDLESS)]


def hands_fields(numbers: Iterable[int], chance: random.Random) -> Iterator[dict[str, str]]:
    """Hands of a game as the pad's form sends them, one after the other."""
    after = ""
    for number in numbers:
        hand = endless(number)
        uid = str(UUID(int=chance.getrandbits(128), version=4))
        yield {
            "uid": uid,
            "number": str(number),
            "replaces": "",
            "after": after,
            "counted": str(hand.tricks.index(7)),
            "contract": Contract.HIGH.value,
            "bid": "low" if hand.declarer is None else str(hand.declarer),
            "tricks": "7-6",
            "save": "hand",
        }
        after = uid


def make_club(slug: str = "bench") -> Club:
    club = Club.objects.create(name=slug, slug=slug, time_zone="UTC")
    Player.objects.bulk_create(Player(club=club, name=f"Player {number}") for number in range(PLAYERS))
    return club


def running_games(club: Club, count: int, hands: int, chance: random.Random) -> list[Game]:
    """All begun an hour ago: phones may not change games that nobody has used for long."""
    entries = [endless(number) for number in range(1, hands + 1)]
    result = play_game(PRESETS[ENDLESS_PRESET], 0, entries)
    people = list(club.players.values_list("pk", flat=True))
    games = []
    for _each in range(count):
        game = Game(
            club=club,
            preset=ENDLESS_PRESET,
            options=options_to_mapping(PRESETS[ENDLESS_PRESET]),
            first_dealer=0,
            started_at=timezone.now() - timedelta(hours=1),
        )
        game.apply_result(result, entries=hands)
        game.revision += hands
        games.append(game)
    with transaction.atomic():
        Game.objects.bulk_create(games)
        Seat.objects.bulk_create(
            Seat(game=game, position=position, player_id=player)
            for game in games
            for position, player in enumerate(chance.sample(people, 4))
        )
        EntryRecord.objects.bulk_create(
            EntryRecord(
                uid=UUID(int=chance.getrandbits(128), version=4),
                game=game,
                position=number,
                contract=hand.contract,
                declarer=hand.declarer,
                tricks=hand.tricks,
                by_seat=0,
                recorded_at=game.started_at,
            )
            for game in games
            for number, hand in enumerate(entries, start=1)
        )
    return games

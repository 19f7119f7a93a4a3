"""Games in bulk: years of finished ones, and running ones with as many hands as wanted."""

import random
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from whistclub.club.models import Club, Player
from whistclub.engine.game import play_game
from whistclub.engine.hand import Contract
from whistclub.engine.hand import Hand as PlayedHand
from whistclub.engine.options import RuleOptions, options_to_mapping
from whistclub.engine.presets import DEFAULT_PRESET, PRESETS
from whistclub.play.models import EntryRecord, Game, Seat

PLAYERS = 400
PATTERNS = 500
GAMES_AT_ONCE = 1_000
FIRST_DAY = datetime(2016, 1, 1, 18, tzinfo=UTC)
EVENING = timedelta(minutes=50)

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


def make_club() -> Club:
    club = Club.objects.create(name="Bench", slug="bench", time_zone="UTC")
    Player.objects.bulk_create(Player(club=club, name=f"Player {number}") for number in range(PLAYERS))
    return club


def running_games(club: Club, count: int, hands: int, chance: random.Random) -> list[Game]:
    """All begun an hour ago: phones may not change games that nobody has used for long."""
    entries = [endless(number) for number in range(1, hands + 1)]
    an_hour_ago = timezone.now() - timedelta(hours=1)
    return _store(club, [(ENDLESS_PRESET, entries)] * count, an_hour_ago, chance, apart=timedelta(0))


def finished_games(club: Club, count: int, chance: random.Random) -> int:
    """Answers how many hands they have."""
    rules = PRESETS[DEFAULT_PRESET]
    played = [(DEFAULT_PRESET, _played_out(rules, chance)) for _ in range(PATTERNS)]
    hands = 0
    for first in range(0, count, GAMES_AT_ONCE):
        chosen = chance.choices(played, k=min(GAMES_AT_ONCE, count - first))
        _store(club, chosen, FIRST_DAY + first * EVENING, chance)
        hands += sum(len(entries) for _preset, entries in chosen)
    return hands


def _played_out(rules: RuleOptions, chance: random.Random) -> list[PlayedHand]:
    """One hand in three low; grands mostly made."""
    entries: list[PlayedHand] = []
    while not play_game(rules, 0, entries).over:
        first = chance.randint(3, 10)
        declarer = 0 if first + chance.randint(-2, 2) >= 7 else 1
        low = chance.random() < 1 / 3
        contract = Contract.LOW if low else Contract.HIGH
        entries.append(PlayedHand(contract, None if low else declarer, (first, 13 - first)))
    return entries


def _store(
    club: Club,
    played: Iterable[tuple[str, list[PlayedHand]]],
    since: datetime,
    chance: random.Random,
    apart: timedelta = EVENING,
) -> list[Game]:
    played = list(played)
    mappings = {preset: options_to_mapping(PRESETS[preset]) for preset, _entries in played}
    results = {id(entries): play_game(PRESETS[preset], 0, entries) for preset, entries in played}
    people = list(club.players.values_list("pk", flat=True))
    games = []
    for index, (preset, entries) in enumerate(played):
        at = since + index * apart
        game = Game(club=club, preset=preset, options=mappings[preset], first_dealer=0, started_at=at)
        game.apply_result(results[id(entries)], entries=len(entries))
        if results[id(entries)].over:
            game.state, game.finished_at = Game.State.FINISHED, at + EVENING
        game.revision += len(entries)
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
            for game, (_preset, entries) in zip(games, played, strict=True)
            for number, hand in enumerate(entries, start=1)
        )
    return games

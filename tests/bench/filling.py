"""Games that were never tapped in: running ones with as many hands as wanted, and finished ones."""

import random
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from uuid import UUID

from django.utils import timezone

from whistclub.club.models import Club, Player
from whistclub.engine.game import last_state
from whistclub.engine.hand import Contract
from whistclub.engine.hand import Hand as PlayedHand
from whistclub.engine.options import options_to_mapping
from whistclub.engine.presets import PRESETS
from whistclub.play.models import EntryRecord, Game, Seat
from whistclub.play.simulation import random_hand

PLAYERS = 400
USUAL_PRESET = "neuralplay"
# A game to be stored, with its hands.
Made = tuple[Game, Sequence[PlayedHand]]

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
    people = list(club.players.values_list("pk", flat=True))
    begun = timezone.now() - timedelta(hours=1)
    return _stored([(_game(club, ENDLESS_PRESET, entries, begun), entries) for _each in range(count)], people, chance)


def whole_game(chance: random.Random) -> list[PlayedHand]:
    """The hands of a game of the usual rules, from the first to the last."""
    rules, hands = PRESETS[USUAL_PRESET], []
    while not last_state(rules, 0, hands).over:
        hands.append(random_hand(chance, rules))
    return hands


def finished_games(
    club: Club,
    games: Sequence[Sequence[PlayedHand]],
    people: Sequence[int],
    chance: random.Random,
    at: datetime,
    step: timedelta,
) -> list[Game]:
    """Whole games, one after the other from `at` on; `people` are keys of players."""
    made = [(_game(club, USUAL_PRESET, hands, at + number * step), hands) for number, hands in enumerate(games)]
    for game, _hands in made:
        game.state, game.finished_at = Game.State.FINISHED, game.started_at + timedelta(minutes=30)
    return _stored(made, people, chance)


def _game(club: Club, preset: str, hands: Sequence[PlayedHand], begun: datetime) -> Game:
    game = Game(
        club=club,
        preset=preset,
        options=options_to_mapping(PRESETS[preset]),
        first_dealer=0,
        started_at=begun,
        revision=1 + len(hands),
    )
    game.take(last_state(PRESETS[preset], 0, hands))
    return game


def _stored(made: list[Made], people: Sequence[int], chance: random.Random) -> list[Game]:
    games = Game.objects.bulk_create(game for game, _hands in made)
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
        for game, hands in made
        for number, hand in enumerate(hands, start=1)
    )
    return games

"""Games for pads, and hands that a game never ends by."""

import random
from collections.abc import Iterable, Iterator
from datetime import timedelta
from uuid import UUID

from django.utils import timezone

from tests.builders import FOUR, organiser
from whistclub.engine.hand import Contract
from whistclub.engine.hand import Hand as PlayedHand
from whistclub.play.models import Game
from whistclub.play.start import NewGame, start_game

# What a grand wins, the next low hand takes away.
ENDLESS_PRESET = "minnesota"
ENDLESS = (
    PlayedHand(Contract.HIGH, 0, (7, 6)),
    PlayedHand(Contract.LOW, None, (7, 6)),
    PlayedHand(Contract.HIGH, 1, (6, 7)),
    PlayedHand(Contract.LOW, None, (6, 7)),
)


def hands_fields(positions: Iterable[int], chance: random.Random) -> Iterator[dict[str, str]]:
    """Hands of a game as the pad's form sends them, one after the other."""
    for position in positions:
        hand = ENDLESS[(position - 1) % len(ENDLESS)]
        yield {
            "uid": str(UUID(int=chance.getrandbits(128), version=4)),
            "position": str(position),
            "corrects": "",
            "viewer_side": str(hand.tricks.index(7)),
            "contract": Contract.HIGH.value,
            "bid": "low" if hand.declarer is None else str(hand.declarer),
            "tricks": "7-6",
            "save": "hand",
        }


def running_games(count: int, club: str = "Bench") -> list[Game]:
    """Of a club of their own, begun an hour ago: phones may not change games that nobody has used for long."""
    olga, made = organiser(f"Olga{club}", club)
    begun = timezone.now() - timedelta(hours=1)
    return [start_game(made, NewGame(FOUR, ENDLESS_PRESET, 0), by=olga, at=begun) for _each in range(count)]

"""From the rows of a game to the engine's values and back to what they say."""

from collections.abc import Iterable, Sequence

from whistclub.engine.game import GameResult, play_game
from whistclub.engine.hand import Contract
from whistclub.engine.hand import Hand as PlayedHand
from whistclub.play.models import Game, Hand


def played(hand: Hand) -> PlayedHand:
    """The engine's value of a recorded hand that has its tricks."""
    return PlayedHand(Contract(hand.contract), hand.declarer, tuple(hand.tricks))


def current(hands: Iterable[Hand]) -> list[Hand]:
    """The rows that count, by number; the last may be a bid that waits for its tricks."""
    return sorted((hand for hand in hands if hand.current), key=lambda hand: hand.number)


def waiting_bid(hands: Iterable[Hand]) -> Hand | None:
    """The bid saved before its tricks, if there is one."""
    return next((hand for hand in hands if hand.current and hand.tricks is None), None)


def complete(hands: Iterable[Hand]) -> list[Hand]:
    """The rows that are scored: current ones with their tricks."""
    return [hand for hand in current(hands) if hand.tricks is not None]


def fold(game: Game, hands: Sequence[Hand]) -> GameResult:
    """What all current hands together say: rows, totals, end, winner, next dealer."""
    return play_game(game.rules, game.first_dealer, [played(hand) for hand in complete(hands)])

"""From the rows of a game to the engine's values and back to what they say."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from whistclub.engine.deal import dealer_of
from whistclub.engine.game import GameResult, Reason, State, play_game, settlement, sole_leader, step
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


def append(game: Game, hand: PlayedHand) -> State:
    """The game with one more hand after all that were scored: one step from what the last fold said.

    Only for a running game, whose every hand counts. The same as folding them all, for a cost that does not grow.
    """
    dealer = dealer_of(game.hands_scored + 1, game.first_dealer, game.form)
    before = State(dealer, tuple(game.totals), tuple(game.stars), game.hands_scored)
    return step(before, hand, game.rules)


def fold(game: Game, hands: Sequence[Hand]) -> GameResult:
    """What all current hands together say: rows, totals, end, winner, next dealer; paper outweighs them."""
    result = play_game(game.rules, game.first_dealer, [played(hand) for hand in complete(hands)])
    if game.paper is None:
        return result
    totals = tuple(game.paper)
    winner = sole_leader(totals)
    # A slip of paper says points; stars were in hands that no longer count.
    stars = (0,) * len(totals)
    return replace(
        result,
        totals=totals,
        stars=stars,
        over=True,
        reason=Reason.PAPER,
        winner=winner,
        draw=winner is None,
        settlement=settlement(winner, stars, game.rules),
    )

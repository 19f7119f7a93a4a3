"""What the next hand can bring: the game after every outcome, the points each side needs, the ways to win."""

from collections.abc import Sequence
from dataclasses import dataclass

from whistclub.engine.entries import Entry
from whistclub.engine.game import GameState, advance, last_state
from whistclub.engine.hand import Contract
from whistclub.engine.options import RuleOptions
from whistclub.engine.scoring import Outcome, score_table


@dataclass(frozen=True, slots=True)
class Preview:
    """The game after the next hand, if it has this outcome."""

    outcome: Outcome
    totals: tuple[int, ...]
    stars: tuple[int, ...]
    over: bool
    winner: int | None
    draw: bool


@dataclass(frozen=True, slots=True)
class WinningOutcome:
    """A way for side `winner` to win the game with the next hand.

    `side` declares in `contract` (None: nobody does), and side `counted` takes from `least` to `most` tricks. With
    three sides the others' tricks decide too: then these are the tricks with which it can happen.
    """

    winner: int
    contract: Contract
    side: int | None
    counted: int
    least: int
    most: int


def previews_of_next_hand(options: RuleOptions, first_dealer: int, entries: Sequence[Entry]) -> tuple[Preview, ...]:
    """The game after each line of the score table, in the table's order.

    After the end of the game every preview shows it as it ended. Raises InvalidInput with all of `game_problems`.
    """
    state = last_state(options, first_dealer, entries)
    previews = []
    for outcome in score_table(options):
        after = advance(state, outcome, options)
        previews.append(Preview(outcome, after.totals, after.stars, after.over, after.winner, after.draw))
    return tuple(previews)


def points_needed(state: GameState, options: RuleOptions) -> tuple[int | None, ...]:
    """Points each side still needs to reach the target, at least 1; None if the game has no target or is over.

    >>> from whistclub.engine.entries import Adjustment
    >>> options = RuleOptions(target=13)
    >>> points_needed(last_state(options, 0, [Adjustment((11, 6))]), options)
    (2, 7)
    """
    if options.target is None or state.over:
        return (None,) * len(state.totals)
    return tuple(max(1, options.target - total) for total in state.totals)


def hands_remaining(state: GameState, options: RuleOptions) -> int | None:
    """Hands the limit still allows, at least 1 while the game goes on; None without a limit or after the end."""
    if options.max_hands is None or state.over:
        return None
    return max(1, options.max_hands - state.hands_scored)


def is_extra_hand(state: GameState, options: RuleOptions) -> bool:
    """Whether the next hand is beyond the hand limit, because the leaders were level at it (`LimitTie.EXTRA`)."""
    return options.max_hands is not None and not state.over and state.hands_scored >= options.max_hands


def winning_outcomes(previews: Sequence[Preview]) -> tuple[WinningOutcome, ...]:
    """Every way to win with the next hand except by a solo, in the order of the score table.

    A solo gives no points: at the hand limit it leaves the leader ahead. The game must not be over.

    >>> from whistclub.engine.entries import Adjustment
    >>> options = RuleOptions(target=13)
    >>> previews = previews_of_next_hand(options, 0, [Adjustment((12, 5))])
    >>> for way in winning_outcomes(previews):
    ...     print(way.winner, way.contract, way.side, way.least, way.most)
    0 high 0 7 13
    0 high 1 0 6
    """
    found: list[WinningOutcome] = []
    for preview in previews:
        outcome = preview.outcome
        if preview.winner is None or outcome.contract.is_solo:
            continue
        counted = _counted(outcome, preview.winner)
        tricks = outcome.tricks[counted]
        _widen(found, WinningOutcome(preview.winner, outcome.contract, outcome.side, counted, tricks, tricks))
    return tuple(found)


def _counted(outcome: Outcome, winner: int) -> int:
    """The side whose tricks describe the outcome: the declarers, or with three sides and in a low hand the winner."""
    if outcome.side is None or outcome.contract is Contract.WIDOW:
        return winner
    return outcome.side


def _widen(found: list[WinningOutcome], one: WinningOutcome) -> None:
    """Add a way to win, or widen the range of tricks of the same way that it continues."""
    for index, known in enumerate(found):
        kind = (known.winner, known.contract, known.side, known.counted)
        continues = known.least - 1 <= one.least and one.most <= known.most + 1
        if continues and kind == (one.winner, one.contract, one.side, one.counted):
            found[index] = WinningOutcome(*kind, min(known.least, one.least), max(known.most, one.most))
            return
    found.append(one)

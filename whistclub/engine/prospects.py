"""What is left to play: the points each side needs, and the hands."""

from whistclub.engine.game import GameState
from whistclub.engine.options import RuleOptions


def points_needed(state: GameState, options: RuleOptions) -> tuple[int | None, ...]:
    """Points each side still needs to reach the target, at least 1; None if the game has no target or is over.

    >>> from whistclub.engine.entries import Adjustment
    >>> from whistclub.engine.game import last_state
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

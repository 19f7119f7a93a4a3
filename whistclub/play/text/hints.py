"""Hints shown between hands: what each side needs, and how many hands are left."""

from collections.abc import Sequence

from whistclub.engine.game import GameState
from whistclub.engine.options import RuleOptions
from whistclub.engine.prospects import hands_remaining, is_extra_hand, points_needed
from whistclub.play.text.shapes import SHAPES
from whistclub.web.formatting import plural


def points_to_go(state: GameState, rules: RuleOptions) -> list[str]:
    """What each side still needs to reach the target: "4 to go"; without a target, how far it is behind or ahead."""
    points = [each for each in points_needed(state, rules) if each is not None]
    if points:
        return [SHAPES["to_go"].format(n=each) for each in points]
    if not state.hands_scored:
        return ["" for _total in state.totals]
    return [_gap(total, [*state.totals[:side], *state.totals[side + 1 :]]) for side, total in enumerate(state.totals)]


def _gap(total: int, others: Sequence[int]) -> str:
    lead = total - max(others)
    if lead > 0:
        return SHAPES["ahead"].format(n=lead)
    return SHAPES["trailing"].format(n=-lead) if lead else str(SHAPES["tied"])


def hands_to_play(state: GameState, rules: RuleOptions) -> str:
    """How many hands the limit still allows; empty where there is no limit."""
    hands = hands_remaining(state, rules)
    if hands is None:
        return ""
    if is_extra_hand(state, rules):
        return "The game is tied: play more hands until one side is ahead."
    return plural(hands, "This is the last hand.", "{n} hands to play, including this one.").format(n=hands)

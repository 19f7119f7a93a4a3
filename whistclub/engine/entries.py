"""The entries of a game's score sheet: hands, redeals and adjustments."""

from dataclasses import dataclass
from typing import TypeAlias

from whistclub.engine.hand import Hand, hand_problems
from whistclub.engine.options import RuleOptions
from whistclub.engine.problems import Problem, ProblemCode

# More than any game is worth: a larger number is a typing error.
MOST_ADJUSTED = 200


@dataclass(frozen=True, slots=True)
class Redeal:
    """Cards that were thrown in and dealt again: nothing is scored, and it does not count as a hand (RULES.md §1.6).

    `deal_passes`: the player to the dealer's left deals next, as after a hand; else the same dealer deals again.
    """

    deal_passes: bool = False


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Points by side that the organiser gave or deducted; it belongs to the hand before it."""

    points: tuple[int, ...]


Entry: TypeAlias = Hand | Redeal | Adjustment


def entry_problems(entry: Entry, options: RuleOptions) -> tuple[Problem, ...]:
    """Everything wrong with one entry."""
    match entry:
        case Hand():
            return hand_problems(entry, options)
        case Adjustment():
            return adjustment_problems(entry, options)
        case Redeal():
            return ()


def adjustment_problems(adjustment: Adjustment, options: RuleOptions) -> tuple[Problem, ...]:
    """Everything wrong with an adjustment: the number of sides, the range, or that it changes nothing."""
    points, sides = adjustment.points, options.form.sides
    problems: list[Problem] = []
    if len(points) != sides:
        problems.append(Problem(ProblemCode.WRONG_NUMBER_OF_POINTS, "adjust", found=len(points), expected=sides))
    if not all(-MOST_ADJUSTED <= each <= MOST_ADJUSTED for each in points):
        problems.append(
            Problem(ProblemCode.POINTS_OUT_OF_RANGE, "adjust", minimum=-MOST_ADJUSTED, maximum=MOST_ADJUSTED)
        )
    if not any(points):
        problems.append(Problem(ProblemCode.NO_POINTS, "adjust"))
    return tuple(problems)

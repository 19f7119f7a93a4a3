"""What stands in the book of a game: hands, and what is no hand but changes the deal or the score."""

from dataclasses import dataclass
from typing import TypeAlias

from whistclub.engine.hand import Hand, hand_problems
from whistclub.engine.options import RuleOptions
from whistclub.engine.problems import Problem, ProblemCode

# More than any game is worth: a slip of the finger.
MOST_ADJUSTED = 200


@dataclass(frozen=True, slots=True)
class Redeal:
    """A hand that was thrown in: nothing is scored, and it is no hand (RULES.md §1.6).

    `deal_passes`: the player to the dealer's left deals next, as after a hand; else the same dealer deals again.
    """

    deal_passes: bool = False


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Points by side that somebody in charge gave or took; it belongs to the hand before it."""

    points: tuple[int, ...]


Entry: TypeAlias = Hand | Redeal | Adjustment


def entry_problems(entry: Entry, options: RuleOptions) -> tuple[Problem, ...]:
    """Everything wrong with one entry of the book."""
    match entry:
        case Hand():
            return hand_problems(entry, options)
        case Adjustment():
            return adjustment_problems(entry, options)
        case Redeal():
            return ()


def adjustment_problems(adjustment: Adjustment, options: RuleOptions) -> tuple[Problem, ...]:
    """`wrong_number_of_points` (found and expected), `points_out_of_range` (least and most), `no_points`."""
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

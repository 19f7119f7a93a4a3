"""What is wrong with an input, as codes a program can act on and a page can put into words."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


class ProblemCode(StrEnum):
    """Everything the engine can find wrong; the comment names the numbers that come with a code, if any."""

    # Rule options; `field` is the option.
    UNKNOWN_OPTION = "unknown_option"  # there is no option of that name
    WRONG_TYPE = "wrong_type"  # text for a number, a number for yes or no, and the like
    UNKNOWN_VALUE = "unknown_value"  # not one of the option's choices
    OUT_OF_RANGE = "out_of_range"  # minimum, maximum: the least and greatest value allowed
    NO_END = "no_end"  # neither a target nor a hand limit
    OUT_OF_REACH = "out_of_reach"  # a target and no hand limit, but no hand gives points
    NOBODY_LEADS_TRUMP = "nobody_leads_trump"  # trump is the suit the declarer leads, but nobody declares
    ANOTHER_LEADS_TRUMP = "another_leads_trump"  # trump is the suit the declarer leads, but another player leads
    SOLOS_NEED_FOUR = "solos_need_four"  # solos at a table that is not four in pairs
    ONE_SIDE_NEEDS_TWO_SIDES = "one_side_needs_two_sides"  # carry "one_side" with three sides
    ONE_SIDE_NO_PENALTIES = "one_side_no_penalties"  # carry "one_side" with points that are deducted
    # A game.
    UNKNOWN_SEAT = "unknown_seat"  # minimum, maximum: the first and the last seat
    # A hand: bid and tricks.
    CONTRACT_NOT_IN_RULES = "contract_not_in_rules"  # these rules do not have the contract
    DECLARER_NEEDED = "declarer_needed"  # the contract has a declarer, and none is given
    DECLARER_NOT_ALLOWED = "declarer_not_allowed"  # a low hand has no declarer
    WRONG_NUMBER_OF_COUNTS = "wrong_number_of_counts"  # found, expected: how many numbers the tricks are given with
    TRICKS_OUT_OF_RANGE = "tricks_out_of_range"  # minimum, maximum: of each number
    TRICKS_DO_NOT_ADD_UP = "tricks_do_not_add_up"  # found, expected: the sum of the tricks
    # A hand: its revoke.
    UNKNOWN_SIDE = "unknown_side"  # minimum, maximum: the first and the last side
    REVOKE_IN_SOLO = "revoke_in_solo"  # a solo is made or failed; a revoke moves no tricks
    REVOKE_AGAINST_ITSELF = "revoke_against_itself"  # the side that revoked is the side it harmed
    # An adjustment.
    WRONG_NUMBER_OF_POINTS = "wrong_number_of_points"  # found, expected: how many sides have points
    POINTS_OUT_OF_RANGE = "points_out_of_range"  # minimum, maximum: points of each side
    NO_POINTS = "no_points"  # it changes no side's points
    # A movement, or a round to be seated.
    TOO_FEW_PEOPLE = "too_few_people"  # found, minimum: people
    TOO_FEW_PAIRS = "too_few_pairs"  # found, minimum: fixed pairs
    TOO_FEW_TABLES = "too_few_tables"  # found, minimum: the most tables that may be set up
    NO_DESIGN = "no_design"  # no whist tournament exists for this number; found: people
    TOO_MANY_ROUNDS = "too_many_rounds"  # found, maximum: rounds
    WINNERS_MISSING = "winners_missing"  # found, expected: tables of the last round with a winner
    # Payments.
    BALANCES_NOT_ZERO = "balances_not_zero"  # found, expected: the sum of all balances in cents, and 0


@dataclass(frozen=True, slots=True)
class Problem:
    """One validation error.

    `field` is the option, or the part of a hand or of another input, at fault. Which of `found`, `expected`,
    `minimum` and `maximum` are given, and what they count, depends on the code (see `ProblemCode`). `position` is the
    entry's position on the score sheet, from 1.
    """

    code: ProblemCode
    field: str | None = None
    found: int | None = None
    expected: int | None = None
    minimum: int | None = None
    maximum: int | None = None
    position: int | None = None


class InvalidInput(ValueError):
    """Input that the rules do not allow, with everything that is wrong with it."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems: tuple[Problem, ...] = tuple(problems)
        super().__init__(self.problems)

    def __str__(self) -> str:
        return ", ".join(problem.code for problem in self.problems)

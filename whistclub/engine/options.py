"""The house rules as typed fields (RULES.md §1.4): defaults, limits, reading and writing."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from whistclub.engine.problems import InvalidInput, Problem, ProblemCode


class TableFormat(StrEnum):
    """Who sits at the table. Seats are numbered clockwise from 0, sides by seat modulo their number."""

    FOUR_IN_PAIRS = "pairs4"
    THREE_WITH_WIDOW = "widow3"
    TWO_PLAYERS = "duo2"

    @property
    def seats(self) -> int:
        match self:
            case TableFormat.FOUR_IN_PAIRS:
                return 4
            case TableFormat.THREE_WITH_WIDOW:
                return 3
            case TableFormat.TWO_PLAYERS:
                return 2

    @property
    def sides(self) -> int:
        return 3 if self is TableFormat.THREE_WITH_WIDOW else 2

    def side_of(self, seat: int) -> int:
        return seat % self.sides


class Lead(StrEnum):
    """Who leads to the first trick, seen from the declarer or from the dealer (RULES.md §1.2, A7)."""

    DECLARER_RIGHT = "declarer_right"
    DECLARER_LEFT = "declarer_left"
    DECLARER = "declarer"
    DEALER_LEFT = "dealer_left"
    DEALER_RIGHT = "dealer_right"


class Trump(StrEnum):
    """`LED`: the suit the declarer leads in a high hand (South Dakota)."""

    NONE = "none"
    LED = "led"
    CLUBS = "clubs"


class Colour(StrEnum):
    """Of the card that bids high."""

    BLACK = "black"
    RED = "red"


class Carry(StrEnum):
    """`ONE_SIDE`: only one side may hold points; if the other scores, both go back to nil (RULES.md A31, Tuppi)."""

    BOTH = "both"
    ONE_SIDE = "one_side"


class LimitTie(StrEnum):
    """What happens when the leaders are level at the hand limit."""

    DRAW = "draw"
    EXTRA = "extra"


class FailedStar(StrEnum):
    """Who gets the star of a failed solo (RULES.md A12)."""

    DEFENDERS = "defenders"
    NOBODY = "nobody"


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleOptions:
    """One set of house rules; the defaults are the Minnesota preset (RULES.md §1.4).

    The scoring fields are points per odd trick, the quotas tricks, `stake` cents; `revoke_tricks` are those that a
    revoke moves, 0 where the table agrees on the count (RULES.md A33). No field changes the meaning of another;
    `high_lead`, `low_lead`, `trump` and `high_colour` are for display and never change a score. A value may be
    faulty until `options_problems` has found nothing.
    """

    form: TableFormat = TableFormat.FOUR_IN_PAIRS
    high_made: int = 1
    high_set_award: int = 1
    high_set_penalty: int = 0
    low_award: int = 0
    low_penalty: int = 1
    solos: bool = False
    solo_failed_star: FailedStar = FailedStar.DEFENDERS
    own_quota: int = 3
    widow_quota: int = 4
    target: int | None = 13
    max_hands: int | None = None
    limit_tie: LimitTie = LimitTie.DRAW
    carry: Carry = Carry.BOTH
    stake: int = 0
    revoke_tricks: int = 0
    high_lead: Lead = Lead.DECLARER_RIGHT
    low_lead: Lead = Lead.DEALER_LEFT
    trump: Trump = Trump.NONE
    high_colour: Colour = Colour.BLACK


OPTION_NAMES: tuple[str, ...] = tuple(field.name for field in fields(RuleOptions))

# Least and greatest value of every number, both allowed (RULES.md §1.4).
LIMITS: Mapping[str, tuple[int, int]] = MappingProxyType(
    {
        "high_made": (0, 20),
        "high_set_award": (0, 20),
        "high_set_penalty": (0, 20),
        "low_award": (0, 20),
        "low_penalty": (0, 20),
        "own_quota": (0, 13),
        "widow_quota": (0, 13),
        "target": (1, 200),
        "max_hands": (1, 100),
        "stake": (0, 1000),
        "revoke_tricks": (0, 7),
    }
)

# The numbers that may also be left out: the game then has no such end.
OPTIONAL_NUMBERS = frozenset({"target", "max_hands"})

# The values of every choice, in the rule book's order (RULES.md §1.4).
CHOICES: Mapping[str, tuple[StrEnum, ...]] = MappingProxyType(
    {
        "form": tuple(TableFormat),
        "solo_failed_star": tuple(FailedStar),
        "limit_tie": tuple(LimitTie),
        "carry": tuple(Carry),
        "high_lead": (Lead.DECLARER_RIGHT, Lead.DECLARER_LEFT, Lead.DECLARER, Lead.DEALER_LEFT),
        "low_lead": (Lead.DEALER_LEFT, Lead.DEALER_RIGHT),
        "trump": tuple(Trump),
        "high_colour": tuple(Colour),
    }
)


def options_problems(options: RuleOptions) -> tuple[Problem, ...]:
    """Values outside their limits, then combinations that make no game (RULES.md §1.4)."""
    return (*_value_problems(options), *_constraint_problems(options))


def options_from_mapping(data: Mapping[str, object], base: RuleOptions = RuleOptions()) -> RuleOptions:
    """`base` with the fields named in `data` changed; values as `options_to_mapping` writes them.

    Raises InvalidInput with the unknown options, the values of a wrong type and all that `options_problems`
    finds; a field that cannot be read counts as unchanged there.
    """
    problems: list[Problem] = []
    changes: dict[str, Any] = {}
    for name, value in data.items():
        read = _read(name, value)
        if isinstance(read, Problem):
            problems.append(read)
        else:
            changes[name] = read
    options = replace(base, **changes)
    problems.extend(options_problems(options))
    if problems:
        raise InvalidInput(problems)
    return options


def options_to_mapping(options: RuleOptions) -> dict[str, str | int | bool | None]:
    """Every field, with plain values that JSON can hold."""
    values = {name: getattr(options, name) for name in OPTION_NAMES}
    return {name: value.value if isinstance(value, StrEnum) else value for name, value in values.items()}


def _read(name: str, value: object) -> object | Problem:
    if name not in OPTION_NAMES:
        return Problem(ProblemCode.UNKNOWN_OPTION, name)
    if name in CHOICES:
        return _read_choice(name, value)
    if name in LIMITS:
        # Python counts True as 1; here it is not a number.
        whole = isinstance(value, int) and not isinstance(value, bool)
        readable = whole or (value is None and name in OPTIONAL_NUMBERS)
    else:
        readable = isinstance(value, bool)
    return value if readable else Problem(ProblemCode.WRONG_TYPE, name)


def _read_choice(name: str, value: object) -> StrEnum | Problem:
    if not isinstance(value, str):
        return Problem(ProblemCode.WRONG_TYPE, name)
    for choice in CHOICES[name]:
        if choice == value:
            return choice
    return Problem(ProblemCode.UNKNOWN_VALUE, name)


def _value_problems(options: RuleOptions) -> list[Problem]:
    problems = []
    for name, (least, greatest) in LIMITS.items():
        number = getattr(options, name)
        if number is not None and not least <= number <= greatest:
            problems.append(Problem(ProblemCode.OUT_OF_RANGE, name, minimum=least, maximum=greatest))
    problems += [
        Problem(ProblemCode.UNKNOWN_VALUE, name)
        for name, values in CHOICES.items()
        if getattr(options, name) not in values
    ]
    return problems


def _constraint_problems(options: RuleOptions) -> list[Problem]:
    problems = []
    if options.target is None and options.max_hands is None:
        problems.append(Problem(ProblemCode.NO_END, "target"))
    if options.target is not None and options.max_hands is None and not _scores(options):
        problems.append(Problem(ProblemCode.OUT_OF_REACH, "target"))
    if options.trump is Trump.LED and options.form is TableFormat.THREE_WITH_WIDOW:
        problems.append(Problem(ProblemCode.NOBODY_LEADS_TRUMP, "trump"))
    elif options.trump is Trump.LED and options.high_lead is not Lead.DECLARER:
        problems.append(Problem(ProblemCode.ANOTHER_LEADS_TRUMP, "trump"))
    if options.solos and options.form is not TableFormat.FOUR_IN_PAIRS:
        problems.append(Problem(ProblemCode.SOLOS_NEED_FOUR, "solos"))
    if options.carry is Carry.ONE_SIDE:
        if options.form.sides != 2:
            problems.append(Problem(ProblemCode.ONE_SIDE_NEEDS_TWO_SIDES, "carry"))
        if options.high_set_penalty or options.low_penalty:
            problems.append(Problem(ProblemCode.ONE_SIDE_NO_PENALTIES, "carry"))
    return problems


def _scores(options: RuleOptions) -> bool:
    """Whether any hand gives anybody points."""
    if options.form is TableFormat.THREE_WITH_WIDOW:
        return min(options.own_quota, options.widow_quota) < LIMITS["own_quota"][1]
    return any((options.high_made, options.high_set_award, options.low_award))

"""The rule options (RULES.md §1.4): each with its default, its values, and where it has a meaning; and the presets.

One field of `RuleOptions` holds all of it. A new option is a field here and a record in `rules/scoring_text.py` or
`rules/play_text.py`; `scoring.py` uses it if it changes a score. Over 300 lines: the presets are values of it.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Any, TypeAlias

from whistclub.engine.problems import InvalidInput, Problem, ProblemCode


class TableFormat(StrEnum):
    """Who sits at the table. Seats are numbered clockwise from 0; the side of a seat is its number modulo the sides."""

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
    """`LED`: the suit that the declarer leads to a high hand (South Dakota)."""

    NONE = "none"
    LED = "led"
    CLUBS = "clubs"


class Colour(StrEnum):
    """The colour of the card that bids high."""

    BLACK = "black"
    RED = "red"


class Carry(StrEnum):
    """`ONE_SIDE`: only one side has points at a time; if the other scores, both go back to zero (RULES.md A31)."""

    BOTH = "both"
    ONE_SIDE = "one_side"


class LimitTie(StrEnum):
    """What happens when the lead is shared at the hand limit. `EXTRA`: hands are added until one side leads alone."""

    DRAW = "draw"
    EXTRA = "extra"


class FailedStar(StrEnum):
    """Who gets the star of a failed solo (RULES.md A12)."""

    DEFENDERS = "defenders"
    NOBODY = "nobody"


FOUR = frozenset({TableFormat.FOUR_IN_PAIRS})
THREE = frozenset({TableFormat.THREE_WITH_WIDOW})
TWO_SIDES = frozenset({TableFormat.FOUR_IN_PAIRS, TableFormat.TWO_PLAYERS})
ALL_FORMATS = frozenset(TableFormat)


# Whether an option means something beside the other options of some rules.
Matters: TypeAlias = Callable[["RuleOptions"], bool]


@dataclass(frozen=True, slots=True)
class OptionSpec:
    """What the program knows of one option.

    A number has `limits` (least and greatest, both allowed) and may be None if `optional`; a choice has `choices`, in
    the order of the rule book; an option with neither is a yes or a no.
    """

    name: str
    default: object
    formats: frozenset[TableFormat]
    limits: tuple[int, int] | None = None
    optional: bool = False
    choices: tuple[StrEnum, ...] = ()
    matters: Matters | None = None

    def has_meaning(self, options: "RuleOptions") -> bool:
        """Whether the option changes anything in a game by these options."""
        return options.form in self.formats and (self.matters is None or self.matters(options))


def _number(
    least: int, most: int, formats: frozenset[TableFormat] = ALL_FORMATS, *, optional: bool = False
) -> dict[str, object]:
    return {"limits": (least, most), "formats": formats, "optional": optional}


def _choice(
    choices: Iterable[StrEnum], formats: frozenset[TableFormat] = ALL_FORMATS, matters: Matters | None = None
) -> dict[str, object]:
    return {"choices": tuple(choices), "formats": formats, "matters": matters}


def _switch(formats: frozenset[TableFormat] = ALL_FORMATS, matters: Matters | None = None) -> dict[str, object]:
    return {"formats": formats, "matters": matters}


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleOptions:
    """The rules that define how a game is scored; the defaults are the Minnesota preset (RULES.md §1.4).

    The quotas are tricks, `stake` is cents. `revoke_tricks` is the number of tricks that a revoke moves, 0 where the
    table agrees on the count (RULES.md A33). No field changes the meaning of another; those from `high_lead` on are for
    display and never change a score. A value may be faulty until `options_problems` has found nothing.

    >>> RuleOptions(high_set_award=2).high_set_award
    2
    """

    form: TableFormat = field(default=TableFormat.FOUR_IN_PAIRS, metadata=_choice(TableFormat))
    # Points per odd trick.
    high_made: int = field(default=1, metadata=_number(0, 20, TWO_SIDES))
    high_set_award: int = field(default=1, metadata=_number(0, 20, TWO_SIDES))
    high_set_penalty: int = field(default=0, metadata=_number(0, 20, TWO_SIDES))
    low_award: int = field(default=0, metadata=_number(0, 20, TWO_SIDES))
    low_penalty: int = field(default=1, metadata=_number(0, 20, TWO_SIDES))
    # Other numbers, and what may be done.
    solos: bool = field(default=False, metadata=_switch(FOUR))
    solo_failed_star: FailedStar = field(
        default=FailedStar.DEFENDERS, metadata=_choice(FailedStar, FOUR, lambda rules: rules.solos)
    )
    own_quota: int = field(default=3, metadata=_number(0, 13, THREE))
    widow_quota: int = field(default=4, metadata=_number(0, 13, THREE))
    target: int | None = field(default=13, metadata=_number(1, 200, optional=True))
    max_hands: int | None = field(default=None, metadata=_number(1, 100, optional=True))
    limit_tie: LimitTie = field(
        default=LimitTie.DRAW, metadata=_choice(LimitTie, matters=lambda rules: rules.hand_limit is not None)
    )
    carry: Carry = field(default=Carry.BOTH, metadata=_choice(Carry, TWO_SIDES))
    stake: int = field(default=0, metadata=_number(0, 1000))
    revoke_tricks: int = field(default=0, metadata=_number(0, 7))
    high_lead: Lead = field(
        default=Lead.DECLARER_RIGHT,
        metadata=_choice((Lead.DECLARER_RIGHT, Lead.DECLARER_LEFT, Lead.DECLARER, Lead.DEALER_LEFT), TWO_SIDES),
    )
    # Not for two players: the dealer's left and right are the same person.
    low_lead: Lead = field(default=Lead.DEALER_LEFT, metadata=_choice((Lead.DEALER_LEFT, Lead.DEALER_RIGHT), FOUR))
    trump: Trump = field(default=Trump.NONE, metadata=_choice(Trump))
    must_trump: bool = field(default=False, metadata=_switch(matters=lambda rules: rules.trump is not Trump.NONE))
    # Two players bid in words.
    high_colour: Colour = field(default=Colour.BLACK, metadata=_choice(Colour, FOUR))

    @property
    def hand_limit(self) -> int | None:
        """After how many hands the game ends; None if something else ends it, as a target or a bell."""
        return None if self.max_hands == NO_LIMIT else self.max_hands


OPTIONS: Mapping[str, OptionSpec] = MappingProxyType(
    {each.name: OptionSpec(each.name, each.default, **each.metadata) for each in fields(RuleOptions)}
)

OPTION_NAMES: tuple[str, ...] = tuple(OPTIONS)
LIMITS: Mapping[str, tuple[int, int]] = MappingProxyType(
    {name: spec.limits for name, spec in OPTIONS.items() if spec.limits is not None}
)
CHOICES: Mapping[str, tuple[StrEnum, ...]] = MappingProxyType(
    {name: spec.choices for name, spec in OPTIONS.items() if spec.choices}
)

# As a hand limit the greatest number means none: a bell or an agreed time ends the game.
NO_LIMIT = LIMITS["max_hands"][1]


def options_problems(options: RuleOptions) -> tuple[Problem, ...]:
    """Values outside their limits, then combinations that are no game (RULES.md §1.4)."""
    return (*_value_problems(options), *_constraint_problems(options))


def options_from_mapping(data: Mapping[str, object], base: RuleOptions = RuleOptions()) -> RuleOptions:
    """`base` with the fields named in `data` changed; values as `options_to_mapping` writes them.

    Raises InvalidInput with unknown options, values of a wrong type, and what `options_problems` finds when the
    unreadable fields are left as in `base`.

    >>> options_from_mapping({"target": 21, "carry": "one_side", "low_penalty": 0}).target
    21
    >>> options_from_mapping({"target": "21"})
    Traceback (most recent call last):
        ...
    whistclub.engine.problems.InvalidInput: wrong_type
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
    """Every option, with values that JSON can hold."""
    values = {name: getattr(options, name) for name in OPTION_NAMES}
    return {name: value.value if isinstance(value, StrEnum) else value for name, value in values.items()}


def _read(name: str, value: object) -> object | Problem:
    spec = OPTIONS.get(name)
    if spec is None:
        return Problem(ProblemCode.UNKNOWN_OPTION, name)
    if spec.choices:
        if not isinstance(value, str):
            return Problem(ProblemCode.WRONG_TYPE, name)
        return next((choice for choice in spec.choices if choice == value), Problem(ProblemCode.UNKNOWN_VALUE, name))
    if spec.limits is None:
        readable = isinstance(value, bool)
    else:
        # Python counts True as 1; here it is not a number.
        whole = isinstance(value, int) and not isinstance(value, bool)
        readable = whole or (value is None and spec.optional)
    return value if readable else Problem(ProblemCode.WRONG_TYPE, name)


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
    """Whether any hand gives a side points."""
    if options.form is TableFormat.THREE_WITH_WIDOW:
        return min(options.own_quota, options.widow_quota) < LIMITS["own_quota"][1]
    return any((options.high_made, options.high_set_award, options.low_award))


# The sources agree on it most, and its games end soon (RULES.md §0.2).
DEFAULT_PRESET = "neuralplay"

# The named house rules of the catalogue (RULES.md §1.2), as differences from the defaults.
PRESETS: Mapping[str, RuleOptions] = MappingProxyType(
    {
        "neuralplay": RuleOptions(high_set_award=2, low_award=1, low_penalty=0),
        "minnesota": RuleOptions(),
        "minnesota_double": RuleOptions(high_set_award=2),
        "wiki_four": RuleOptions(high_set_award=2, low_award=1, low_penalty=0, high_lead=Lead.DECLARER_LEFT),
        "askov": RuleOptions(high_set_award=2, target=15, solos=True, stake=15),
        "south_dakota": RuleOptions(
            high_set_award=0, high_set_penalty=1, target=11, high_lead=Lead.DECLARER, trump=Trump.LED
        ),
        "widow": RuleOptions(form=TableFormat.THREE_WITH_WIDOW, target=None, max_hands=12, trump=Trump.CLUBS),
        "two_player": RuleOptions(form=TableFormat.TWO_PLAYERS, high_set_award=2, low_award=1, low_penalty=0),
        "norwegian": RuleOptions(
            high_made=4,
            high_set_award=8,
            low_award=2,
            low_penalty=0,
            target=50,
            high_lead=Lead.DECLARER_LEFT,
            low_lead=Lead.DEALER_RIGHT,
            high_colour=Colour.RED,
        ),
        "swedish": RuleOptions(high_set_award=2, low_award=1, low_penalty=0, high_colour=Colour.RED),
        "tuppi": RuleOptions(
            high_made=4,
            high_set_award=8,
            low_award=4,
            low_penalty=0,
            target=52,
            carry=Carry.ONE_SIDE,
            high_colour=Colour.RED,
        ),
    }
)

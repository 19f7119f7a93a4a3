"""The record of what pages say about one option, and the small texts that such records are put together from."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from whistclub.engine.options import RuleOptions, TableFormat
from whistclub.web.formatting import number_of

Statement: TypeAlias = Callable[[Any, str, RuleOptions], str]

# Marks a sentence of a card that is this program's reading of the rules, not the text of a source (RULES.md §1.7).
OURS = "†"
YES, NO = "yes", "no"

# The groups of the form, and their headings.
GROUPS: dict[str, str] = {
    "players": "Players",
    "end": "The end",
    "high": "A high hand",
    "low": "A low hand",
    "solos": "Solos",
    "widow": "The widow",
    "carry": "Who can have points",
    "stake": "Stake",
    "table": "At the table",
}


@dataclass(frozen=True, slots=True)
class OptionText:
    """All text about one option. The functions get the whole rules, for some words depend on who plays.

    In the form it stands under the heading of its `group`; `choices` names the values, and `buttons` shows them all at
    a glance. `value` writes a value inside a sentence (its arguments: value, rules, currency sign). `statement` is a
    sentence about the value without its full stop; it is a difference, with ", instead of …" appended if `names_old`,
    and a sentence of the card in its `section` (players, deal, bid, play, trump, solos, scoring, end, stake or
    mishaps), where `is_on_card`, marked as our reading where it `is_ours`; `on_card` makes other ones. `short` is the
    part of the summary line; an empty text leaves it out.
    """

    label: str
    help: str
    group: str
    statement: Statement
    value: Callable[[Any, RuleOptions, str], str] = lambda value, _rules, _currency: str(value)
    names_old: bool = True
    choices: Mapping[Any, str] = field(default_factory=dict)
    buttons: bool = False
    short: Callable[[RuleOptions], str] = lambda _rules: ""
    section: str = ""
    on_card: Callable[[RuleOptions, str], list[str]] | None = None
    is_on_card: Callable[[RuleOptions], bool] = lambda _rules: True
    is_ours: Callable[[RuleOptions], bool] = lambda _rules: False


def ours(sentence: str) -> str:
    """A sentence of a card, marked as our reading."""
    return sentence + OURS


def two(rules: RuleOptions) -> bool:
    return rules.form is TableFormat.TWO_PLAYERS


def fill(template: str, for_two: str = "") -> Statement:
    """A statement with the value put in; two players have no sides."""
    return lambda _value, text, rules: (for_two if for_two and two(rules) else template).format(value=text)


def fill_points(template: str, for_two: str = "") -> Statement:
    """As `fill`, for points: what follows the value ("for each trick above six") is left out where it is nothing."""
    statement = fill(template, for_two)

    def state_points(value: int, text: str, rules: RuleOptions) -> str:
        if value:
            return statement(value, text, rules)
        head, _value, _tail = statement(value, "{value}", rules).partition("{value}")
        return f"{head}{text}"

    return state_points


def pick(texts: Mapping[Any, str], for_two: Mapping[Any, str] | None = None) -> Callable[..., str]:
    """A text for each value."""
    return lambda value, rules, _currency="": (for_two if for_two and two(rules) else texts)[value]


def state(texts: Mapping[Any, str], for_two: Mapping[Any, str] | None = None) -> Statement:
    """A whole statement for each value."""
    text_of = pick(texts, for_two)
    return lambda value, _text, rules: text_of(value, rules)


def points(value: int, _rules: RuleOptions, _currency: str) -> str:
    return number_of(value, "point", "points") if value else "nothing"


def tricks(value: int, _rules: RuleOptions, _currency: str) -> str:
    return number_of(value, "trick", "tricks")

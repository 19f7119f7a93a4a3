"""Reading, writing and judging house rules."""

import json
import re

import pytest
from hypothesis import given

from tests.engine.builders import LAW, rules
from tests.house.checks import ROOT
from whistclub.engine.options import (
    CHOICES,
    LIMITS,
    OPTION_NAMES,
    OPTIONS,
    PRESETS,
    Carry,
    RuleOptions,
    TableFormat,
    Trump,
    options_from_mapping,
    options_problems,
    options_to_mapping,
)
from whistclub.engine.problems import InvalidInput, Problem, ProblemCode

SWITCHES = [name for name, spec in OPTIONS.items() if isinstance(spec.default, bool)]


def faults(data, base=None):
    """(code, field) of everything wrong with a mapping."""
    with pytest.raises(InvalidInput) as caught:
        options_from_mapping(data, base or RuleOptions())
    return [(problem.code, problem.field) for problem in caught.value.problems]


@LAW
@given(rules())
def test_options_survive_being_written_as_json_and_read_again(options):
    written = json.loads(json.dumps(options_to_mapping(options)))
    assert options_from_mapping(written) == options
    assert options_from_mapping(written, PRESETS["widow"]) == options
    assert list(written) == list(OPTION_NAMES)


def rows_of_the_rule_book():
    """The values and the default of each option, as its row in §1.4 of RULES.md has them."""
    text = (ROOT / "whistclub/engine/RULES.md").read_text(encoding="utf-8")
    section = text.split("### 1.4 Options\n")[1].split("\n###")[0]
    return re.findall(r"^\| `(\w+)` \| (.+?) \| (.+?) \|", section, re.MULTILINE)


def in_the_rule_book(value):
    words = {None: "none", True: "yes", False: "no"}
    return words[value] if value is None or isinstance(value, bool) else str(value)


def test_every_option_has_its_row_in_the_rule_book_in_order():
    assert [name for name, _values, _default in rows_of_the_rule_book()] == list(OPTION_NAMES)


@pytest.mark.parametrize("name, values, default", rows_of_the_rule_book())
def test_the_values_and_the_default_match_the_rule_book(name, values, default):
    spec = OPTIONS[name]
    assert default.strip("`") == in_the_rule_book(spec.default)
    if spec.choices:
        assert re.findall("`(.+?)`", values) == list(spec.choices)
    elif spec.limits:
        least, most = re.match(r"(\d+)–(\d+)", values).groups()
        assert (int(least), int(most)) == spec.limits
        assert ("none" in values) == spec.optional
    else:
        assert values == "yes, no"


@pytest.mark.parametrize("name", LIMITS)
def test_a_number_option_includes_its_limits(name):
    least, greatest = LIMITS[name]
    for value in (least, greatest):
        assert getattr(options_from_mapping({name: value}), name) == value
    for value in (least - 1, greatest + 1, 10**30):
        with pytest.raises(InvalidInput) as caught:
            options_from_mapping({name: value})
        assert caught.value.problems == (Problem(ProblemCode.OUT_OF_RANGE, name, minimum=least, maximum=greatest),)


@pytest.mark.parametrize("name", LIMITS)
@pytest.mark.parametrize("value", [True, 1.0, "1", float("nan"), [1], {}])
def test_a_number_option_accepts_only_integers(name, value):
    assert faults({name: value}) == [("wrong_type", name)]


@pytest.mark.parametrize("name", SWITCHES)
@pytest.mark.parametrize("value", [0, 1, "true", None])
def test_a_switch_option_accepts_only_booleans(name, value):
    assert faults({name: value}) == [("wrong_type", name)]


@pytest.mark.parametrize("name", CHOICES)
def test_a_choice_option_accepts_only_its_values(name):
    for value in CHOICES[name]:
        assert Problem(ProblemCode.UNKNOWN_VALUE, name) not in options_problems(RuleOptions(**{name: value}))
    assert faults({name: "nonsense"}) == [("unknown_value", name)]
    assert faults({name: 3}) == [("wrong_type", name)]


@pytest.mark.parametrize(
    ("options", "code", "field"),
    [
        (RuleOptions(target=None), "no_end", "target"),
        (RuleOptions(high_made=0, high_set_award=0), "out_of_reach", "target"),
        (RuleOptions(form=TableFormat.THREE_WITH_WIDOW, own_quota=13, widow_quota=13), "out_of_reach", "target"),
        (RuleOptions(form=TableFormat.THREE_WITH_WIDOW, trump=Trump.LED), "nobody_leads_trump", "trump"),
        (RuleOptions(trump=Trump.LED), "another_leads_trump", "trump"),
        (RuleOptions(form=TableFormat.TWO_PLAYERS, solos=True), "solos_need_four", "solos"),
        (RuleOptions(form=TableFormat.THREE_WITH_WIDOW, solos=True), "solos_need_four", "solos"),
        (
            RuleOptions(form=TableFormat.THREE_WITH_WIDOW, carry=Carry.ONE_SIDE, low_penalty=0),
            "one_side_needs_two_sides",
            "carry",
        ),
        (RuleOptions(carry=Carry.ONE_SIDE), "one_side_no_penalties", "carry"),
        (RuleOptions(carry=Carry.ONE_SIDE, low_penalty=0, high_set_penalty=1), "one_side_no_penalties", "carry"),
    ],
)
def test_an_impossible_combination_of_options_is_reported(options, code, field):
    assert options_problems(options) == (Problem(code, field),)

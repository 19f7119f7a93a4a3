"""The catalogue (RULES.md §1.2), checked against the differences listed in §1.4."""

import pytest
from hypothesis import given

from tests.engine.builders import LAW, rules
from whistclub.engine.options import RuleOptions, options_from_mapping, options_problems
from whistclub.engine.presets import DEFAULT_PRESET, PRESETS, differences, preset
from whistclub.engine.problems import InvalidInput, Problem, ProblemCode

PLUS = {"high_set_award": 2, "low_award": 1, "low_penalty": 0}
FOURS = {"high_made": 4, "high_set_award": 8, "low_penalty": 0, "high_colour": "red"}

FROM_THE_RULE_BOOK = {
    "minnesota": {},
    "minnesota_double": {"high_set_award": 2},
    "neuralplay": PLUS,
    "wiki_four": PLUS | {"high_lead": "declarer_left"},
    "askov": {"high_set_award": 2, "target": 15, "solos": True, "stake": 15},
    "south_dakota": {
        "high_set_award": 0,
        "high_set_penalty": 1,
        "target": 11,
        "high_lead": "declarer",
        "trump": "led",
    },
    "widow": {"form": "widow3", "target": None, "max_hands": 12, "trump": "clubs"},
    "two_player": PLUS | {"form": "duo2"},
    "norwegian": FOURS | {"low_award": 2, "target": 50, "high_lead": "declarer_left", "low_lead": "dealer_right"},
    "swedish": PLUS | {"high_colour": "red"},
    "tuppi": FOURS | {"low_award": 4, "target": 52, "carry": "one_side"},
}


def test_the_presets_are_those_of_the_rule_book_and_the_usual_one_is_first():
    assert set(PRESETS) == set(FROM_THE_RULE_BOOK)
    assert next(iter(PRESETS)) == "neuralplay"


@pytest.mark.parametrize("name", FROM_THE_RULE_BOOK)
def test_a_preset_differs_from_the_defaults_as_the_rule_book_says(name):
    assert differences(preset(name), RuleOptions()) == FROM_THE_RULE_BOOK[name]


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_has_no_problems(name):
    assert options_problems(PRESETS[name]) == ()


def test_a_new_club_plays_neuralplay():
    assert DEFAULT_PRESET == "neuralplay"


@pytest.mark.parametrize("name", ["", "Askov", "bridge"])
def test_an_unknown_preset_is_refused(name):
    with pytest.raises(InvalidInput) as caught:
        preset(name)
    assert caught.value.problems == (Problem(ProblemCode.UNKNOWN_PRESET, "preset"),)


@LAW
@given(rules(), rules())
def test_putting_the_differences_back_onto_the_base_gives_the_options(options, base):
    assert options_from_mapping(differences(options, base), base) == options
    assert differences(base, base) == {}

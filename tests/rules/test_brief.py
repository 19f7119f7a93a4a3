"""Rules in one line: the end, what tricks bring to whom, and what is special."""

from dataclasses import replace

import pytest
from hypothesis import given

from tests.engine.builders import LAW, rules
from whistclub.engine.options import Carry, RuleOptions, TableFormat, Trump
from whistclub.engine.presets import PRESETS
from whistclub.rules.brief import brief
from whistclub.rules.card.scoring import NO_LIMIT

EXPECTED = {
    "minnesota": "to 13 · made +1 · failed: others +1 · low −1",
    "minnesota_double": "to 13 · made +1 · failed: others +2 · low −1",
    "neuralplay": "to 13 · made +1 · failed: others +2 · low +1",
    "wiki_four": "to 13 · made +1 · failed: others +2 · low +1",
    "askov": "to 15 · made +1 · failed: others +2 · low −1 · solos",
    "south_dakota": "to 11 · made +1 · failed −1 · low −1 · trump led",
    "widow": "12 hands · above 3, with the widow 4 · clubs trump",
    "two_player": "to 13 · made +1 · failed: the other +2 · low +1",
    "norwegian": "to 50 · made +4 · failed: others +8 · low +2",
    "swedish": "to 13 · made +1 · failed: others +2 · low +1",
    "tuppi": "to 52 · made +4 · failed: others +8 · low +4 · one side holds points",
}


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_in_one_line(preset):
    assert brief(PRESETS[preset]) == EXPECTED[preset]


@pytest.mark.parametrize(
    "changes, said",
    [
        ({"target": 14, "max_hands": 8}, "to 14, at most 8 hands · made +1 · failed: others +1 · low −1"),
        ({"max_hands": 1}, "to 13, at most 1 hand · made +1 · failed: others +1 · low −1"),
        ({"target": None, "max_hands": 1}, "1 hand · made +1 · failed: others +1 · low −1"),
        ({"max_hands": NO_LIMIT}, "to 13 · made +1 · failed: others +1 · low −1"),
        ({"target": None, "max_hands": NO_LIMIT}, "made +1 · failed: others +1 · low −1"),
        ({"high_set_penalty": 2}, "to 13 · made +1 · failed −2, others +1 · low −1"),
        (
            {"high_set_penalty": 2, "form": TableFormat.TWO_PLAYERS},
            "to 13 · made +1 · failed −2, the other +1 · low −1",
        ),
        ({"high_set_award": 0}, "to 13 · made +1 · failed 0 · low −1"),
        ({"low_award": 1, "low_penalty": 2}, "to 13 · made +1 · failed: others +1 · low +1 and −2"),
        ({"low_penalty": 0}, "to 13 · made +1 · failed: others +1 · low 0"),
        ({"trump": Trump.CLUBS, "solos": True}, "to 13 · made +1 · failed: others +1 · low −1 · solos · clubs trump"),
        (
            {"form": TableFormat.TWO_PLAYERS, "carry": Carry.ONE_SIDE, "low_penalty": 0, "low_award": 1},
            "to 13 · made +1 · failed: the other +1 · low +1 · one player holds points",
        ),
        (
            {"form": TableFormat.THREE_WITH_WIDOW, "target": 20, "max_hands": 9},
            "to 20, at most 9 hands · above 3, with the widow 4",
        ),
        ({"form": TableFormat.THREE_WITH_WIDOW, "own_quota": 4}, "to 13 · above 4"),
    ],
)
def test_rules_in_one_line(changes, said):
    assert brief(replace(RuleOptions(), **changes)) == said


@LAW
@given(rules())
def test_the_line_is_short_and_names_every_end_that_can_come(options):
    said = brief(options)
    assert len(said) <= 110
    assert (f"to {options.target}" in said) == (options.target is not None)
    assert not any(piece in said for piece in ("None", "{", "}"))
    if options.max_hands and options.max_hands < NO_LIMIT:
        assert f"{options.max_hands} hand" in said

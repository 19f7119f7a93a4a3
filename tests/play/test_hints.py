"""Hints between hands: what to tap, and what each side needs. No database."""

from dataclasses import replace

import pytest

from tests.play.pad_previews import Pad
from whistclub.engine.hand import Contract, Hand
from whistclub.engine.presets import PRESETS
from whistclub.play.scorepad.form_view import what_to_tap

GRAND_SLAM = Hand(Contract.HIGH, 0, (13, 0))


@pytest.mark.parametrize(
    "preset, what",
    [
        ("minnesota", "Tap who granded, then the tricks, then Save."),
        ("askov", "Tap who granded, then the result, then Save."),
        ("two_player", "Tap who bid high, then the tricks, then Save."),
    ],
)
def test_the_pad_asks_for_tricks_unless_a_solo_has_another_result(preset, what):
    assert what_to_tap(Pad(PRESETS[preset], viewer=0).view) == what


def test_score_boxes_say_how_far_each_side_has_to_go():
    scores = Pad(PRESETS["minnesota"], viewer=1, entries=(GRAND_SLAM,)).view.scores
    assert [(score["label"], score["hint"]) for score in scores] == [("Us", "13 to go"), ("Them", "6 to go")]


def test_without_a_target_score_boxes_compare_the_sides():
    rules = replace(PRESETS["neuralplay"], target=None, max_hands=8)
    assert [score["hint"] for score in Pad(rules, 0).view.scores] == ["", ""]
    assert [score["hint"] for score in Pad(rules, 0, entries=(GRAND_SLAM,)).view.scores] == ["7 ahead", "7 behind"]
    level = (Hand(Contract.HIGH, 0, (9, 4)), Hand(Contract.HIGH, 1, (4, 9)))
    assert [score["hint"] for score in Pad(rules, 0, entries=level).view.scores] == ["tied", "tied"]

"""Hints between hands: what each side needs, the points at stake, and who can win with the next hand. No database."""

from dataclasses import replace

import pytest

from tests.play.pad_previews import Pad
from whistclub.engine.hand import Contract, Hand
from whistclub.engine.presets import PRESETS
from whistclub.play.scorepad.form_view import what_to_tap

GRAND_SLAM = Hand(Contract.HIGH, 0, (13, 0))


@pytest.mark.parametrize(
    "preset, sentences",
    [
        (
            "minnesota",
            [
                "Grand made: 1–7 points.",
                "Grand failed: 1–7 points to the defenders.",
                "Low hand: −1 to −7 points for the side with more tricks.",
            ],
        ),
        (
            "askov",
            [
                "Grand made: 1–7 points.",
                "Grand failed: 2–14 points to the defenders.",
                "Low hand: −1 to −7 points for the side with more tricks.",
                "Solo: a star for the side that wins it, no points.",
            ],
        ),
        (
            "two_player",
            [
                "High bid made: 1–7 points.",
                "High bid failed: 2–14 points to the opponent.",
                "Low hand: 1–7 points to the side with fewer tricks.",
            ],
        ),
        ("widow", ["With the widow: −4 to +9 points. Without it: −3 to +10 points."]),
    ],
)
def test_points_at_stake_follow_the_score_table(preset, sentences):
    assert Pad(PRESETS[preset], viewer=0).next_hand.points_at_stake == sentences


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


@pytest.mark.parametrize(
    "viewer, sentence",
    [
        (0, "We can win now if we grand and take 12 or more tricks, or if they grand and take 1 trick or none."),
        (1, "They can win now if they grand and take 12 or more tricks, or if we grand and take 1 trick or none."),
        (
            None,
            "Ann & Clara can win now if Ann & Clara grand and take 12 or more tricks, "
            "or if Bob & Dan grand and take 1 trick or none.",
        ),
    ],
)
def test_ways_to_win_are_told_from_the_viewers_side(viewer, sentence):
    pad = Pad(PRESETS["minnesota"], viewer, entries=(GRAND_SLAM,))
    assert pad.next_hand.ways_to_win == [sentence]


def test_a_single_opponent_takes_the_verb_in_the_singular():
    pad = Pad(PRESETS["two_player"], viewer=1, entries=(Hand(Contract.HIGH, 0, (12, 1)),))
    (ann,) = [each for each in pad.next_hand.ways_to_win if each.startswith("Ann")]
    assert "if Ann bids high and takes " in ann
    assert "if you bid high and take " in ann
    assert "in a low hand if Ann takes " in ann


def test_score_boxes_say_how_far_each_side_has_to_go():
    scores = Pad(PRESETS["minnesota"], viewer=1, entries=(GRAND_SLAM,)).view.scores
    assert [(score.label, score.hint) for score in scores] == [("Us", "13 to go"), ("Them", "6 to go")]


def test_without_a_target_score_boxes_compare_the_sides():
    rules = replace(PRESETS["neuralplay"], target=None, max_hands=8)
    assert [score.hint for score in Pad(rules, 0).view.scores] == ["", ""]
    assert [score.hint for score in Pad(rules, 0, entries=(GRAND_SLAM,)).view.scores] == ["7 ahead", "7 behind"]
    level = (Hand(Contract.HIGH, 0, (9, 4)), Hand(Contract.HIGH, 1, (4, 9)))
    assert [score.hint for score in Pad(rules, 0, entries=level).view.scores] == ["tied", "tied"]

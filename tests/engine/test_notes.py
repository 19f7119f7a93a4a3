"""A revoke beside a hand: what can be wrong with it."""

from dataclasses import replace

import pytest

from tests.engine.builders import high, low, revoked, solo, widow
from whistclub.engine.game import game_problems
from whistclub.engine.hand import Contract, Hand, Revoke, hand_problems
from whistclub.engine.presets import PRESETS
from whistclub.engine.problems import InvalidInput, Problem, ProblemCode
from whistclub.engine.scoring import score

IN_SOLO = Problem(ProblemCode.REVOKE_IN_SOLO, "revoke")
ITSELF = Problem(ProblemCode.REVOKE_AGAINST_ITSELF, "revoke")

NOLA = solo(Contract.SOLA_NOLA, 0, 0)
DIX = solo(Contract.GRAND_DIX, 0, 7)


def no_side(field, last=1):
    return Problem(ProblemCode.UNKNOWN_SIDE, field, minimum=0, maximum=last)


@pytest.mark.parametrize(
    ("name", "hand", "sides", "problems"),
    [
        ("neuralplay", high(0, 7), (0, 1), []),
        ("neuralplay", low(7), (1, 0), []),
        ("neuralplay", high(0, 7), (1, 1), [ITSELF]),
        ("neuralplay", high(0, 7), (2, 1), [no_side("revoke")]),
        ("neuralplay", high(0, 7), (1, -1), [no_side("revoke")]),
        ("neuralplay", high(0, 7), (3, 3), [no_side("revoke"), no_side("revoke"), ITSELF]),
        ("two_player", low(7), (0, 1), []),
        ("widow", widow(0, 5, 4, 4), (2, 0), []),
        ("widow", widow(0, 5, 4, 4), (0, 3), [no_side("revoke", 2)]),
        ("askov", NOLA, (0, 1), [IN_SOLO]),
        ("askov", DIX, (1, 1), [IN_SOLO, ITSELF]),
        ("askov", DIX, (1, 2), [IN_SOLO, no_side("revoke")]),
    ],
)
def test_a_revoke_needs_two_different_sides_and_no_solo(name, hand, sides, problems):
    assert list(hand_problems(revoked(hand, *sides), PRESETS[name])) == problems


def test_all_errors_are_reported_in_the_order_bid_tricks_revoke():
    hand = Hand(Contract.HIGH, None, (7, 7), Revoke(0, 0))
    expected = (
        Problem(ProblemCode.DECLARER_NEEDED, "declarer"),
        Problem(ProblemCode.TRICKS_DO_NOT_ADD_UP, "tricks", found=14, expected=13),
        ITSELF,
    )
    options = PRESETS["neuralplay"]
    assert hand_problems(hand, options) == expected
    assert game_problems(options, 0, [low(7), hand]) == tuple(replace(problem, position=2) for problem in expected)
    with pytest.raises(InvalidInput) as caught:
        score(hand, options)
    assert caught.value.problems == expected


def test_a_new_hand_has_no_revoke():
    assert high(0, 7).revoke is None

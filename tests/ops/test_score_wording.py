"""Every problem that the engine can find in a game has a sentence."""

import pytest

from tests.house.problem_codes import ADJUSTMENT, HAND, OPTIONS
from whistclub.engine.options import CHOICES, LIMITS, OPTION_NAMES
from whistclub.engine.problems import Problem, ProblemCode
from whistclub.ops.wording import sentence

OF_AN_OPTION = {ProblemCode.WRONG_TYPE, ProblemCode.UNKNOWN_VALUE, ProblemCode.OUT_OF_RANGE}
CODES = OPTIONS | HAND | ADJUSTMENT


@pytest.mark.parametrize("code", sorted(CODES - OF_AN_OPTION))
def test_every_error_code_has_a_message_with_its_numbers(code):
    said = sentence(Problem(code, "declarer", found=3, expected=7, minimum=3, maximum=7))
    assert said
    assert "None" not in said
    assert "%(" not in said


@pytest.mark.parametrize("code", sorted(OF_AN_OPTION))
@pytest.mark.parametrize("name", OPTION_NAMES)
def test_every_option_has_a_sentence(code, name):
    said = sentence(Problem(code, name))
    assert said.startswith(f"{name} must be ")
    assert all(value in said for value in CHOICES.get(name, ()))
    assert all(str(number) in said for number in LIMITS.get(name, ()))


def test_every_error_of_a_hand_has_a_distinct_message():
    said = [
        sentence(Problem(code, "revoke", found=3, expected=7, minimum=3, maximum=7))
        for code in sorted(CODES - OF_AN_OPTION)
    ]
    assert len(set(said)) == len(said)


@pytest.mark.parametrize(
    "code", [ProblemCode.DECLARER_NEEDED, ProblemCode.DECLARER_NOT_ALLOWED, ProblemCode.UNKNOWN_SEAT]
)
def test_an_error_in_the_overruled_bid_differs_from_one_in_the_bid(code):
    own = Problem(code, "declarer", minimum=0, maximum=3)
    assert sentence(Problem(code, "over", minimum=0, maximum=3)) == f"over: {sentence(own)}"


def test_an_error_that_no_game_has_raises():
    with pytest.raises(ValueError, match="balances_not_zero"):
        sentence(Problem(ProblemCode.BALANCES_NOT_ZERO, "balances", found=1, expected=0))

"""Every problem that the engine can find in a game has a sentence."""

import re
from pathlib import Path

import pytest

from whistclub.engine.options import CHOICES, LIMITS, OPTION_NAMES
from whistclub.engine.problems import Problem
from whistclub.ops.wording import sentence

ENGINE = Path(__file__).resolve().parents[2] / "whistclub" / "engine"

# Of an evening, not of a game: what is wrong there is said on the party's pages.
NOT_OF_A_GAME = {"payments.py", "prizes.py", "standings.py"}

PROBLEM = re.compile(r'\bProblem\(\s*"(\w+)"')

CODES = {
    code
    for module in ENGINE.glob("*.py")
    if module.name not in NOT_OF_A_GAME
    for code in PROBLEM.findall(module.read_text(encoding="utf-8"))
}
OF_AN_OPTION = {"wrong_type", "unknown_value", "out_of_range"}


def test_the_codes_are_found_in_the_engine():
    assert {"no_end", "unknown_preset", "unknown_seat", "trump_not_led", "unknown_side", "no_points"} <= CODES
    assert OF_AN_OPTION < CODES


@pytest.mark.parametrize("code", sorted(CODES - OF_AN_OPTION))
def test_every_error_code_has_a_message_with_its_numbers(code):
    said = sentence(Problem(code, "declarer", (3, 7)))
    assert said
    assert "None" not in said
    assert "%(" not in said


@pytest.mark.parametrize("code", sorted(OF_AN_OPTION))
@pytest.mark.parametrize("name", OPTION_NAMES)
def test_every_option_has_a_sentence(code, name):
    said = sentence(Problem(code, name, LIMITS.get(name)))
    assert said.startswith(f"{name} must be ")
    assert all(value in said for value in CHOICES.get(name, ()))
    assert all(str(number) in said for number in LIMITS.get(name, ()))


def test_every_error_of_a_hand_has_a_distinct_message():
    said = [sentence(Problem(code, "revoke", (3, 7))) for code in sorted(CODES - OF_AN_OPTION)]
    assert len(set(said)) == len(said)


@pytest.mark.parametrize("code", ["declarer_needed", "declarer_not_allowed", "unknown_seat"])
def test_an_error_in_the_overruled_bid_differs_from_one_in_the_bid(code):
    own = Problem(code, "declarer", (0, 3))
    assert sentence(Problem(code, "over", (0, 3))) == f"over: {sentence(own)}"


def test_an_unknown_error_code_raises():
    with pytest.raises(ValueError, match="unknown_code"):
        sentence(Problem("unknown_code"))

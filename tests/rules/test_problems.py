"""Every problem that the engine can find in rules, hands and adjustments has a sentence."""

import re
from pathlib import Path

import pytest

from whistclub.engine.options import LIMITS, OPTION_NAMES
from whistclub.engine.problems import Problem
from whistclub.rules.options_text import OPTION_TEXTS
from whistclub.rules.problems import problem_sentence

ENGINE = Path(__file__).resolve().parents[2] / "whistclub" / "engine"

# About a party, not a game: the pages of the party have the sentences.
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
def test_every_code_has_a_sentence_with_its_numbers(code):
    sentence = problem_sentence(Problem(code, "declarer", (3, 7)))
    assert sentence[0].isupper()
    assert sentence.endswith(".")
    assert not any(piece in sentence for piece in ("None", "{", "}"))


def test_no_two_codes_share_a_sentence():
    sentences = [problem_sentence(Problem(code, "revoke", (3, 7))) for code in sorted(CODES - OF_AN_OPTION)]
    assert len(set(sentences)) == len(sentences)


@pytest.mark.parametrize("code", sorted(OF_AN_OPTION))
@pytest.mark.parametrize("name", OPTION_NAMES)
def test_a_wrong_value_is_explained_by_the_option(code, name):
    sentence = problem_sentence(Problem(code, name, LIMITS.get(name)))
    assert sentence.startswith(f"{OPTION_TEXTS[name].label}: ")
    assert all(str(number) in sentence for number in LIMITS.get(name, ()))


def test_an_unknown_code_raises():
    with pytest.raises(KeyError):
        problem_sentence(Problem("unknown_code"))

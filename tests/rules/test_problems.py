"""Sentences about problems name the option, or the numbers. That every code has one: tests/house."""

import pytest

from tests.house.problem_codes import ADJUSTMENT, HAND, OPTIONS
from whistclub.engine.options import LIMITS, OPTION_NAMES
from whistclub.engine.problems import Problem
from whistclub.rules.options_text import OPTION_TEXTS
from whistclub.rules.problems import OF_AN_OPTION, problem_sentence

OF_A_GAME = sorted((OPTIONS | HAND | ADJUSTMENT) - set(OF_AN_OPTION))


def sentence(code) -> str:
    return problem_sentence(Problem(code, "declarer", found=11, expected=13, minimum=3, maximum=7))


def test_no_two_codes_share_a_sentence():
    assert len({sentence(code) for code in OF_A_GAME}) == len(OF_A_GAME)


@pytest.mark.parametrize("code", OF_AN_OPTION)
@pytest.mark.parametrize("name", OPTION_NAMES)
def test_a_wrong_value_is_explained_by_the_option(code, name):
    text = problem_sentence(Problem(code, name))
    assert text.startswith(f"{OPTION_TEXTS[name].label}: ")
    assert all(str(number) in text for number in LIMITS.get(name, ()))

"""Every code of the engine has its text: problems wherever they are put into words, reasons, card lines, names.

The numbers and options in the sentences are tested in tests/rules/test_actions.py.
"""

from enum import EnumType
from importlib import import_module
from pkgutil import iter_modules

import pytest

from tests.house.problem_codes import ADJUSTMENT, HAND, MOVEMENT, NOBODY_READS, OPTIONS
from whistclub.engine import movement
from whistclub.engine.movement.catalogue import MOVEMENTS, Advice
from whistclub.engine.movement.protocol import CardLineCode, ReasonCode
from whistclub.engine.options import PRESETS
from whistclub.engine.problems import Problem, ProblemCode
from whistclub.engine.standings import Criterion, Worth
from whistclub.engine.winnings import Prize
from whistclub.party import movements, standings
from whistclub.party.models import SeatAssignment
from whistclub.play.text import problem_of_hand, problem_sentences
from whistclub.rules.options_text import problem_of_rules


def codes_of_movements(ending):
    """The codes of all enums of the movements whose names end like this."""
    modules = [import_module(found.name) for found in iter_modules(movement.__path__, f"{movement.__name__}.")]
    enums = {each for module in modules for name, each in vars(module).items() if name.endswith(ending)}
    return [code for each in enums if isinstance(each, EnumType) for code in each]


REASONS = [*ReasonCode, *codes_of_movements("Reason")]
CARD_LINES = [*CardLineCode, *codes_of_movements("Line")]


def problem(code, field=None):
    return Problem(code, field, found=3, expected=4, minimum=5, maximum=6)


def test_every_code_belongs_to_one_kind_of_input():
    kinds = [OPTIONS, HAND, ADJUSTMENT, MOVEMENT, NOBODY_READS]
    assert sorted(code for kind in kinds for code in kind) == sorted(ProblemCode)


@pytest.mark.parametrize("code", sorted(OPTIONS | HAND | ADJUSTMENT))
def test_rules_hands_and_adjustments_have_a_sentence(code):
    said = problem_of_rules if code in OPTIONS else problem_of_hand
    text = said(problem(code, "target" if code == ProblemCode.OUT_OF_RANGE else "trump"))
    assert text.endswith(".")
    assert "{" not in text


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("code", sorted(HAND))
def test_the_score_pad_has_a_sentence(code, name):
    (text,) = problem_sentences([problem(code)], PRESETS[name])
    assert text.endswith(".")
    assert "{" not in text
    assert "None" not in text


@pytest.mark.parametrize("code", sorted(MOVEMENT))
def test_a_party_has_a_sentence(code):
    text = movements.problem_text(problem(code), 6)
    assert text.endswith(".")
    assert "{" not in text
    assert "None" not in text


# That everybody was drawn is written once, at the head of the page.
@pytest.mark.parametrize("code", [code for code in sorted(REASONS) if code is not ReasonCode.DRAWN])
@pytest.mark.parametrize("count", [0, 1, 2])
def test_every_reason_for_a_seat_has_a_sentence(code, count):
    text = movements.reasons_text(SeatAssignment(reasons=[[code.value, 3, 7, count]]), {7: "Ann"})
    assert text.endswith(".")
    assert "{" not in text
    assert "None" not in text


@pytest.mark.parametrize(
    "texts, codes",
    [
        (movements.MOVEMENTS, MOVEMENTS),
        (movements.CARD_LINES, CARD_LINES),
        (movements.ADVICE, Advice),
        (standings.CRITERIA, Criterion),
        (standings.WORTHS, Worth),
        (standings.PRIZES, Prize),
    ],
)
def test_every_choice_of_a_party_has_a_label(texts, codes):
    assert sorted(texts) == sorted(codes)

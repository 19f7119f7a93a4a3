"""Every code of the engine has its text: problems wherever they are put into words, reasons, card lines, names.

The command `score` has its own test: tests/ops/test_score_wording.py.
"""

import pytest

from tests.house.problem_codes import ADJUSTMENT, HAND, MOVEMENT, NOBODY_READS, NOT_FROM_A_FORM, OPTIONS
from whistclub.engine.movement.catalogue import MOVEMENTS, Advice
from whistclub.engine.movement.protocol import CardLineCode, ReasonCode
from whistclub.engine.presets import PRESETS
from whistclub.engine.prizes import Prize
from whistclub.engine.problems import Problem, ProblemCode
from whistclub.engine.standings import Criterion, Worth
from whistclub.party import labels
from whistclub.party.models import SeatAssignment
from whistclub.party.reasons import sentence as reason_sentence
from whistclub.party.text import why_not
from whistclub.play.text.hands import problem_sentences
from whistclub.rules.problems import sentence as options_sentence


def problem(code, field=None):
    return Problem(code, field, found=3, expected=4, minimum=5, maximum=6)


def test_every_code_belongs_to_one_kind_of_input():
    kinds = [OPTIONS, HAND, ADJUSTMENT, MOVEMENT, NOBODY_READS]
    assert sorted(code for kind in kinds for code in kind) == sorted(ProblemCode)


@pytest.mark.parametrize("code", sorted(OPTIONS - NOT_FROM_A_FORM))
def test_the_rules_form_has_a_sentence(code):
    said = options_sentence(problem(code, "target" if code == ProblemCode.OUT_OF_RANGE else "trump"))
    assert said.endswith(".")
    assert "{" not in said


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("code", sorted(HAND))
def test_the_score_pad_has_a_sentence(code, name):
    (said,) = problem_sentences([problem(code)], PRESETS[name])
    assert said.endswith(".")
    assert "{" not in said
    assert "None" not in said


@pytest.mark.parametrize("code", sorted(MOVEMENT))
def test_a_party_has_a_sentence(code):
    said = why_not(problem(code), 6)
    assert said.endswith(".")
    assert "{" not in said
    assert "None" not in said


@pytest.mark.parametrize("code", ReasonCode)
@pytest.mark.parametrize("count", [0, 1, 2])
def test_every_reason_for_a_seat_has_a_sentence(code, count):
    said = reason_sentence(SeatAssignment(reasons=[[code.value, 3, 7, count]]), {7: "Ann"})
    assert said.endswith(".")
    assert "{" not in said
    assert "None" not in said


@pytest.mark.parametrize(
    "texts, codes",
    [
        (labels.MOVEMENTS, MOVEMENTS),
        (labels.CARD_LINES, CardLineCode),
        (labels.ADVICE, Advice),
        (labels.CRITERIA, Criterion),
        (labels.WORTHS, Worth),
        (labels.PRIZES, Prize),
    ],
)
def test_every_choice_of_a_party_has_a_label(texts, codes):
    assert sorted(texts) == sorted(codes)

"""Why a person sits where they sit: every reason of the movements has its sentence."""

import re

import pytest

from whistclub.engine.movement.protocol import ReasonCode
from whistclub.party.models import SeatAssignment
from whistclub.party.movements import arrow, reasons_text

NAMES = {1: "Ann", 2: "Edith"}


def text_of(*reasons):
    return reasons_text(SeatAssignment(reasons=[list(reason) for reason in reasons]), NAMES)


@pytest.mark.parametrize("code", ReasonCode)
@pytest.mark.parametrize("count", [0, 1, 3])
def test_every_reason_is_a_sentence_without_gaps(code, count):
    text = text_of((code.value, 2, 2, count))
    assert re.fullmatch(r"[A-Z][^{}]+\.", text)
    assert "None" not in text


def test_every_reason_has_its_own_sentence():
    sentences = {text_of((code.value, 2, 2, 3)) for code in ReasonCode}
    same = {ReasonCode.SITS_OUT, ReasonCode.PAIR_SITS_OUT}
    assert len(sentences) == len(ReasonCode) - len(same) + 1


@pytest.mark.parametrize(
    "reasons, expected",
    [
        ([("won_up", 2, None, None), ("new_partner", None, 2, 0)], "Won at table 2, moves up; first time with Edith."),
        (
            [("lost_down", 1, None, None), ("keeps_partner", None, 2, None)],
            "Lost at table 1, moves down; stays with Edith.",
        ),
        (
            [("drawn", None, None, None), ("new_partner", None, 2, 2)],
            "Random draw; with Edith, partners 2 times before.",
        ),
        ([("takes_chair", None, 2, None)], "Replaces Edith."),
        ([("design", None, None, 3)], "Round 3 of the schedule."),
        ([("sits_out", None, None, 0)], "First time sitting out; players take turns."),
        ([("sits_out", None, None, 2)], "Has sat out 2 times before, among the fewest."),
        ([("meets", None, None, 1)], "Meets 1 new person."),
        ([], ""),
    ],
)
def test_reasons_are_joined_to_one_sentence(reasons, expected):
    assert text_of(*reasons) == expected


@pytest.mark.parametrize("code, sign", [("won_up", "↑"), ("lost_down", "↓"), ("won_stays", "")])
def test_the_arrow_shows_where_a_result_moved_a_person(code, sign):
    assert arrow(SeatAssignment(reasons=[[code, 2, None, None]])) == sign
    assert arrow(SeatAssignment(reasons=[[code, 2, None, None]], placed_by_organiser=True)) == ""

"""Why a person sits where they sit: every reason of the movements has its sentence."""

import pytest

from whistclub.engine.movement.catalogue import MOVEMENTS
from whistclub.engine.movement.protocol import ReasonCode
from whistclub.party.models import SeatAssignment
from whistclub.party.movements import reasons_text, sign

NAMES = {1: "Ann", 2: "Edith"}


def text_of(*reasons):
    return reasons_text(SeatAssignment(reasons=[list(reason) for reason in reasons]), NAMES)


WORTH_A_SENTENCE = [code for code in ReasonCode if code is not ReasonCode.DRAWN]


def test_every_reason_has_its_own_sentence():
    sentences = {text_of((code.value, 2, 2, 3)) for code in WORTH_A_SENTENCE}
    same = {ReasonCode.SITS_OUT, ReasonCode.PAIR_SITS_OUT}
    assert len(sentences) == len(WORTH_A_SENTENCE) - len(same) + 1


@pytest.mark.parametrize(
    "reasons, expected",
    [
        ([("won_up", 2, None, None), ("new_partner", None, 2, 0)], "Won at table 2, moves up; first time with Edith."),
        (
            [("lost_down", 1, None, None), ("keeps_partner", None, 2, None)],
            "Lost at table 1, moves down; stays with Edith.",
        ),
        ([("drawn", None, None, None), ("new_partner", None, 2, 0)], ""),
        ([("drawn", None, None, None), ("fixed_partner", None, 2, None)], "With Edith all evening."),
        ([("arrived", None, None, 3), ("new_partner", None, 2, 0)], "Number 3 to arrive."),
        (
            [("standing", None, None, 3), ("new_partner", None, 2, 0)],
            "Number 3 in the standings; first time with Edith.",
        ),
        (
            [("standing", None, None, 3), ("repeats_avoided", None, 2, 0)],
            "Number 3 in the standings; first time with Edith, so that partners do not repeat.",
        ),
        ([("takes_chair", None, 2, None)], "Replaces Edith."),
        ([("design", None, None, 3)], "Round 3 of the schedule."),
        ([("sits_out", None, None, 0)], "First time sitting out; players take turns."),
        ([("sits_out", None, None, 2)], "Has sat out 2 times before; players take turns."),
        ([("meets", None, None, 1)], "Meets 1 new person."),
        ([], ""),
    ],
)
def test_reasons_are_joined_to_one_sentence(reasons, expected):
    assert text_of(*reasons) == expected


@pytest.mark.parametrize(
    "now, before, expected",
    [(2, 3, "▲3"), (2, 1, "▼1"), (2, 2, "="), (2, None, "sat out"), (2, "absent", "new"), (None, 2, "")],
)
def test_a_sign_says_how_a_person_came_to_their_table(now, before, expected):
    came_from = None if before == "absent" else SeatAssignment(table=before)
    assert sign(SeatAssignment(table=now), came_from, MOVEMENTS["ladder"]) == expected


def test_without_a_top_table_nobody_goes_up_or_down():
    assert sign(SeatAssignment(table=2), SeatAssignment(table=3), MOVEMENTS["meets"]) == ""


def test_who_was_placed_by_hand_has_that_sign():
    assert sign(SeatAssignment(table=2, placed_by_organiser=True), SeatAssignment(table=3), MOVEMENTS["ladder"]) == "⇄"

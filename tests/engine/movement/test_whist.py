"""The whist tournament: the design while it holds, and what comes after it."""

import pytest

from tests.engine.movement.evenings import evening, plan
from whistclub.engine.movement.everyone_meets import MEETS, WHIST
from whistclub.engine.movement.partners import meetings
from whistclub.engine.movement.protocol import PlayedRound, Policy, ReasonCode, SeatingInput, SeatReason, table_of
from whistclub.engine.problems import Problem, ProblemCode


def whys(seating):
    return {reason.code for reasons in seating.reasons.values() for reason in reasons}


@pytest.mark.parametrize("people, rounds", [(4, 3), (5, 5), (8, 7), (9, 9), (12, 11), (13, 13), (28, 27), (29, 29)])
def test_in_a_complete_tournament_all_are_partners_once_and_opponents_twice(people, rounds):
    met = meetings(evening(WHIST, people, rounds, 4))
    every_pair = people * (people - 1) // 2
    assert len(met.partners) == len(met.opponents) == every_pair
    assert set(met.partners.values()) == {1}
    assert set(met.opponents.values()) == {2}


@pytest.mark.parametrize("people", [69, 96, 100])
def test_the_first_24_rounds_of_a_partial_design_repeat_no_partner(people):
    planned = plan(WHIST, people, 24, 1)
    assert (planned.partners_again, planned.opponents_often, WHIST.problem(people, 25).maximum) == (0, 0, 24)


def test_people_are_told_the_round_of_the_design():
    history = evening(WHIST, 9, 2, 1)
    seating = WHIST.seat(SeatingInput(tuple(range(9))), history)
    table = seating.tables[0]
    one, other = table.pairs[0]
    assert seating.reasons[one] == (
        SeatReason(ReasonCode.DESIGN, count=3),
        SeatReason(ReasonCode.NEW_PARTNER, other=other, count=0),
    )
    assert seating.reasons[seating.sitting_out[0]] == (SeatReason(ReasonCode.SITS_OUT, count=0),)


def test_the_first_round_is_drawn():
    field = SeatingInput((3, 1, 2, 0, 4))
    seating = WHIST.seat(field, ())
    assert seating.tables == (table_of((3, 1), (2, 0)),)
    assert seating.sitting_out == (4,)


def test_after_a_player_leaves_the_evening_continues_as_everyone_meets():
    history = evening(WHIST, 13, 3, 1)
    field = SeatingInput(tuple(range(12)), seed=1)
    assert WHIST.seat(field, history) == MEETS.seat(field, history)
    assert ReasonCode.MEETS in whys(WHIST.seat(field, history))


def test_after_a_later_swap_the_evening_continues_as_everyone_meets():
    history = list(evening(WHIST, 12, 3, 1))
    first, *rest = history[2].tables
    (a, b), (c, d) = first.pairs
    history[2] = PlayedRound((table_of((a, c), (b, d)), *rest))
    assert ReasonCode.DESIGN not in whys(WHIST.seat(SeatingInput(tuple(range(12))), history))


def test_after_the_last_design_round_the_evening_continues_as_everyone_meets():
    history = evening(WHIST, 8, 7, 1)
    assert ReasonCode.MEETS in whys(WHIST.seat(SeatingInput(tuple(range(8))), history))


def test_fewer_tables_than_the_design_needs_end_it():
    history = evening(WHIST, 12, 3, 1)
    seating = WHIST.seat(SeatingInput(tuple(range(12)), Policy(max_tables=2)), history)
    assert len(seating.tables) == 2
    assert len(seating.sitting_out) == 4


def test_unsupported_sizes_and_rounds_of_a_design_are_reported():
    assert WHIST.problem(3, 1) == Problem(ProblemCode.TOO_FEW_PEOPLE, "people", found=3, minimum=4)
    assert WHIST.problem(14, 1) == Problem(ProblemCode.NO_DESIGN, "people", found=14)
    assert WHIST.problem(12, 12) == Problem(ProblemCode.TOO_MANY_ROUNDS, "rounds", found=12, maximum=11)
    assert WHIST.problem(12, 11) is None
    assert WHIST.problem(100, 25) == Problem(ProblemCode.TOO_MANY_ROUNDS, "rounds", found=25, maximum=24)
    assert WHIST.problem(101, None) is None

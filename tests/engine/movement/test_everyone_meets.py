"""Everyone meets: how few repeats, for how many people, in what time, and which reasons people get."""

import pytest

from tests.engine.movement.evenings import evening, plan
from whistclub.engine.movement.everyone_meets import MEETS
from whistclub.engine.movement.protocol import ReasonCode, SeatingInput, SeatReason, table_of
from whistclub.engine.movement.schedules import design_is_better

SEEDS = range(3)


# People, rounds; then the most repeats allowed of opponents (RULES.md §2.6, with a little room for other seeds).
QUALITY = [
    (14, 12, 57),
    (16, 6, 3),
    (18, 12, 43),
    (20, 8, 5),
    (22, 12, 23),
    (24, 12, 27),
    (30, 12, 4),
    (32, 12, 4),
    (40, 12, 0),
    (50, 12, 0),
    (100, 12, 0),
    (103, 12, 0),
]


@pytest.mark.parametrize("people, rounds, most", QUALITY)
def test_nobody_partners_anybody_again_and_few_oppose_again(people, rounds, most):
    for seed in SEEDS:
        planned = plan(MEETS, people, rounds, seed)
        assert planned.partners_again == 0
        assert planned.opponents_again <= most


@pytest.mark.parametrize("people, rounds", [(8, 7), (9, 9), (12, 11), (13, 12), (16, 12), (17, 15), (20, 19)])
def test_close_to_a_complete_tournament_the_design_is_used(people, rounds):
    planned = plan(MEETS, people, rounds, 5)
    assert (planned.partners_again, planned.opponents_often) == (0, 0)
    seating = MEETS.seat(SeatingInput(tuple(range(people)), rounds=rounds), evening(MEETS, people, rounds, 5)[:-1])
    assert any(reason.code is ReasonCode.DESIGN for reasons in seating.reasons.values() for reason in reasons)


def test_the_design_is_not_played_for_a_short_evening_or_one_of_unknown_length():
    assert design_is_better(12, 9)
    assert not design_is_better(12, 8)
    assert not design_is_better(12, 12)
    assert not design_is_better(12, None)
    assert not design_is_better(14, 13)


def test_the_first_round_is_drawn_and_the_last_drawn_sits_out():
    seating = MEETS.seat(SeatingInput((5, 1, 4, 2, 8, 7, 6, 3, 9)), ())
    assert seating.tables == (table_of((1, 5), (2, 4)), table_of((3, 6), (7, 8)))
    assert seating.sitting_out == (9,)
    assert seating.reasons[5] == (SeatReason(ReasonCode.DRAWN), SeatReason(ReasonCode.NEW_PARTNER, other=1, count=0))
    assert seating.reasons[9] == (SeatReason(ReasonCode.SITS_OUT, count=0),)


def test_a_hundred_tables_become_mixed_after_an_unmixed_evening():
    people = tuple(range(400))
    groups = {person: "red" if person % 2 else "blue" for person in people}
    history = evening(MEETS, 400, 12, 1)
    seating = MEETS.seat(SeatingInput(people, groups=groups), history)
    assert len(seating.tables) == 100
    assert all(groups[one] != groups[other] for table in seating.tables for one, other in table.pairs)

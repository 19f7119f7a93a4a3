"""A final and a consolation: when the groups are made, who is in them, and that they keep to themselves."""

from random import Random

import pytest

from tests.engine.movement.evenings import evening
from whistclub.engine.movement.everyone_meets import MEETS
from whistclub.engine.movement.finals import FINALS, FinalsReason, rounds_before, tables_of_groups
from whistclub.engine.movement.protocol import PlayedRound, SeatingInput
from whistclub.engine.problems import Problem, ProblemCode


@pytest.mark.parametrize(
    "tables, sizes",
    [
        (1, [1]),
        (2, [1, 1]),
        (3, [1, 2]),
        (6, [3, 3]),
        (7, [3, 4]),
        (8, [4, 4]),
        (9, [3, 3, 3]),
        (13, [3, 3, 3, 4]),
        (100, [4] * 25),
    ],
)
def test_groups_have_up_to_four_tables_and_the_final_is_never_the_largest(tables, sizes):
    assert tables_of_groups(tables) == sizes


def test_the_groups_are_made_after_half_of_the_rounds():
    assert [rounds_before(rounds) for rounds in (1, 2, 5, 6, None)] == [1, 1, 3, 3, 3]
    played = evening(FINALS, 24, 6, 1)
    assert played[:3] == evening(MEETS, 24, 6, 1)[:3]
    assert played[3] != evening(MEETS, 24, 6, 1)[3]


def play(people, rounds, seed, ranking=None):
    """An evening with some ranking, and all seatings."""
    lot, history, seatings = Random(seed), [], []
    for _number in range(rounds):
        order = ranking or tuple(lot.sample(range(people), people))
        field = SeatingInput(tuple(range(people)), ranking=tuple(order), rounds=rounds)
        seatings.append(FINALS.seat(field, history))
        history.append(PlayedRound(seatings[-1].tables, seatings[-1].sitting_out, (0,) * len(seatings[-1].tables)))
    return history, seatings


@pytest.mark.parametrize("people", [8, 12, 28, 40, 100])
def test_the_best_play_the_final_and_every_group_keeps_to_itself(people):
    best_first = tuple(reversed(range(people)))
    history, seatings = play(people, 6, 3, best_first)
    sizes = tables_of_groups(people // 4)
    first = 4 * sizes[0]
    for seating in seatings[3:]:
        final = {person for table in seating.tables[: sizes[0]] for person in table.people}
        assert final == set(best_first[:first])
        assert {seating.reasons[person][0].code for person in final} == {FinalsReason.IN_FINAL}
    groups = FINALS.divisions(best_first, history, 6)
    assert [sum(group == number for group in groups.values()) for number in range(len(sizes))] == [
        4 * size for size in sizes
    ]


def test_who_played_in_the_final_stays_in_it_whatever_the_ranking_becomes():
    _history, seatings = play(16, 8, 5)
    finals = [{person for table in seating.tables[:2] for person in table.people} for seating in seatings[4:]]
    assert all(final == finals[0] for final in finals)


def test_the_next_in_the_ranking_takes_the_chair_of_one_who_went_home():
    history, _seatings = play(17, 4, 1, tuple(range(17)))
    final = {person for table in history[2].tables[:2] for person in table.people}
    gone = min(final)
    people = tuple(person for person in range(17) if person != gone)
    seating = FINALS.seat(SeatingInput(people, ranking=people, rounds=4), history[:3])
    now = {person for table in seating.tables[:2] for person in table.people}
    assert len(now - final) == 1
    assert final - {gone} <= now | set(seating.sitting_out)


def test_before_the_groups_are_made_there_are_none():
    history, _seatings = play(16, 3, 1)
    assert FINALS.divisions(range(16), history[:2], 4) == {}


def test_two_tables_are_needed():
    assert FINALS.problem(7, 6) == Problem(ProblemCode.TOO_FEW_PEOPLE, "people", found=7, minimum=8)
    assert FINALS.problem(8, 6) is None


def test_consolation_groups_are_numbered_if_there_are_several():
    _history, seatings = play(36, 2, 1)
    assert {seatings[-1].reasons[person][0].count for table in seatings[-1].tables[3:] for person in table.people} == {
        1,
        2,
    }
    _history, seatings = play(16, 2, 1)
    assert {seatings[-1].reasons[person][0].count for person in seatings[-1].tables[2].people} == {0}


def test_tables_of_the_coming_round_belong_to_a_group_once_there_are_groups():
    assert FINALS.divisions_of_tables(6, 2, 6) == ()
    assert FINALS.divisions_of_tables(6, 3, 6) == [0, 0, 0, 1, 1, 1]

"""Swiss fours: who is of equal standing sits together."""

from random import Random

import pytest

from tests.engine.movement.evenings import evening
from whistclub.engine.movement.protocol import (
    FourPartners,
    PlayedRound,
    Policy,
    ReasonCode,
    SeatingInput,
    SeatReason,
    pair_of,
    table_of,
)
from whistclub.engine.movement.swiss_fours import SWISS
from whistclub.engine.problems import Problem, ProblemCode

TWELVE = (7, 3, 11, 0, 5, 9, 1, 2, 10, 4, 8, 6)


def apart(*people):
    """A round in which no two of the first dozen were at one table."""
    return PlayedRound(
        tuple(table_of((person, 100 + person), (200 + person, 300 + person)) for person in people or TWELVE)
    )


def seated(ranking, history, **more):
    return SWISS.seat(SeatingInput(tuple(sorted(ranking)), ranking=ranking, **more), history)


def test_at_each_table_the_first_plays_with_the_fourth():
    seating = seated(TWELVE, [apart()])
    assert seating.tables == (
        table_of((7, 0), (3, 11)),
        table_of((5, 2), (9, 1)),
        table_of((10, 6), (4, 8)),
    )
    assert seating.reasons[11] == (
        SeatReason(ReasonCode.STANDING, count=3),
        SeatReason(ReasonCode.NEW_PARTNER, other=3, count=0),
    )


def test_the_first_may_play_with_the_third():
    policy = Policy(fours=FourPartners.FIRST_AND_THIRD)
    assert seated((1, 2, 3, 4), [apart(1, 2, 3, 4)], policy=policy).tables == (table_of((1, 3), (2, 4)),)
    together = PlayedRound((table_of((1, 3), (8, 9)),))
    seating = seated((1, 2, 3, 4), [together, apart(1, 2, 3, 4)], policy=policy)
    assert seating.tables == (table_of((1, 4), (2, 3)),)


def test_the_first_round_follows_the_draw():
    seating = SWISS.seat(SeatingInput(TWELVE, ranking=tuple(sorted(TWELVE))), ())
    assert [set(table.people) for table in seating.tables] == [{7, 3, 11, 0}, {5, 9, 1, 2}, {10, 4, 8, 6}]
    assert seating.reasons[7][0] == SeatReason(ReasonCode.DRAWN)


def test_previous_partners_are_avoided_within_a_table_and_all_four_read_why():
    together = PlayedRound((table_of((1, 4), (8, 9)),))
    seating = seated((1, 2, 3, 4, *range(10, 14)), [together, apart(1, 2, 3, 4, *range(10, 14))])
    assert seating.tables == (table_of((1, 3), (2, 4)), table_of((10, 13), (11, 12)))
    assert {person: reasons[-1] for person, reasons in seating.reasons.items() if person < 10} == {
        one: SeatReason(ReasonCode.REPEATS_AVOIDED, other=other, count=0)
        for one, other in ((1, 3), (3, 1), (2, 4), (4, 2))
    }
    assert seating.reasons[10][-1] == SeatReason(ReasonCode.NEW_PARTNER, other=13, count=0)


@pytest.mark.parametrize(
    "fours, partner_of_best", [(FourPartners.FIRST_AND_FOURTH, 3), (FourPartners.FIRST_AND_THIRD, 2)]
)
def test_who_is_not_paired_by_standing_reads_why_and_nobody_else(fours, partner_of_best):
    policy = Policy(fours=fours)
    history, lot, seen = [], Random(3), set()
    for _round in range(8):
        ranking = tuple(lot.sample(range(12), 12)) if history else tuple(range(12))
        seating = seated(ranking, history, policy=policy)
        for number, table in enumerate(seating.tables):
            four = ranking[4 * number : 4 * number + 4]
            by_standing = pair_of(four[0], four[partner_of_best]) in table.pairs
            for person in four:
                assert (seating.reasons[person][-1].code is ReasonCode.NEW_PARTNER) == by_standing
                seen.add(seating.reasons[person][-1].code)
        history.append(PlayedRound(seating.tables))
    assert seen == {ReasonCode.NEW_PARTNER, ReasonCode.REPEATS_AVOIDED}


def test_nobody_keeps_the_partner_of_the_round_just_played_where_the_four_stay_together():
    history = [PlayedRound((table_of(*pairs),)) for pairs in (((1, 2), (3, 4)), ((1, 3), (2, 4)), ((1, 2), (3, 4)))]
    # The best with the last has not been, then it has been as well as the others.
    assert seated((1, 2, 3, 4), history).tables == (table_of((1, 4), (2, 3)),)
    again = [*history, PlayedRound((table_of((1, 4), (2, 3)),)), PlayedRound((table_of((1, 3), (2, 4)),))]
    assert seated((1, 2, 3, 4), again).tables == (table_of((1, 4), (2, 3)),)


def test_among_those_whose_turn_it_is_the_worst_placed_sit_out():
    history = [apart()]
    assert seated((*TWELVE, 20, 21), [PlayedRound(apart(*TWELVE, 20, 21).tables)]).sitting_out == (20, 21)
    earlier = [PlayedRound(apart(*TWELVE).tables, (20, 21))]
    seating = seated((*TWELVE, 20, 21), earlier)
    assert seating.sitting_out == (6, 8)
    assert seating.reasons[6] == (SeatReason(ReasonCode.SITS_OUT, count=0),)
    assert len(seated(TWELVE, history, policy=Policy(max_tables=2)).sitting_out) == 4


def test_players_missing_from_the_ranking_come_last():
    seating = SWISS.seat(SeatingInput((0, 1, 2, 3, 4, 5, 6, 7), ranking=(3, 2, 1, 0, 5)), [apart(*range(8))])
    assert [set(table.people) for table in seating.tables] == [{0, 1, 2, 3}, {4, 5, 6, 7}]
    assert seating.reasons[4][0].count == 6


def test_two_and_two_of_a_mixed_party_sit_mixed():
    groups = {1: "red", 2: "blue", 3: "blue", 4: "red"}
    seating = seated((1, 2, 3, 4), [apart(1, 2, 3, 4)], groups=groups)
    assert seating.tables == (table_of((1, 3), (2, 4)),)
    assert seating.reasons[1][-1].code is ReasonCode.NEW_PARTNER


def test_an_evening_repeats_fewer_partners_than_there_are_rounds():
    history = evening(SWISS, 16, 12, 1)
    assert len({pair for one in history for table in one.tables for pair in table.pairs}) > 12 * 8 * 0.6


def test_fewer_than_four_cannot_play():
    assert SWISS.problem(3, None) == Problem(ProblemCode.TOO_FEW_PEOPLE, "people", found=3, minimum=4)
    assert SWISS.problem(7, 50) is None

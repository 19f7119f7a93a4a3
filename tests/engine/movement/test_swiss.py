"""Swiss fours: who is of equal standing sits together."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.builders import LAW
from tests.engine.movement.evenings import plan
from whistclub.engine.movement.protocol import PlayedRound, ReasonCode, SeatingInput, SeatReason, table_of
from whistclub.engine.movement.swiss import SWISS, SWISS_PAIRS, opponents

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
    assert seating.tables == (table_of((7, 0), (3, 11)), table_of((5, 2), (9, 1)), table_of((10, 6), (4, 8)))
    assert seating.reasons[11] == (
        SeatReason(ReasonCode.STANDING, count=3),
        SeatReason(ReasonCode.NEW_PARTNER, other=3, count=0),
    )


def test_previous_partners_are_avoided_within_a_table_and_all_four_read_why():
    together = PlayedRound((table_of((1, 4), (8, 9)),))
    seating = seated((1, 2, 3, 4, *range(10, 14)), [together, apart(1, 2, 3, 4, *range(10, 14))])
    assert seating.tables == (table_of((1, 3), (2, 4)), table_of((10, 13), (11, 12)))
    assert {person: reasons[-1] for person, reasons in seating.reasons.items() if person < 10} == {
        one: SeatReason(ReasonCode.REPEATS_AVOIDED, other=other, count=0)
        for one, other in ((1, 3), (3, 1), (2, 4), (4, 2))
    }
    assert seating.reasons[10][-1] == SeatReason(ReasonCode.NEW_PARTNER, other=13, count=0)


def test_among_those_whose_turn_it_is_the_worst_placed_sit_out():
    history = [apart()]
    assert seated((*TWELVE, 20, 21), [PlayedRound(apart(*TWELVE, 20, 21).tables)]).sitting_out == (20, 21)
    earlier = [PlayedRound(apart(*TWELVE).tables, (20, 21))]
    seating = seated((*TWELVE, 20, 21), earlier)
    assert seating.sitting_out == (6, 8)
    assert seating.reasons[6] == (SeatReason(ReasonCode.SITS_OUT, count=0),)
    assert len(seated(TWELVE, history, max_tables=2).sitting_out) == 4


def pair(number):
    return (2 * number, 2 * number + 1)


def after(*matches):
    """The rounds of such matches of pairs, one match a round."""
    return [PlayedRound((table_of(pair(one), pair(other)),)) for one, other in matches]


def matched(count, history):
    """Who plays whom among that number of pairs in the order of their numbers, as numbers of pairs."""
    tables = opponents([pair(number) for number in range(count)], history)
    return [(table.pairs[0][0] // 2, table.pairs[1][0] // 2) for table in tables]


def fewest_rematches(count, matches):
    """By trying everything."""

    def tried(waiting):
        if not waiting:
            return 0
        first, *rest = waiting
        return min(
            ((first, other) in matches) + tried([number for number in rest if number != other]) for other in rest
        )

    return tried(list(range(count)))


def test_a_cycle_of_odd_length_does_not_hide_the_only_way_out():
    """Two triangles that are joined by one match only: that match must be played."""
    open_matches = [(0, 1), (1, 2), (0, 2), (3, 4), (4, 5), (3, 5), (2, 3)]
    done = [match for match in combinations(range(6), 2) if match not in open_matches]
    assert matched(6, after(*done)) == [(0, 1), (2, 3), (4, 5)]


@LAW
@given(
    st.sampled_from([2, 4, 6, 8]).flatmap(
        lambda n: st.tuples(st.just(n), st.sets(st.sampled_from(list(combinations(range(n), 2)))))
    )
)
def test_rematches_are_minimal(situation):
    count, met = situation
    chosen = matched(count, after(*sorted(met)))
    assert sorted(number for match in chosen for number in match) == list(range(count))
    assert sum(match in met for match in chosen) == fewest_rematches(count, met)


@pytest.mark.parametrize("people, rounds", [(20, 6), (50, 12), (100, 12), (200, 20)])
def test_a_short_evening_has_no_rematch(people, rounds):
    planned = plan(SWISS_PAIRS, people, rounds, 2)
    assert planned.opponents_again == 0

"""Swiss pairs: equals meet, nobody twice while it can be helped."""

from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.builders import LAW
from tests.engine.movement.evenings import evening, plan
from whistclub.engine.movement.partners import meetings
from whistclub.engine.movement.protocol import PlayedRound, ReasonCode, SeatingInput, SeatReason, table_of
from whistclub.engine.movement.swiss_pairs import SWISS_PAIRS, opponents
from whistclub.engine.problems import Problem, ProblemCode


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


def test_neighbours_in_the_ranking_play_each_other():
    assert matched(6, []) == [(0, 1), (2, 3), (4, 5)]


def test_players_who_have_met_get_the_next_best_opponent():
    assert matched(6, after((0, 1))) == [(0, 2), (1, 3), (4, 5)]


def test_the_best_opponent_is_skipped_if_others_would_meet_again():
    assert matched(4, after((2, 3))) == [(0, 2), (1, 3)]


def test_once_all_have_met_those_who_met_least_meet_again():
    every_pair = list(combinations(range(4), 2))
    assert matched(4, after(*every_pair, (0, 1))) == [(0, 2), (1, 3)]


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


def test_the_next_pair_in_rank_is_the_opponent_after_one_round():
    """With few rounds played there is nearly always an opponent of equal standing."""
    history = evening(SWISS_PAIRS, 80, 2, 1)
    ranking = tuple(range(80))
    seating = SWISS_PAIRS.seat(SeatingInput(ranking, pairs=tuple(pair(n) for n in range(40)), ranking=ranking), history)
    tops = [table.pairs[0][0] for table in seating.tables]
    assert all(one < other for one, other in pairwise(tops))
    assert all(abs(table.pairs[0][0] - table.pairs[1][0]) <= 8 for table in seating.tables)


def test_the_odd_pair_that_sits_out_is_the_worst_placed_that_has_not_yet():
    pairs = tuple(pair(number) for number in range(5))
    ranking = (4, 5, 2, 3, 6, 7, 0, 1, 8, 9)
    first = PlayedRound((table_of(pair(0), pair(1)), table_of(pair(2), pair(3))), pair(4))
    seating = SWISS_PAIRS.seat(SeatingInput(tuple(range(10)), pairs=pairs, ranking=ranking), [first])
    assert seating.sitting_out == pair(0)
    assert seating.reasons[0] == (SeatReason(ReasonCode.PAIR_SITS_OUT, other=1, count=0),)
    assert seating.reasons[8] == (
        SeatReason(ReasonCode.STANDING, count=5),
        SeatReason(ReasonCode.FIXED_PARTNER, other=9),
    )


def test_the_first_round_follows_the_draw():
    pairs = tuple(pair(number) for number in range(4))
    seating = SWISS_PAIRS.seat(SeatingInput((6, 7, 0, 1, 2, 3, 4, 5), pairs=pairs, ranking=tuple(range(8))), ())
    assert seating.tables == (table_of((0, 1), (6, 7)), table_of((2, 3), (4, 5)))
    assert seating.reasons[6] == (SeatReason(ReasonCode.DRAWN), SeatReason(ReasonCode.FIXED_PARTNER, other=7))


def test_a_player_without_a_partner_sits_out():
    field = SeatingInput((0, 1, 2, 3, 9), pairs=(pair(0), pair(1)), ranking=(0, 1, 2, 3, 9))
    seating = SWISS_PAIRS.seat(field, [PlayedRound((table_of(pair(0), pair(1)),), (9,))])
    assert seating.sitting_out == (9,)
    assert meetings([PlayedRound(seating.tables)]).partners.keys() == {pair(0), pair(1)}


def test_pairs_need_four_people_and_one_may_have_no_partner():
    assert SWISS_PAIRS.problem(2, None) == Problem(ProblemCode.TOO_FEW_PEOPLE, "people", found=2, minimum=4)
    assert SWISS_PAIRS.problem(7, None) is None
    assert SWISS_PAIRS.problem(6, 9) is None

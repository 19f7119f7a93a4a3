"""Winners up, losers stay: where the sides go, and that all partners change."""

from itertools import combinations, pairwise
from random import Random

import pytest

from tests.engine.movement.evenings import evening
from whistclub.engine.movement.everyone_meets import FINALS, MEETS, FinalsReason, rounds_before, tables_of_groups
from whistclub.engine.movement.partners import meetings
from whistclub.engine.movement.progressive import MITCHELL, WINNERS_UP, MitchellReason
from whistclub.engine.movement.protocol import (
    PlayedRound,
    ReasonCode,
    SeatingInput,
    pair_of,
)
from whistclub.engine.movement.schedules import ROUND_ROBIN, circle_rounds


@pytest.mark.parametrize("tables", [2, 3, 5, 9])
def test_nobody_keeps_a_partner_at_any_table_and_the_cards_say_where_people_go(tables):
    for last, coming in pairwise(evening(WINNERS_UP, 4 * tables, 7, 3)):
        before = {pair for table in last.tables for pair in table.pairs}
        assert before.isdisjoint(pair for table in coming.tables for pair in table.pairs)
        now = {person: number for number, table in enumerate(coming.tables, start=1) for person in table.people}
        for number, table in enumerate(last.tables, start=1):
            winners, losers = (table.sides[side] for side in (last.winners[number - 1], 1 - last.winners[number - 1]))
            up, down = WINNERS_UP.card_lines(number, tables)
            assert {now[person] for person in winners} == {up.table or number}
            assert {now[person] for person in losers} == {down.table or number}


def pairs_at(played):
    """For each pair the number of its table."""
    return {pair: number for number, table in enumerate(played.tables, start=1) for pair in table.pairs}


def seat(pairs, history, people=None):
    numbers = people or tuple(person for pair in pairs for person in pair)
    return MITCHELL.seat(SeatingInput(numbers, pairs=tuple(pairs)), history)


def couples(count):
    return [(2 * number, 2 * number + 1) for number in range(count)]


@pytest.mark.parametrize("tables", [2, 3, 4, 7, 8, 25])
def test_one_pair_of_each_table_stays_and_the_other_moves_on_by_one(tables):
    played = evening(MITCHELL, 4 * tables, tables, 3)
    staying = {table.pairs[0]: at for at, table in enumerate(played[0].tables, start=1)}
    for last, coming in pairwise(played):
        before, after = pairs_at(last), pairs_at(coming)
        for pair, at in before.items():
            assert after[pair] == (at if pair in staying else at % tables + 1)
            assert pair not in staying or at == staying[pair]
        for number, table in enumerate(last.tables, start=1):
            _stays, goes = MITCHELL.card_lines(number, tables)
            assert after[table.pairs[0] if table.pairs[1] in staying else table.pairs[1]] == goes.table


@pytest.mark.parametrize("tables", [2, 3, 4, 7])
def test_with_an_odd_pair_each_moving_pair_sits_out_once_and_still_meets_all(tables):
    played = evening(MITCHELL, 4 * tables + 2, tables + 1, 1)
    staying = {table.pairs[0] for table in played[0].tables}
    out = [pair_of(*one.sitting_out) for one in played]
    assert len(set(out)) == tables + 1
    assert staying.isdisjoint(out)
    assert set(meetings(played).opponents.values()) == {1}
    assert len(meetings(played).opponents) == 4 * tables * (tables + 1)


def test_a_pair_that_replaces_one_that_stays_stays_too():
    three = couples(4)
    first = seat(three, [])
    stays = first.tables[1].pairs[0]
    pairs = [pair for pair in three if pair != stays] + [(20, 21)]
    history = [PlayedRound(first.tables, winners=(0, 0))]
    second = seat(pairs, history)
    history.append(PlayedRound(second.tables, winners=(0, 0)))
    assert (20, 21) in second.tables[1].pairs
    third = seat(pairs, history)
    assert (20, 21) in third.tables[1].pairs
    assert third.reasons[20][0].code is MitchellReason.KEEPS_TABLE
    moved = first.tables[1].pairs[1]
    assert [each.reasons[moved[0]][0].code for each in (second, third)] == [MitchellReason.MOVES_ON] * 2


def pair(number):
    return (2 * number, 2 * number + 1)


def field(count, **more):
    pairs = tuple(pair(number) for number in range(count))
    return SeatingInput(tuple(range(2 * count)), pairs=pairs, **more)


def matches(history):
    """Who played whom, as numbers of pairs."""
    return [(table.pairs[0][0] // 2, table.pairs[1][0] // 2) for played in history for table in played.tables]


@pytest.mark.parametrize("pairs", [2, 3, 4, 5, 6, 7, 8, 11, 16])
def test_in_a_complete_round_robin_every_pair_meets_every_other_once(pairs):
    history = evening(ROUND_ROBIN, 2 * pairs, circle_rounds(pairs), 3)
    assert sorted(matches(history)) == list(combinations(range(pairs), 2))
    sit_outs_by_round = [played.sitting_out for played in history]
    assert len(set(sit_outs_by_round)) == (pairs if pairs % 2 else 1)


def rounds_until_all_have_met(count, history):
    history = list(history)
    before = len(history)
    while not set(combinations(range(count), 2)) <= set(matches(history)):
        seating = ROUND_ROBIN.seat(field(count), history)
        assert {reason.code for reason, *_ in seating.reasons.values()} <= {ReasonCode.MEETS, ReasonCode.PAIR_SITS_OUT}
        history.append(PlayedRound(seating.tables, seating.sitting_out))
    return len(history) - before


@pytest.mark.parametrize("before, rounds, after", [(6, 3, 8), (10, 4, 12), (8, 3, 10), (6, 3, 7)])
def test_after_pairs_arrive_all_meet_as_early_as_possible(before, rounds, after):
    history = evening(ROUND_ROBIN, 2 * before, rounds, 3)
    assert rounds_until_all_have_met(after, history) == after - 1


@pytest.mark.parametrize("before, rounds, after", [(6, 2, 5), (10, 4, 9), (12, 5, 11), (12, 3, 10)])
def test_after_pairs_leave_all_meet_within_two_rounds_of_the_minimum(before, rounds, after):
    history = evening(ROUND_ROBIN, 2 * before, rounds, 3)
    missing = set(combinations(range(after), 2)) - set(matches(history))
    fewest = -(-len(missing) // (after // 2))
    assert rounds_until_all_have_met(after, history) <= fewest + 2


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

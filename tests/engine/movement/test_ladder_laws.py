"""Which evenings the laws of the ladder are tried on."""

from collections import Counter
from dataclasses import replace
from itertools import product
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine.movement.ladder_parties import Evening, later, partners_at, recount, steps
from whistclub.engine.movement.partners import pairings
from whistclub.engine.movement.protocol import ReasonCode, SeatReason, TopTablePartners, pair_of
from whistclub.engine.movement.seating import effective_counts

LAW = settings(max_examples=20, deadline=None)

TOPS = st.sampled_from(TopTablePartners)
SEEDS = st.integers(0, 2**32)
# Most cases of a rule are seen at a few tables; test_all_movements.py tries a hundred.
TABLES = st.one_of(*[st.integers(1, 6)] * 3, st.integers(7, 25))
SIZES = st.one_of(*[st.integers(4, 30)] * 3, st.integers(31, 100))

full = st.builds(Evening, SEEDS, TABLES.map(lambda tables: 4 * tables), top=TOPS)
pure = st.builds(Evening, SEEDS, SIZES, top=TOPS)
stirred = st.builds(Evening, SEEDS, SIZES.map(lambda size: max(size, 8)), top=TOPS, events=st.just(True))
mixed = st.builds(
    Evening, SEEDS, SIZES.map(lambda size: max(size, 8)), top=TOPS, mixed=st.just(True), events=st.booleans()
)
paired = st.builds(
    Evening, SEEDS, SIZES.map(lambda size: max(size, 8) // 2 * 2), top=TOPS, pairs=st.just(True), events=st.booleans()
)
overridden = stirred.map(lambda evening: replace(evening, overrides=True))
undisturbed = st.one_of(pure, stirred, mixed, paired)
every = st.one_of(undisturbed, overridden)


def keeps_top(step):
    return step.field.top is TopTablePartners.KEEP and len(step.last.tables) > 1


@LAW
@given(undisturbed)
def test_law_i4_nobody_sits_out_twice_before_everyone_has_once(evening):
    for step in steps(evening):
        counts = effective_counts(step.field.people, step.history, step.field.groups)
        counts.update((person, counts[person] + 1) for person in step.seating.sitting_out)
        for group in {step.field.groups.get(person) for person in counts}:
            within = [count for person, count in counts.items() if step.field.groups.get(person) == group]
            assert max(within) - min(within) <= 1


@LAW
@given(full)
def test_law_i5_winners_go_one_table_up_and_losers_one_down(evening):
    for step in later(evening):
        for person, table in step.table_of.items():
            assert table == step.goals[person]


@LAW
@given(full)
def test_law_i6_each_table_gets_the_expected_pairs(evening):
    for step in later(evening):
        won = [set(table.pairs[w]) for table, w in zip(step.last.tables, step.last.winners, strict=True)]
        lost = [set(table.pairs[1 - w]) for table, w in zip(step.last.tables, step.last.winners, strict=True)]
        last = len(won) - 1
        for k, table in enumerate(step.seating.tables):
            above = lost[k - 1] if k else won[0]
            below = won[k + 1] if k < last else lost[last]
            assert set(table.people) == above | below


@LAW
@given(full)
def test_law_i7_the_top_table_keeps_its_partners_where_that_is_chosen(evening):
    for step in later(evening):
        kept = set(step.seating.tables[0].pairs) & partners_at(step.last.tables)
        assert len(kept) == (2 if keeps_top(step) else 0)


@LAW
@given(full)
def test_law_i8_no_partners_stay_together_at_other_tables(evening):
    for step in later(evening):
        assert not partners_at(step.seating.tables[1:]) & partners_at(step.last.tables)


@LAW
@given(st.one_of(full, stirred, overridden))
def test_law_i9_i10_the_partners_are_those_with_the_fewest_repeats_of_all_admissible(evening):
    for step in later(evening):
        partners, opponents = recount(step.history)
        played = partners_at(step.last.tables)

        def key(table, partners=partners, opponents=opponents):
            return (
                sum(partners[pair] for pair in table.pairs),
                sum(opponents[pair_of(a, b)] for a, b in product(*table.pairs)),
            )

        for number, table in enumerate(step.seating.tables):
            if number == 0 and keeps_top(step):
                continue
            admissible = [one for one in pairings(table.people) if not played & set(one.pairs)]
            assert len(admissible) >= 2
            assert table == min(admissible, key=key)


@LAW
@given(full)
def test_law_i9_two_pairs_that_split_have_exactly_two_swaps(evening):
    for step in later(evening):
        played = partners_at(step.last.tables)
        for table in step.seating.tables:
            assert sum(1 for one in pairings(table.people) if not played & set(one.pairs)) == 2


@LAW
@given(every)
def test_law_i12_seated_players_who_stay_move_by_the_rule(evening):
    for step in later(evening):
        for person, table in step.table_of.items():
            if person in step.goals and step.goals[person] <= len(step.seating.tables):
                assert table == step.goals[person]


@LAW
@given(mixed)
def test_law_i13_two_and_two_of_a_mixed_party_are_mixed_pairs(evening):
    for step in steps(evening):
        groups = step.field.groups
        for table in step.seating.tables:
            if sorted(Counter(groups[person] for person in table.people).values()) == [2, 2]:
                assert all(groups[one] != groups[other] for one, other in table.pairs)


@LAW
@given(mixed)
def test_law_i13_the_larger_group_of_a_mixed_party_sits_out_first(evening):
    for step in steps(evening):
        groups = step.field.groups
        there = Counter(groups[person] for person in step.field.people)
        seated = Counter(groups[person] for person in step.table_of)
        apart = abs(there["A"] - there["B"])
        assert abs(seated["A"] - seated["B"]) == max(0, apart - len(step.seating.sitting_out))


@LAW
@given(every, SEEDS)
def test_law_i14_the_order_of_naming_people_does_not_matter(evening, seed):
    for step in steps(evening):
        assert evening.movement.seat(step.field, step.history) == step.seating
        if step.history:
            people = list(step.field.people)
            Random(seed).shuffle(people)
            shuffled = replace(step.field, people=tuple(people))
            assert evening.movement.seat(shuffled, list(step.history)) == step.seating


BY_THE_RULE = {
    ReasonCode.WON_UP,
    ReasonCode.WON_STAYS,
    ReasonCode.LOST_DOWN,
    ReasonCode.LOST_STAYS,
    ReasonCode.ONE_TABLE,
}


def is_true(reason, person, step):
    """Whether one stated reason for a table agrees with the previous round."""
    last, now = step.last, step.table_of[person]
    before, after = len(last.tables), len(step.seating.tables)
    result = step.results.get(person)
    match reason:
        case SeatReason(ReasonCode.WON_UP, table=table, other=None, count=None):
            return result == (table, True) and now == table - 1
        case SeatReason(ReasonCode.WON_STAYS, table=None, other=None, count=None):
            return result == (1, True) and now == 1
        case SeatReason(ReasonCode.LOST_DOWN, table=table, other=None, count=None):
            return result == (table, False) and now == table + 1
        case SeatReason(ReasonCode.LOST_STAYS, table=table, other=None, count=None):
            return result == (table, False) and now == table == before
        case SeatReason(ReasonCode.ONE_TABLE, table=None, other=None, count=None):
            return result is not None and before == after == 1
        case SeatReason(ReasonCode.SAT_OUT_BEFORE, table=None, other=None, count=None):
            return result is None and person in last.sitting_out
        case SeatReason(ReasonCode.NEWCOMER, table=None, other=None, count=None):
            return person not in last.seated and person not in last.sitting_out
        case SeatReason(ReasonCode.TABLE_GONE, table=table, other=None, count=None):
            return step.goals[person] == table > after
        case SeatReason(ReasonCode.TAKES_CHAIR, table=table, other=other, count=None):
            own = table == step.goals[person] if result else table >= 1
            return own and step.goals[other] == now and step.table_of.get(other) != now
    return False


@LAW
@given(every)
def test_every_stated_reason_for_a_table_is_true(evening):
    for step in later(evening):
        for person in step.table_of:
            *how, _partner = step.seating.reasons[person]
            assert how
            assert all(is_true(reason, person, step) for reason in how), (person, how)


@LAW
@given(every)
def test_moving_by_the_rule_is_the_only_reason_given(evening):
    for step in later(evening):
        for person, table in step.table_of.items():
            whys = [reason.code for reason in step.seating.reasons[person][:-1]]
            moves = step.goals.get(person) == table
            assert (len(whys) == 1 and whys[0] in BY_THE_RULE) == moves
            assert moves or not BY_THE_RULE.intersection(whys)


@LAW
@given(every)
def test_every_vacated_chair_is_filled_once_and_new_tables_have_none(evening):
    for step in later(evening):
        taken = Counter()
        for person, table in step.table_of.items():
            chairs = [reason.other for reason in step.seating.reasons[person] if reason.code is ReasonCode.TAKES_CHAIR]
            taken.update(chairs)
            assert not chairs or table <= len(step.last.tables)
        assert not taken or max(taken.values()) == 1
        vacated = {
            p for p, due in step.goals.items() if due <= len(step.seating.tables) and step.table_of.get(p) != due
        }
        assert taken.keys() == vacated


@LAW
@given(every)
def test_statements_about_partners_are_true(evening):
    for step in steps(evening):
        partners, _opponents = recount(step.history)
        last = {pair for table in step.last.tables for pair in table.pairs} if step.history else set()
        for table in step.seating.tables:
            for pair in table.pairs:
                for person, other in (pair, pair[::-1]):
                    expected = (
                        SeatReason(ReasonCode.FIXED_PARTNER, other=other)
                        if evening.pairs
                        else SeatReason(ReasonCode.KEEPS_PARTNER, other=other)
                        if pair in last
                        else SeatReason(ReasonCode.NEW_PARTNER, other=other, count=partners[pair])
                    )
                    assert step.seating.reasons[person][-1] == expected

"""What is true of every evening of the ladder (RULES.md §2.4; the law's number stands with each)."""

from collections import Counter
from dataclasses import replace
from itertools import product
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from tests.engine.movement.ladder_evenings import (
    LAW,
    SEEDS,
    every,
    full,
    mixed,
    overridden,
    paired,
    pure,
    stirred,
    undisturbed,
)
from tests.engine.movement.ladder_parties import later, partners_at, recount, steps
from whistclub.engine.movement.ladder import LADDER
from whistclub.engine.movement.partners import pairings
from whistclub.engine.movement.protocol import (
    PartnerChange,
    PlayedRound,
    SeatingInput,
    TopTablePartners,
    pair_of,
    table_of,
)
from whistclub.engine.movement.sitting_out import effective_counts


@LAW
@given(every)
def test_law_i1_every_table_seats_four_and_nobody_sits_twice(evening):
    for step in steps(evening):
        seated = [person for table in step.seating.tables for person in table.people]
        assert len(seated) == len(set(seated)) == 4 * len(step.seating.tables)
        assert all(table == table_of(*table.pairs) for table in step.seating.tables)


@LAW
@given(every)
def test_law_i2_everyone_present_sits_or_sits_out_and_has_reasons(evening):
    for step in steps(evening):
        everyone = [*step.table_of, *step.seating.sitting_out]
        assert sorted(everyone) == sorted(step.field.people)
        assert step.seating.reasons.keys() == set(everyone)
        assert all(step.seating.reasons.values())
        assert list(step.seating.sitting_out) == sorted(step.seating.sitting_out)


@LAW
@given(every)
def test_law_i3_as_many_tables_are_set_up_as_can_be_filled_and_are_allowed(evening):
    for step in steps(evening):
        units = len(step.field.pairs) // 2 if evening.pairs else len(step.field.people) // 4
        assert len(step.seating.tables) == min(units, step.field.policy.max_tables or units)


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
@given(pure)
def test_law_i4_counts_without_arrivals_are_plain(evening):
    for step in steps(evening):
        plain = Counter(person for played in step.history for person in played.sitting_out)
        assert effective_counts(step.field.people, step.history) == {p: plain[p] for p in step.field.people}


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
def test_law_i7_the_top_table_keeps_its_partners_where_that_is_the_policy(evening):
    for step in later(evening):
        policy = evening.policy.top if len(step.last.tables) > 1 else evening.policy.one_table
        kept = set(step.seating.tables[0].pairs) & partners_at(step.last.tables)
        assert len(kept) == (2 if policy is TopTablePartners.KEEP else 0)


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
        top_kept = evening.policy.top if len(step.last.tables) > 1 else evening.policy.one_table

        def key(table, partners=partners, opponents=opponents):
            return (
                sum(partners[pair] for pair in table.pairs),
                sum(opponents[pair_of(a, b)] for a, b in product(*table.pairs)),
            )

        for number, table in enumerate(step.seating.tables):
            if number == 0 and top_kept is TopTablePartners.KEEP:
                continue
            admissible = [one for one in pairings(table.people) if not played & set(one.pairs)]
            assert len(admissible) >= 2
            best = admissible[0] if evening.policy.swap is PartnerChange.FIXED else min(admissible, key=key)
            assert table == best


@LAW
@given(full)
def test_law_i9_two_pairs_that_split_have_exactly_two_swaps(evening):
    for step in later(evening):
        played = partners_at(step.last.tables)
        for table in step.seating.tables:
            assert sum(1 for one in pairings(table.people) if not played & set(one.pairs)) == 2


@LAW
@given(paired)
def test_law_i11_fixed_pairs_stay_together_at_the_table_and_on_the_bench(evening):
    for step in steps(evening):
        seated = partners_at(step.seating.tables)
        for pair in step.field.pairs:
            assert (pair in seated) != set(pair).issubset(step.seating.sitting_out)


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


@LAW
@given(full.filter(lambda evening: evening.size > 4), SEEDS)
def test_law_i15_reversing_a_result_affects_only_neighbouring_tables(evening, seed):
    for step in later(evening):
        turned = Random(seed).randrange(len(step.last.tables))
        winners = tuple(won if k != turned else 1 - won for k, won in enumerate(step.last.winners))
        other = LADDER.seat(step.field, (*step.history[:-1], replace(step.last, winners=winners)))
        ends = {max(0, turned - 1), min(len(winners) - 1, turned + 1)}
        changed = {
            k
            for k, (one, two) in enumerate(zip(step.seating.tables, other.tables, strict=True))
            if one.people != two.people and set(one.people) != set(two.people)
        }
        assert changed == ends
        for k in set(range(len(winners))) - ends:
            assert other.tables[k] == step.seating.tables[k]


@LAW
@given(every)
def test_law_i16_the_counts_match_a_recount_of_the_rounds(evening):
    """Worked out person by person, as a latecomer would be told it."""
    for step in steps(evening):
        presence = [*({*played.seated, *played.sitting_out} for played in step.history), set(step.field.people)]
        groups = {} if evening.pairs else step.field.groups
        counts = Counter()
        for number, there in enumerate(presence):
            before = presence[number - 1] if number else there
            arrivals = {}
            for person in there - before:
                others = [counts[other] for other in before if groups.get(other) == groups.get(person)]
                alike = [counts[other] for other in there - before if groups.get(other) == groups.get(person)]
                arrivals[person] = max([counts[person], *(others or alike)])
            counts.update({person: count - counts[person] for person, count in arrivals.items()})
            if number < len(step.history):
                counts.update(step.history[number].sitting_out)
        assert effective_counts(step.field.people, step.history, groups) == {p: counts[p] for p in step.field.people}


@LAW
@given(every, SEEDS)
def test_law_i17_renumbering_players_keeps_seating(evening, seed):
    highest = max(person for step in steps(evening) for person in (*step.field.people, *step.field.groups))
    number = dict(zip(range(1, highest + 1), sorted(Random(seed).sample(range(1, 5000), highest)), strict=True))

    def table(one):
        return table_of(*(tuple(number[person] for person in pair) for pair in one.pairs))

    def people(some):
        return tuple(number[person] for person in some)

    for step in steps(evening):
        field = SeatingInput(
            people(step.field.people),
            step.field.policy,
            tuple(people(pair) for pair in step.field.pairs),
            {number[person]: group for person, group in step.field.groups.items()},
        )
        history = [
            PlayedRound(tuple(map(table, one.tables)), people(one.sitting_out), one.winners) for one in step.history
        ]
        seating = evening.movement.seat(field, history)
        assert seating.tables == tuple(map(table, step.seating.tables))
        assert seating.sitting_out == people(step.seating.sitting_out)


@LAW
@given(stirred)
def test_a_latecomer_is_not_the_first_to_sit_out(evening):
    """Among those who have sat out equally often, no player present all the time is kept in their place."""
    for step in later(evening):
        there = step.last.seated.union(step.last.sitting_out)
        counts = effective_counts(step.field.people, step.history)
        sitting_out = set(step.seating.sitting_out)
        just_sat = set(step.last.sitting_out)
        for late in sitting_out - there:
            assert not [
                person
                for person in there.intersection(step.field.people) - sitting_out - just_sat
                if counts[person] <= counts[late]
            ]

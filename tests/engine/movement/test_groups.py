"""Two groups, in every movement in which partners change: mixed pairs, and fair sit-outs within each group."""

from collections import Counter
from random import Random

import pytest

from whistclub.engine.movement.catalogue import MOVEMENTS
from whistclub.engine.movement.partners import fours_are_mixed, mixed_table
from whistclub.engine.movement.protocol import PlayedRound, SeatingInput

ALONE = [movement for movement in MOVEMENTS.values() if not movement.fixed_pairs]


def evening(movement, people, rounds, seed):
    """Half of the people are of each group, and one more of the first if their number is odd."""
    lot, history = Random(seed), []
    groups = {person: "AB"[person % 2] for person in range(people)}
    for _number in range(rounds):
        ranking = tuple(lot.sample(range(people), people))
        field = SeatingInput(tuple(range(people)), groups=groups, ranking=ranking, rounds=rounds, seed=seed)
        seating = movement.seat(field, history)
        assert movement.seat(field, history) == seating
        winners = tuple(lot.randrange(2) for _table in seating.tables)
        history.append(PlayedRound(seating.tables, seating.sitting_out, winners))
    return groups, history


@pytest.mark.parametrize("movement", ALONE, ids=[movement.key for movement in ALONE])
@pytest.mark.parametrize("people", [8, 14, 27, 40, 400])
def test_two_and_two_sit_mixed_and_sit_outs_are_fair_within_each_group(movement, people):
    groups, history = evening(movement, people, 3 if people > 100 else 6, 5)
    for played in history:
        for table in played.tables:
            assert not fours_are_mixed(table.people, groups) or mixed_table(table, groups)
    out = Counter(person for played in history for person in played.sitting_out)
    for group in "AB":
        counts = [out[person] for person in groups if groups[person] == group]
        assert max(counts) - min(counts) <= 1


@pytest.mark.parametrize("key", ["ladder", "winners_up", "meets", "whist", "swiss"])
@pytest.mark.parametrize("people", [8, 16, 40])
def test_where_the_groups_are_equal_every_pair_is_mixed(key, people):
    groups, history = evening(MOVEMENTS[key], people, 5, 1)
    pairs = [pair for played in history for table in played.tables for pair in table.pairs]
    assert all(groups[one] != groups[other] for one, other in pairs)

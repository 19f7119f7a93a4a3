"""The ladder with two groups, ladies and gentlemen say, who sit in mixed pairs (RULES.md §2.3.10)."""

from dataclasses import replace

from tests.engine.movement.ladder_tables import played, tables
from whistclub.engine.movement.ladder import LADDER
from whistclub.engine.movement.protocol import Policy, SeatingInput
from whistclub.engine.movement.sitting_out import effective_counts


def mixed_field(group_a, group_b, **policy):
    groups = dict.fromkeys(group_a, "A") | dict.fromkeys(group_b, "B")
    return SeatingInput((*group_a, *group_b), Policy(**policy), groups=groups)


def test_a_mixed_party_sits_down_in_mixed_pairs_and_the_larger_group_sits_out():
    seating = LADDER.seat(mixed_field((1, 2, 3, 4, 5), (6, 7, 8, 9)), [])
    assert seating.tables == tables("1 6 v 2 7", "3 8 v 4 9")
    assert seating.sitting_out == (5,)


def test_from_two_equal_groups_equally_many_sit_out():
    assert LADDER.seat(mixed_field((1, 2, 3), (4, 5, 6)), []).sitting_out == (3, 6)


def test_the_surplus_of_a_mixed_party_sits_with_the_remaining_players():
    seating = LADDER.seat(mixed_field((1, 2, 3, 4, 5, 6), (7, 8)), [])
    assert seating.tables == tables("1 7 v 2 8", "3 4 v 5 6")


def test_a_chair_of_a_mixed_party_goes_to_the_same_group():
    """1 and 6 go home; of 4 and 9, who sat out, 4 would come first, but 9 is of the group of 1."""
    last = played("1 6 v 2 7", "3 8 v 5 10", sitting_out=(4, 9))
    field = mixed_field((1, 2, 3, 5, 9), (4, 6, 7, 8, 10))
    seating = LADDER.seat(replace(field, people=(2, 3, 4, 5, 7, 8, 9, 10)), [last])
    assert seating.tables[0] == tables("3 8 v 4 9")[0]
    assert (seating.reasons[9][1].other, seating.reasons[4][1].other) == (1, 6)


def test_tables_added_to_a_mixed_party_get_two_of_either_group():
    field = mixed_field((1, 2, 5, 6, 7, 8), (3, 4, 9, 10, 11, 12))
    seating = LADDER.seat(field, [played("1 3 v 2 4")])
    assert seating.tables[1:] == tables("5 9 v 6 10", "7 11 v 8 12")


def test_returning_players_are_counted_within_their_group():
    history = [played("1 6 v 2 7", sitting_out=(8,)), played("1 2 v 3 4")]
    groups = dict.fromkeys((1, 2, 3, 4), "A") | dict.fromkeys((6, 7, 8, 9), "B")
    assert effective_counts((1, 2, 8, 9), history, groups) == {1: 0, 2: 0, 8: 1, 9: 1}

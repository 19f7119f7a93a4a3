"""Who of a group goes up or down at the end of a season, and the groups of the next one; values only."""

import pytest

from whistclub.stats.seasons.groups import Group, equal_groups, next_groups, split
from whistclub.stats.seasons.scoring import Line


def line(player, total, wins=0.0, parties=1):
    brought = dict.fromkeys(range(parties), 0.0)
    return Line(player, 0, total, brought, frozenset(), wins)


def of(*totals):
    """Players 1, 2, … with these totals."""
    return [line(player, total) for player, total in enumerate(totals, start=1)]


def moves(groups):
    return [(set(group.up), set(group.down), set(group.undecided)) for group in groups]


def test_a_season_without_groups_has_one_table():
    lines = of(9, 7)
    assert split(lines, [], 2) == [Group("", lines, [])]


def test_ranks_begin_again_in_each_group_and_the_rest_play_in_the_last():
    top, last = split(of(9, 8, 7, 6, 6), [[2, 4], [1]], 0)
    assert [(each.player, each.rank) for each in top.lines] == [(2, 1), (4, 2)]
    assert [(each.player, each.rank) for each in last.lines] == [(1, 1), (3, 2), (5, 3)]
    assert (top.letter, last.letter) == ("A", "B")
    assert moves([top, last]) == [(set(), set(), set())] * 2


def test_the_first_go_up_and_the_last_go_down():
    groups = split(of(12, 11, 10, 9, 8, 7, 6, 5, 4), [[1, 2, 3], [4, 5, 6], [7, 8, 9]], 1)
    assert moves(groups) == [(set(), {3}, set()), ({4}, {6}, set()), ({7}, set(), set())]
    assert next_groups(groups) == [[1, 2, 4], [3, 5, 7], [6, 8, 9]]


def test_whoever_never_came_goes_down_first():
    top, last = split(of(9, 8), [[1, 3], [2]], 1)
    assert top.absent == [3]
    assert moves([top, last]) == [(set(), {3}, set()), ({2}, set(), set())]


def test_whoever_never_came_does_not_go_up():
    top, last = split(of(9, 8), [[1], [2, 3, 4]], 2)
    assert moves([top, last])[1] == ({2}, set(), set())


def test_nobody_goes_before_anybody_has_come():
    assert moves(split([], [[1, 2], [3]], 1)) == [(set(), set(), set())] * 2


def test_of_equal_totals_wins_decide_then_parties():
    groups = split([line(1, 5, wins=1), line(2, 5, wins=2), line(3, 5, wins=1, parties=2)], [[], [1, 2, 3]], 2)
    assert groups[1].up == {2, 3}


def test_those_equal_in_everything_wait_for_an_organiser():
    groups = split(of(9, 5, 5, 1), [[], [1, 2, 3, 4]], 2)
    assert moves(groups)[1] == ({1}, set(), {2, 3})
    assert next_groups(groups) == [[1], [2, 3, 4]]


def test_next_groups_keep_everyone_once():
    members = [[1, 2, 3], [4, 5, 6], [7, 8, 9, 10]]
    for moving in range(5):
        groups = split(of(*range(20, 10, -1)), members, moving)
        assert not any(group.up & group.down for group in groups), "nobody goes both ways"
        after = next_groups(groups)
        assert sorted(player for group in after for player in group) == list(range(1, 11)), moving


@pytest.mark.parametrize(("count", "sizes"), [(2, [4, 3]), (3, [3, 2, 2]), (4, [2, 2, 2, 1])])
def test_equal_groups_differ_by_one_at_most(count, sizes):
    groups = equal_groups(of(*range(7, 0, -1)), count)
    assert [len(group) for group in groups] == sizes
    assert [player for group in groups for player in group] == list(range(1, 8))

"""The chart of an evening: each person's place in the standings after each round, and the same as a table."""

import pytest

from tests.party.builders import friday, next_round, party_state, play_round
from tests.party.test_projector import keys
from whistclub.party.actions import people
from whistclub.party.positions import positions_of
from whistclub.party.standings import standings_from

pytestmark = pytest.mark.django_db


def positions(of):
    return positions_of(standings_from(party_state(of)))


def rounds(of, olga, *scores):
    """Play a round for each list of scores; what is drawn then."""
    for each in scores:
        play_round(of, olga, *each)
    return positions(of)


def test_each_person_has_a_rank_after_each_complete_round(olga):
    of = friday(olga, count=8)
    shown = rounds(of, olga, [(13, 7), (13, 9)], [(13, 2), (9, 13)])
    found = {course.rank.name: course.ranks for course in shown.courses}
    assert found["P1"] == ["1=", "1="]
    assert found["P3"][0] == "7="
    next_round(of, olga)
    assert {len(course.ranks) for course in positions(of).courses} == {2}


def test_somebody_who_came_late_has_no_rank_before(olga):
    of = friday(olga, count=8)
    rounds(of, olga, [(13, 7), (13, 9)])
    people.check_in(of, ["Zoe"], by=olga, at=of.created_at)
    shown = rounds(of, olga, [(13, 2), (9, 13)])
    (zoe,) = [course for course in shown.courses if course.rank.name == "Zoe"]
    assert zoe.ranks[0] == ""
    assert len(zoe.points.split()) == 1


def test_the_best_ten_are_drawn_and_all_are_in_the_table(olga):
    of = friday(olga, count=28)
    shown = rounds(of, olga, [(13, 7)] * 7, [(13, 9)] * 7)
    assert (len(shown.courses), len(shown.drawn)) == (28, 10)
    assert [bool(each.points) for each in shown.courses] == [True] * 10 + [False] * 18


def test_before_two_rounds_are_complete_nothing_is_drawn(olga):
    of = friday(olga, count=8)
    assert positions(of) is None
    assert rounds(of, olga, [(13, 7), (13, 9)]) is None
    assert "positions-1" not in keys(of)
    rounds(of, olga, [(13, 7), (13, 9)])
    assert "positions-1" in keys(of)

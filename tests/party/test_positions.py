"""The chart of an evening: each person's place in the standings after each round, and the same as a table."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.party.builders import friday, next_round, party_state, play_round
from tests.party.test_projector import keys
from tests.web.html import Html
from whistclub.party.actions import people
from whistclub.party.queries.positions import PROJECTOR, courses, position_chart

pytestmark = pytest.mark.django_db


def rounds(of, olga, *scores):
    """Play a round for each list of scores."""
    for each in scores:
        play_round(of, olga, *each)
    return party_state(of)


def test_each_person_has_a_place_after_each_complete_round(olga):
    of = friday(olga, count=8)
    state = rounds(of, olga, [(13, 7), (13, 9)], [(13, 2), (9, 13)])
    found = {course.name: course.ranks for course in courses(state)}
    assert found["P1"] == ("1=", "1=")
    assert found["P3"][0] == "7="
    next_round(of, olga)
    assert {len(course.places) for course in courses(party_state(of))} == {2}


def test_somebody_who_came_late_has_no_place_before(olga):
    of = friday(olga, count=8)
    rounds(of, olga, [(13, 7), (13, 9)])
    people.check_in(of, ["Zoe"], by=olga, at=of.created_at)
    state = rounds(of, olga, [(13, 2), (9, 13)])
    (zoe,) = [course for course in courses(state) if course.name == "Zoe"]
    assert zoe.places[0] is None
    assert zoe.ranks[0] == ""
    assert position_chart(courses(state)).own_line(zoe.number).path.endswith(" h0")


def test_the_best_ten_and_oneself_are_named(olga):
    of = friday(olga, count=28)
    state = rounds(of, olga, [(13, 7)] * 7, [(13, 9)] * 7)
    last = courses(state)[-1]
    chart = position_chart(courses(state))
    assert len(chart.lines) == 28
    assert len([each for each in chart.lines if each.label]) == 10
    assert chart.own_line(last.number).label.endswith(last.name)
    assert len(position_chart(courses(state), PROJECTOR).lines) == 10


def test_all_of_a_small_party_are_named_and_no_two_lines_look_alike(olga):
    of = friday(olga, count=16)
    lines = position_chart(courses(rounds(of, olga, [(13, 7)] * 4, [(13, 9)] * 4))).lines
    assert len({each.label for each in lines if each.label}) == 16
    assert len({(each.colour, each.dash) for each in lines}) == 16


def test_before_two_rounds_are_complete_there_is_no_chart(olga):
    of = friday(olga, count=8)
    assert position_chart(courses(party_state(of))) is None
    state = rounds(of, olga, [(13, 7), (13, 9)])
    assert position_chart(courses(state)) is None
    assert "positions-1" not in keys(of)
    rounds(of, olga, [(13, 7), (13, 9)])
    assert "positions-1" in keys(of)


def test_the_public_standings_show_the_chart_and_its_table(olga):
    of = friday(olga, count=8)
    rounds(of, olga, [(13, 7), (13, 9)], [(13, 2), (9, 13)])
    shown = Html(Client().get(reverse("party:public_standings", args=[of.code]), {"me": 1}))
    assert len(shown.find("svg", css="positions")) == 1
    assert len(shown.find("path", css="own")) == 1
    (table,) = shown.find("table", css="positions-table")
    assert table.text.startswith("Name Round 1 Round 2")

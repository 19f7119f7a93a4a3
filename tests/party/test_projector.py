"""The projector: pages cut to fit, what matters most first; and the chart of everybody's places."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.party.builders import LATER, friday, friday_playing, next_round, one_round, party_state, play_round, typed
from tests.web.html import Html
from whistclub.party.actions import lifecycle as party_lifecycle
from whistclub.party.actions import people
from whistclub.party.public.projector import Slide, pages
from whistclub.party.public.seats import load_public
from whistclub.party.standings import standings_from

pytestmark = pytest.mark.django_db


def projector(of, name="projector"):
    return Html(Client().get(reverse(f"party:{name}", args=[of.code])))


def keys(of):
    return [each["data-page"] for each in projector(of).find("section", css="page")]


def over(of):
    """The pages that are not turned to by themselves."""
    return {each["data-page"] for each in projector(of).find("section") if "data-over" in each.attributes}


def test_before_the_first_round_the_projector_shows_where_to_look_and_who_is_here(olga):
    party = friday(olga, count=31)
    assert keys(party) == ["phones-1", "names-1", "names-2"]
    assert "31 players tonight 1/2" in projector(party).texts("h2")


def test_a_round_is_shown_by_table_and_by_name(olga):
    party = friday_playing(olga, count=13)
    assert keys(party) == ["tables-1", "names-1", "phones-1"]
    shown = projector(party)
    assert shown.texts("li", css="tile")[0] == "Table 1 P1P2 P3P4"
    assert shown.texts("p", css="sitting-out") == ["Sitting out: P13"]
    assert "P13sitting out" in shown.texts("li")


def tables(of):
    """The numbers of the tables on each page."""
    of.refresh_from_db()
    shown = pages(load_public(of))
    return [[table.number for table, _rank in page.items] for page in shown if page.slide == Slide.TABLES]


@pytest.mark.parametrize(
    ("count", "sizes"), [(4, [1]), (27, [6]), (36, [9]), (39, [9]), (53, [7, 6]), (401, [9] * 11 + [1])]
)
def test_tables_are_spread_over_as_many_pages_as_they_need_and_shown_once(olga, count, sizes):
    party = friday_playing(olga, count=count)
    shown = tables(party)
    assert [len(page) for page in shown] == sizes
    assert [number for page in shown for number in page] == [*range(1, sum(sizes) + 1)]


def test_between_rounds_the_standings_come_first(olga):
    party = friday_playing(olga, count=13)
    typed(party, olga, (13, 7), (13, 9), (10, 13))
    assert keys(party) == ["standings-1", "phones-1", "tables-1", "names-1"]
    assert "round 2 is next" in projector(party).text


def test_finished_seating_pages_are_skipped_but_stay_when_paused(olga):
    party = friday_playing(olga, count=13)
    assert over(party) == set()
    typed(party, olga, (13, 7), (13, 9), (10, 13))
    assert over(party) == {"tables-1", "names-1"}
    party_lifecycle.finish(party, by=olga, at=LATER)
    assert over(party) == {"tables-1", "names-1"}
    assert projector(party).texts("span", css="tile-in")[0] == "✓ 13–7"


def test_winners_go_from_the_other_prizes_to_the_third_place_and_a_shared_first(olga):
    played = one_round(olga, (13, 7), (13, 9), own_prizes=("Best hat",), prizes=("best", "booby"))
    play_round(played, olga, (13, 2), (9, 13))
    party_lifecycle.give_prize(played, "Best hat", 5, by=olga, at=LATER)
    party_lifecycle.finish(played, by=olga, at=LATER)
    assert [page.text for page in projector(played).find("section", css="page-winners")] == [
        "Friday The winners",
        "Booby prize P3",
        "Best hat P5",
        "Third place P8 1 won · 22 points",
        "First place · First prize P1P2 2 won · 26 points",
    ]


def test_the_bar_shows_round_progress_and_missing_results(olga):
    party = friday_playing(olga, count=13)
    typed(party, olga, (13, 7))
    (bar,) = projector(party).find("header")
    assert bar.text == "Friday Round 1 1 of 3 results in still playing: 2, 3"


def test_the_projector_names_the_address_phones_can_reach(olga, settings):
    settings.PUBLIC_ADDRESS = "http://whist.example:8000"
    settings.ALLOWED_HOSTS = ["localhost"]
    party = friday(olga, count=4)
    shown = Html(Client().get(reverse("party:projector", args=[party.code]), headers={"host": "localhost"}))
    assert shown.texts("p", css="where") == [f"whist.example:8000/p/{party.code}/"]
    assert len(shown.find("svg", css="qr-code")) == 1


def positions(of):
    return standings_from(party_state(of)).positions


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

"""The projector: pages cut to fit, what matters most first, and always how far the round is."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.party.builders import (
    LATER,
    friday,
    friday_playing,
    key,
    next_round,
    one_round,
    party_state,
    play,
    play_round,
    typed,
)
from tests.web.html import Html, nothing_new
from whistclub.party.actions import lifecycle as party_lifecycle
from whistclub.party.actions import people, timer
from whistclub.party.projector import Slide, pages
from whistclub.party.queries.public_state import public_state
from whistclub.party.queries.standings import standings

pytestmark = pytest.mark.django_db


def projector(of, name="projector"):
    return Html(Client().get(reverse(f"party:{name}", args=[of.code])))


def keys(of):
    return [each["data-page"] for each in projector(of).find("section", css="page")]


def over(of):
    """The pages that are not turned to by themselves."""
    return {each["data-page"] for each in projector(of).find("section") if "data-over" in each.attributes}


def walkover_to(of, olga, **prizes):
    """The finished party's pages of winners: (prizes, whether below each other), and the winners in small letters."""
    for title, winner in prizes.items():
        party_lifecycle.give_prize(of, title, winner, by=olga, at=LATER)
    party_lifecycle.finish(of, by=olga, at=LATER)
    shown = projector(of)
    pages = [
        (each.text.count("Prize"), "few" in each["class"].split()) for each in shown.find("section", css="page-awards")
    ]
    return pages, [each.text for each in shown.find("dd", css="long")]


def test_before_the_first_round_the_projector_shows_where_to_look_and_who_is_here(olga):
    party = friday(olga, count=31)
    assert keys(party) == ["phones-1", "guests-1", "guests-2"]
    assert "31 players tonight 1/2" in projector(party).texts("h2")


def test_a_round_is_shown_by_table_and_by_name(olga):
    party = friday_playing(olga, count=13)
    assert keys(party) == ["tables-1", "names-1", "phones-1"]
    shown = projector(party)
    assert shown.texts("li", css="tile")[0] == "Table 1 P1P2 P3P4"
    assert shown.texts("li", css="sit-outs") == ["Sitting out P13"]
    assert "P13sitting out" in shown.texts("li")


def test_a_hundred_people_are_split_into_pages_that_fit(olga):
    party = friday_playing(olga, count=100)
    typed(party, olga, (13, 7))
    shown = projector(party)
    sections = shown.find("section", css="page")
    assert [each["data-slide"] for each in sections].count("tables") == 3
    assert [each["data-slide"] for each in sections].count("names") == 5
    assert [each["data-slide"] for each in sections].count("standings") == 5
    assert len(shown.find("li", css="tile")) == 25
    assert len(shown.find("b", css="number")) == 25 + 100


def layouts(of):
    """The layout of each page of tables, and what is on it: numbers of tables, and how many sit out."""
    of.refresh_from_db()
    return [
        (
            page.layout,
            [tile.table.number for tile in page.items if tile.table],
            sum(len(tile.sitting_out) for tile in page.items),
        )
        for page in pages(public_state(of), standings(of))
        if page.slide == Slide.TABLES
    ]


@pytest.mark.parametrize(
    ("count", "most", "expected"),
    [
        (4, None, [("fill fill-1", [1], 0)]),
        (13, None, [("fill fill-4", [1, 2, 3], 1)]),
        (24, None, [("fill fill-6", [1, 2, 3, 4, 5, 6], 0)]),
        (27, None, [("dense", [1, 2, 3, 4, 5, 6], 3)]),
        (36, None, [("dense", [*range(1, 10)], 0)]),
        (39, None, [("fill fill-6", [1, 2, 3, 4, 5], 3), ("fill fill-6", [6, 7, 8, 9], 0)]),
        (19, 3, [("fill fill-6", [1, 2, 3], 7)]),
        (23, 4, [("dense", [1, 2, 3, 4], 7)]),
        (24, 1, [("fill fill-3", [1], 20)]),
        (53, None, [("dense", [*range(1, 9)], 1), ("dense", [*range(9, 14)], 0)]),
    ],
)
def test_few_tables_fill_the_page_and_those_who_sit_out_are_on_the_first(olga, count, most, expected):
    party = friday_playing(olga, count=count, max_tables=most)
    assert layouts(party) == expected


def test_a_hundred_tables_are_all_shown_once(olga):
    party = friday_playing(olga, count=401)
    shown = layouts(party)
    assert [number for _layout, tables, _sit_outs in shown for number in tables] == [*range(1, 101)]
    assert len(shown) == 12
    assert shown[0][2] == 1


def test_names_are_listed_alphabetically_with_their_tables(olga):
    party = friday_playing(olga, "dora", "Ann", "Eva", "Bob", "Clara", "Finn", "Gro", "Hans")
    (names,) = projector(party).find("ul", css="projector-names")
    assert names.text == "Ann1 Bob1 Clara2 dora1 Eva1 Finn2 Gro2 Hans2"


def test_a_player_who_left_is_not_searched_for(olga):
    party = friday_playing(olga, "Ann", "Bob", "Clara", "Dan", "Eva")
    people.leave_now(party, key(party, "Ann"), substitute=key(party, "Eva"), by=olga, at=LATER)
    (names,) = projector(party).find("ul", css="projector-names")
    assert names.text == "Bob1 Clara1 Dan1 Eva1"


def test_standings_wait_until_everyone_has_found_their_table(olga):
    party = friday_playing(olga, count=8)
    typed(party, olga, (13, 7), (13, 9))
    next_round(party, olga)
    later = {
        each["data-slide"]: "data-later" in each.attributes for each in projector(party).find("section", css="page")
    }
    assert later == {"tables": False, "names": False, "phones": False, "standings": True}


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


def test_a_finished_party_shows_its_winners_first_one_by_one(olga):
    party = friday_playing(olga, count=13, own_prizes=("Best hat",))
    typed(party, olga, (13, 7), (13, 9), (10, 13))
    party_lifecycle.give_prize(party, "Best hat", 13, by=olga, at=LATER)
    party_lifecycle.finish(party, by=olga, at=LATER)
    winners = [f"winners-{number}" for number in range(1, 7)]
    assert keys(party) == [*winners, "awards-1", "standings-1", "phones-1", "tables-1", "names-1"]
    assert projector(party).texts("dt") == ["First prize", "Booby prize", "Longest at the top table", "Best hat"]
    assert projector(party).texts("dd")[-1] == "P13"


def test_winners_go_from_the_other_prizes_to_the_third_place_and_a_shared_first(olga):
    played = one_round(olga, (13, 7), (13, 9), own_prizes=("Best hat",), prizes=("best", "booby"))
    play_round(played, olga, (13, 2), (9, 13))
    party_lifecycle.give_prize(played, "Best hat", 5, by=olga, at=LATER)
    party_lifecycle.finish(played, by=olga, at=LATER)
    assert [page.text for page in projector(played).find("section", css="page-winners")] == [
        "Winners Friday",
        "Booby prize P3",
        "Best hat P5",
        "Third place P8 1 won · 22 points",
        "First place · First prize P1P2 2 won · 26 points",
    ]


def test_five_prizes_take_two_pages(olga):
    prizes = {f"Prize{number}": number for number in range(1, 6)}
    party = friday_playing(olga, count=8, prizes=(), own_prizes=tuple(prizes))
    typed(party, olga, (13, 7), (13, 9))
    assert walkover_to(party, olga, **prizes) == ([(4, False), (1, False)], [])


def test_three_winners_are_named_and_the_rest_counted(olga):
    names = [f"Player {number:02}" for number in range(1, 21)]
    party = friday_playing(olga, *names, prizes=("best", "longest_top"))
    typed(party, olga, *[(13, 7)] * 5)
    walkover_to(party, olga)
    four = ", ".join(names[:4])
    assert projector(party).texts("dd") == ["Player 01, Player 02, Player 05 and 7 more", four]


def test_all_winners_are_named_on_a_tile_with_room_for_them(olga):
    party = friday_playing(olga, count=12, prizes=("best",))
    typed(party, olga, *[(13, 7)] * 3)
    walkover_to(party, olga)
    assert projector(party).texts("dd") == ["P1, P2, P5, P6, P9, P10"]


def test_long_names_are_smaller_and_stacked(olga):
    long = [f"{letter * 39}x" for letter in "abcd"]
    one = friday_playing(olga, long[0], *"BCDEFGH", prizes=(), own_prizes=("Prize1", "Prize2"))
    typed(one, olga, (13, 7), (13, 9))
    assert walkover_to(one, olga, Prize1=1, Prize2=2) == ([(2, False)], [long[0]])
    four = friday_playing(olga, *long, *"BCDE", prizes=("longest_top",), own_prizes=("Prize1", "Prize2"))
    typed(four, olga, (13, 7), (13, 9))
    assert walkover_to(four, olga, Prize1=1, Prize2=2) == ([(1, True), (1, True)], [", ".join(long)])


def test_the_bar_shows_round_progress_and_missing_results(olga):
    party = friday_playing(olga, count=13)
    typed(party, olga, (13, 7))
    (bar,) = projector(party).find("header")
    assert bar.text == "Friday Round 1 1 of 3 results in still playing: 2, 3"


def test_the_bar_holds_the_clock_while_it_runs(olga):
    party = friday_playing(olga, count=4)
    timer.start(party, 20, by=olga, at=timezone.now() - timedelta(minutes=5))
    (clock,) = [each for each in projector(party).find("div") if "data-timer" in each.attributes]
    assert clock["data-state"] == "running"


def test_the_projector_names_the_address_phones_can_reach(olga, settings):
    settings.PUBLIC_ADDRESS = "http://whist.example:8000"
    settings.ALLOWED_HOSTS = ["localhost"]
    party = friday(olga, count=4)
    shown = Html(Client().get(reverse("party:projector", args=[party.code]), headers={"host": "localhost"}))
    assert shown.texts("p", css="where") == [f"whist.example:8000/p/{party.code}/"]
    assert len(shown.find("svg", css="qr-code")) == 1


def test_an_up_to_date_page_gets_no_update_until_a_result_is_in(olga):
    party = friday_playing(olga, count=4)
    (root,) = [each for each in projector(party).find("div") if "hx-get" in each.attributes]
    play(party_state(party).current.tables[0], (0, 9))
    assert nothing_new(Client().get(root["hx-get"]))
    typed(party, olga, (5, 3))
    response = Client().get(root["hx-get"])
    assert response.status_code == 200
    assert Html(response).find("html") == []


def test_without_javascript_all_content_is_visible(olga):
    party = friday_playing(olga, count=13)
    assert not [each for each in projector(party).find("section") if "hidden" in each.attributes]


@pytest.mark.parametrize("count", [13, 100])
def test_projector_query_count_does_not_grow_with_people(olga, django_assert_num_queries, count):
    party = friday_playing(olga, count=count)
    projector(party)  # the first page of a round notes it
    with django_assert_num_queries(10):
        projector(party)
    with django_assert_num_queries(10):
        projector(party, "projector_live")

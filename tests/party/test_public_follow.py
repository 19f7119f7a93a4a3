"""Public pages of a party that follow it, and what they never show."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.party.builders import LATER, NINE, friday_playing, next_round, party_state, play, play_round, typed
from tests.party.test_public import page
from tests.web.html import Html, nothing_new
from whistclub.party.actions import lifecycle as party_lifecycle
from whistclub.party.actions import seating
from whistclub.party.public.seats import ranges

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


def held(of, name="public"):
    """The version a page of this kind holds."""
    address = [each["hx-get"] for each in page(of, name=name).find("div") if "hx-get" in each.attributes][-1]
    return address.partition("?v=")[2].partition("&")[0]


# What is never shown.


@pytest.mark.parametrize("first", [True, False])
def test_a_draft_is_not_public(party, olga, first):
    if not first:
        play_round(party, olga, (13, 7), (7, 13))
    addresses = [reverse(f"party:{name}", args=[party.code]) for name in ("public", "public_standings", "projector")]
    before = [Html(Client().get(path, {"me": 1})).text for path in addresses]
    seating.make_draft(party, seating_method="arrival", seed=1, by=olga, at=LATER)
    assert party_state(party).draft
    assert [Html(Client().get(path, {"me": 1})).text for path in addresses] == before


def test_an_undone_round_is_gone(party, olga):
    next_round(party, olga)
    seating.undo_round(party, 1, sure=True, by=olga, at=LATER)
    assert page(party, 1).texts("h1") == ["You are checked in"]


def test_money_is_not_public(olga):
    party = friday_playing(olga, *NINE[:8], preset="askov")
    typed(party, olga, (13, 7), (13, 9))
    party_lifecycle.finish(party, by=olga, at=LATER)
    for name in ("public", "public_standings", "projector"):
        shown = page(party, name=name).text
        assert "$" not in shown
        assert "pays" not in shown


@pytest.mark.parametrize("name", ["public", "public_own", "public_standings", "projector"])
def test_an_unknown_party_code_is_not_found(db, name):
    assert Client().get(reverse(f"party:{name}", args=["nosuchcode"])).status_code == 404


@pytest.mark.parametrize("name", ["public", "public_own", "public_standings", "projector"])
def test_public_party_pages_do_not_accept_post(party, name):
    assert Client().post(reverse(f"party:{name}", args=[party.code])).status_code == 405


# Following.


@pytest.mark.parametrize("name", ["public", "public_standings", "public_tables", "projector"])
def test_an_up_to_date_page_gets_no_update(party, olga, name):
    next_round(party, olga)
    version = held(party, name)
    response = Client().get(reverse(f"party:{name}", args=[party.code]), {"v": version}, headers=HTMX)
    assert nothing_new(response)


def test_the_page_updates_for_results_but_not_for_every_hand(party, olga):
    gathering = held(party)
    next_round(party, olga)
    announced = held(party)
    play(party_state(party).current.tables[0], (0, 9))
    assert gathering != announced == held(party)
    typed(party, olga, (13, 7))
    assert held(party) != announced


def test_the_page_updates_when_phones_finish_a_game(party, olga):
    next_round(party, olga)
    before = held(party)
    play(party_state(party).current.tables[0], (0, 9), (0, 9), (0, 9), (0, 9))
    assert held(party) != before


def test_the_standings_update_with_every_result(party, olga):
    next_round(party, olga)
    before = held(party, "public_standings")
    typed(party, olga, (13, 7))
    assert held(party, "public_standings") != before


def test_standings_begin_with_the_first_result(party, olga):
    assert "No results yet." in page(party, name="public_standings").text
    play_round(party, olga, (13, 7))
    shown = page(party, name="public_standings")
    assert shown.texts("th", scope="row")[:2] == ["Ann", "Bob"]
    assert shown.texts("td")[:5] == ["1=", "1", "13", "+6", "1"]
    assert "Waiting for table 2." in shown.text


def test_a_player_who_has_only_sat_out_is_shown_with_what_that_counts(party, olga):
    play_round(party, olga, (13, 7), (9, 13))
    (ida,) = [row.text for row in page(party, name="public_standings").find("tr") if "Ida" in row.text]
    assert ida.endswith("Ida sat out: counts ½")


def test_the_first_criterion_is_the_first_column(olga):
    party = friday_playing(olga, *NINE[:4], order="points")
    typed(party, olga, (13, 7))
    shown = page(party, name="public_standings")
    assert shown.texts("th", scope="col")[2:] == ["points", "won", "diff.", "games"]
    assert "Ranked by points, then games won, then point difference." in shown.text


@pytest.mark.parametrize("count", [13, 100])
@pytest.mark.parametrize(("name", "queries"), [("public", 7), ("public_own", 7), ("public_standings", 11)])
def test_page_query_count_does_not_grow_with_people(olga, django_assert_num_queries, name, queries, count):
    party = friday_playing(olga, count=count)
    page(party, 1, name=name)  # the first page of a round notes it
    with django_assert_num_queries(queries):
        page(party, 1, name=name)


@pytest.mark.parametrize("count", [13, 100])
def test_polling_an_up_to_date_page_takes_two_queries(olga, django_assert_num_queries, count):
    party = friday_playing(olga, count=count)
    version = held(party)
    with django_assert_num_queries(2):
        Client().get(reverse("party:public", args=[party.code]), {"v": version})


def test_adjacent_missing_tables_are_listed_as_ranges():
    assert ranges([]) == ""
    assert ranges([1, 2, 4, 5, 6, 9]) == "1, 2, 4–6, 9"

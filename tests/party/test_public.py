"""The party on everybody's phone: where do I sit, all tables, the standings; and what is never shown."""

import pytest
from django.db.models import F
from django.test import Client
from django.urls import reverse

from tests.builders import link
from tests.party.builders import LATER, NINE, friday_playing, key, next_round, party_state, play, play_round, typed
from tests.web.html import Html
from tests.web.party_site import card
from whistclub.party.actions import lifecycle as party_lifecycle
from whistclub.party.actions import seating
from whistclub.party.actions.seats import swap_seats
from whistclub.party.models import Party
from whistclub.play.games import change_first_dealer

pytestmark = pytest.mark.django_db


def page(of, me=None, *, name="public", client=None, **params):
    params |= {} if me is None else {"me": me}
    return Html((client or Client()).get(reverse(f"party:{name}", args=[of.code]), params))


def finished(of, olga):
    play_round(of, olga, (13, 7), (13, 9))
    party_lifecycle.finish(of, by=olga, at=LATER)


# Finding oneself.


def test_typing_filters_the_names_without_javascript_too(party):
    found = page(party, q="AN")
    assert found.texts("button", name="me") == ["Ann", "Dan", "Hans"]
    assert found.value("q") == "AN"


def test_the_choice_is_remembered_for_this_party_only(party):
    phone = Client()
    page(party, 2, client=phone)
    cookie = phone.cookies["me"]
    assert (cookie.value, cookie["path"]) == ("2", f"/p/{party.code}/")
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")
    assert page(party, client=phone).texts("b")[1] == "Bob"


def test_not_me_clears_the_choice(party):
    phone = Client()
    page(party, 2, client=phone)
    assert page(party, "", client=phone).texts("h1") == ["Where do I sit?"]
    assert phone.cookies["me"].value == ""


# Before, during, between and after the rounds.


def test_a_player_sees_table_partner_opponents_and_reason(party, olga):
    next_round(party, olga)
    mine = page(party, 4)
    assert mine.texts("h1") == ["Round 1 Table 1"]
    assert mine.texts("dd") == ["Clara", "Ann & Bob", "Number 4 to arrive."]


def test_swapped_players_see_new_seats_but_not_the_organisers_reason(party, olga):
    next_round(party, olga)
    swap_seats(party, key(party, "Ann"), key(party, "Eva"), reason="hears badly", by=olga, at=LATER)
    assert page(party, 1).texts("h1") == ["Round 1 Table 2"]
    assert "by the organiser." in page(party, 1).text
    assert "hears badly" not in page(party, 1).text


def test_all_tables_and_sit_outs_of_the_round_are_shown(party, olga):
    next_round(party, olga)
    assert page(party).texts("li", css="public-table") == [
        "Table 1 Ann & Bob Clara & Dan Watch table 1",
        "Table 2 Eva & Finn Gro & Hans Watch table 2",
    ]
    assert page(party).texts("li", css="card")[-1] == "Sitting out: Ida"


def test_results_that_are_in_are_shown_and_the_missing_tables_named(party, olga):
    play_round(party, olga, (13, 7))
    shown = page(party, 1)
    assert "Ann & Bob13" in shown.texts("li", css="public-table")[0]
    assert "1 of 2 results in · still playing: 2" in shown.text


def test_points_of_a_running_table_are_not_shown(party, olga):
    next_round(party, olga)
    play(party_state(party).current.tables[0], (0, 9))
    assert page(party).texts("li", css="public-table")[0] == "Table 1 Ann & Bob Clara & Dan Watch table 1"


@pytest.mark.parametrize("me", [None, 1])
def test_a_finished_party_shows_prizes_final_standings_and_ones_own_rank(party, olga, me):
    finished(party, olga)
    shown = page(party, me)
    assert shown.texts("h1") == ["Final standings"]
    assert shown.texts("dt")[:2] == ["First prize", "Booby prize"]
    assert len(shown.find("table", css="ranks")) == 1
    assert ("Your rank: 1 of 9, shared" in shown.text) is (me is not None)
    assert "Where do I sit?" not in shown.text
    assert shown.texts("button", name="me") == ([] if me else list(NINE))


def test_an_organiser_finds_the_way_back_to_the_desk_and_nobody_else_is_shown_it(party, olga):
    desk = reverse("party:console", args=[party.club.slug, party.code])
    signed_in = Client()
    signed_in.force_login(olga)
    for name in ("public", "public_tables", "public_standings"):
        assert desk in {each["href"] for each in page(party, name=name, client=signed_in).find("a")}
        assert desk not in {each["href"] for each in page(party, name=name).find("a")}


# A large party.


def test_from_thirteen_tables_on_all_tables_have_a_page_of_their_own(olga):
    large = friday_playing(olga, count=52)
    tables = reverse("party:public_tables", args=[large.code])
    for me in ("", 1):
        shown = page(large, me)
        assert tables in {each["href"] for each in shown.find("a")}
        assert shown.find("li", css="public-table") == []
    assert len(page(large, 1, name="public_tables").find("li", css="public-table")) == 13


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


# Following.


def test_the_page_updates_for_results_but_not_for_every_hand(party, olga):
    gathering = held(party)
    next_round(party, olga)
    announced = held(party)
    play(party_state(party).current.tables[0], (0, 9))
    assert gathering != announced == held(party)
    typed(party, olga, (13, 7))
    assert held(party) != announced


def test_the_page_hears_who_deals_first_after_the_table_has_cut_for_it(party, olga):
    next_round(party, olga)
    before = held(party)
    change_first_dealer(link(party_state(party).current.table(1).game), 2, by=0, at=LATER)
    assert held(party) != before


def test_after_the_last_planned_round_no_other_is_promised(party, olga):
    play_round(party, olga, (13, 7), (13, 9))
    for rounds, promises in ((1, False), (None, True)):
        Party.objects.update(planned_rounds=rounds, revision=F("revision") + 1)
        for shown in (page(party), page(party, 9), Html(Client().get(reverse("party:table", args=[card(party, 1)])))):
            assert ("ound 2" in shown.text) is promises


def test_standings_begin_with_the_first_result(party, olga):
    assert "No results yet." in page(party, name="public_standings").text
    play_round(party, olga, (13, 7))
    shown = page(party, name="public_standings")
    assert shown.texts("th", scope="row")[:2] == ["Ann", "Bob"]
    assert shown.texts("td")[:5] == ["1=", "1", "13", "+6", "1"]
    assert "Waiting for table 2." in shown.text

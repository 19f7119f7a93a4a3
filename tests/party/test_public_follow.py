"""Public pages of a party that follow it, and what they never show."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.party.builders import LATER, NINE, friday_playing, next_round, party_state, play, play_round, typed
from tests.party.test_public import page
from tests.web.html import Html
from whistclub.party.actions import seating
from whistclub.party.public.seats import ranges

pytestmark = pytest.mark.django_db


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


def test_standings_begin_with_the_first_result(party, olga):
    assert "No results yet." in page(party, name="public_standings").text
    play_round(party, olga, (13, 7))
    shown = page(party, name="public_standings")
    assert shown.texts("th", scope="row")[:2] == ["Ann", "Bob"]
    assert shown.texts("td")[:5] == ["1=", "1", "13", "+6", "1"]
    assert "Waiting for table 2." in shown.text


def test_the_first_criterion_is_the_first_column(olga):
    party = friday_playing(olga, *NINE[:4], order="points")
    typed(party, olga, (13, 7))
    shown = page(party, name="public_standings")
    assert shown.texts("th", scope="col")[2:] == ["points", "won", "diff.", "games"]
    assert "Ranked by points, then games won, then point difference." in shown.text


def test_adjacent_missing_tables_are_listed_as_ranges():
    assert ranges([]) == ""
    assert ranges([1, 2, 4, 5, 6, 9]) == "1, 2, 4–6, 9"

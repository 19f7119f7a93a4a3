"""From the pad of a table that is done to the next one: the phone goes along with its owner."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import link
from tests.party.builders import LATER, NINE, friday_playing, key, next_round, party_state, typed
from tests.web.html import Html, nothing_new
from whistclub.party.actions import lifecycle as party_lifecycle
from whistclub.party.actions import seating
from whistclub.play.models import Game

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


@pytest.fixture
def party(olga):
    """Round 1 is played: Ann & Bob won at table 1 against Clara & Dan, Eva & Finn at table 2 against Gro & Hans."""
    party = friday_playing(olga, *NINE)
    typed(party, olga, (13, 7), (13, 9))
    return party


def game_at(of, table, number=1):
    return Game.objects.get(pk=party_state(of).round(number).table(table).game.pk)


def phone(seat):
    client = Client()
    if seat is not None:
        client.cookies["seat"] = str(seat)
    return client


def ask(of, table, seat, *, name="next_table", htmx=True, **params):
    address = reverse(f"party:{name}", args=[link(game_at(of, table)).token])
    return phone(seat).get(address, params, headers=HTMX if htmx else {})


def heads(*asked, **how):
    return Html(ask(*asked, **how)).texts("h2")


def test_before_the_next_round_the_phone_waits(party):
    assert heads(party, 1, 0) == ["Waiting for round 2"]


def test_the_announced_round_shows_table_partner_opponents_and_reason(party, olga):
    next_round(party, olga)
    table_state = party_state(party).current.table(1)
    found = Html(ask(party, 1, 0))
    assert found.texts("h2") == ["Round 2: Ann, you sit at table 1"]
    assert "With Bob against" in found.text
    assert "Won at the top table, stays" in found.text
    assert found.texts("a", css="main") == ["Open the pad of table 1"]
    assert table_state.game.pk != game_at(party, 1).pk


def test_continuing_opens_the_new_pad_at_its_owners_seat(party, olga):
    next_round(party, olga)
    response = ask(party, 2, 0, name="go_to_next_table", htmx=False)
    round_state = party_state(party).current
    assignment = round_state.assignment_of(key(party, "Eva"))
    token = link(Game.objects.get(pk=round_state.table(assignment.table).game.pk)).token
    assert (response.status_code, response["Location"]) == (302, f"/t/{token}/")
    seat = f"{assignment.position}.{assignment.entrant.player_id}"
    assert (response.cookies["seat"].value, response.cookies["seat"]["path"]) == (seat, f"/t/{token}/")


def test_a_scorekeeper_stays_at_the_same_table(party, olga):
    next_round(party, olga)
    response = ask(party, 2, "none", name="go_to_next_table", htmx=False)
    token = link(game_at(party, 2, 2)).token
    assert response["Location"] == f"/t/{token}/"
    assert response.cookies["seat"].value == "none"
    assert heads(party, 2, "none") == ["Round 2 is announced"]


def test_a_phone_without_a_seat_is_asked_at_the_new_table(party, olga):
    next_round(party, olga)
    response = ask(party, 1, None, name="go_to_next_table", htmx=False)
    assert "seat" not in response.cookies
    assert Html(Client().get(response["Location"])).texts("h1") == ["Where do you sit?"]


def test_a_player_sitting_out_sees_the_reason_and_keeps_following(party, olga):
    next_round(party, olga)
    (sit_out,) = party_state(party).current.sitting_out
    first = party_state(party).round(1).assignment_of(sit_out.entrant_id)
    found = Html(ask(party, first.table, first.position))
    assert found.texts("h2") == [f"Round 2: {sit_out.entrant.player.name}, you are sitting out"]
    assert "First time sitting out" in found.text
    assert len([each for each in found.find("div") if "hx-get" in each.attributes]) == 1
    assert ask(party, first.table, first.position, name="go_to_next_table").status_code == 302


def test_an_undone_round_makes_the_phone_wait(party, olga):
    next_round(party, olga)
    game = game_at(party, 1, 2)
    typed(party, olga, (13, 7))
    seating.undo_round(party, 2, sure=True, by=olga, at=LATER)
    found = Html(phone(0).get(reverse("party:next_table", args=[link(game).token])))
    assert found.texts("h2") == ["Waiting for round 2"]
    assert "Round 2 was withdrawn. Please wait for the new seating." in found.text
    next_round(party, olga)
    found = Html(phone("none").get(reverse("party:next_table", args=[link(game).token])))
    assert found.texts("h2") == ["Round 2 is announced"]


def test_after_the_last_round_the_phone_leads_to_the_standings(party, olga):
    party_lifecycle.finish(party, by=olga, at=LATER)
    found = Html(ask(party, 1, 0))
    assert found.texts("h2") == ["That was the last round"]
    (button,) = found.find("a", css="main")
    assert button["href"] == reverse("party:public_standings", args=[party.code])


def test_a_waiting_phone_gets_no_update_until_the_party_moves(party, olga):
    (live,) = [each for each in Html(ask(party, 1, 0)).find("div") if "hx-get" in each.attributes]
    assert nothing_new(phone(0).get(live["hx-get"], headers=HTMX))
    next_round(party, olga)
    response = phone(0).get(live["hx-get"], headers=HTMX)
    assert Html(response).texts("h2") == ["Round 2: Ann, you sit at table 1"]


def test_the_pad_of_a_finished_game_links_to_the_next_table(party):
    pad = Html(phone(0).get(reverse("play:pad", args=[link(game_at(party, 1)).token])))
    address = reverse("party:next_table", args=[link(game_at(party, 1)).token])
    assert [each["href"] for each in pad.find("a", css="main")] == [address]

"""A phone through the evening: the card of a table leads to its pad, the pad of a table that is done to the next."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.builders import link, play_out, take_out
from tests.party.builders import LATER, NINE, friday, friday_playing, key, next_round, party_state, play_round, typed
from tests.web.html import Html, nothing_new
from whistclub.party.access import TableLink
from whistclub.party.actions import lifecycle as party_lifecycle
from whistclub.party.actions import results, seating
from whistclub.party.models import Party
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
    Party.objects.update(planned_rounds=1)
    assert heads(party, 1, 0) == ["That was the last planned round"]


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


def test_a_result_is_followed_although_nobody_is_seated_anew(party, olga):
    next_round(party, olga)
    game = game_at(party, 1, 2)
    seating.undo_round(party, 2, sure=True, by=olga, at=LATER)
    results.reopen_table(party, 1, 1, by=olga, at=LATER)
    found = Html(phone("none").get(reverse("party:next_table", args=[link(game).token])))
    assert found.texts("h2") == ["Round 1 is announced"]
    (live,) = [each for each in found.find("div") if "hx-get" in each.attributes]
    results.type_result(party, 1, 1, (13, 7), by=olga, at=LATER)
    assert Html(phone("none").get(live["hx-get"], headers=HTMX)).texts("h2") == ["Waiting for round 2"]


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


@pytest.fixture
def gathering(olga):
    return friday(olga, count=9)


def card(of, table=1, name="table"):
    token = TableLink(of.club_id, of.club.card_version, table).token
    return reverse("party:table", args=[token])


def scan(of, table=1):
    return Client().get(card(of, table))


def pad_of(of, table):
    game = Game.objects.get(pk=party_state(of).current.table(table).game.pk)
    return reverse("play:pad", args=[link(game).token])


def test_the_same_card_opens_another_pad_in_the_next_round(gathering, olga):
    next_round(gathering, olga)
    first = scan(gathering, 2)["Location"]
    typed(gathering, olga, (13, 7), (13, 9))
    next_round(gathering, olga)
    assert scan(gathering, 2)["Location"] == pad_of(gathering, 2) != first


def test_between_rounds_the_card_waits_and_the_last_score_is_one_tap_away(gathering, olga):
    play_round(gathering, olga, (13, 7), (13, 9))
    found = Html(scan(gathering))
    assert found.texts("h1") == ["Round 1 is over"]
    assert pad_of(gathering, 1) in [each["href"] for each in found.find("a")]


def test_a_finished_party_leads_to_its_standings(gathering, olga):
    play_round(gathering, olga, (13, 7), (13, 9))
    party_lifecycle.finish(gathering, by=olga, at=timezone.now())
    found = Html(scan(gathering))
    assert found.texts("h1") == ["The party is finished"]
    assert [each["href"] for each in found.find("a", css="main")] == [
        reverse("party:public_standings", args=[gathering.code])
    ]


def test_a_waiting_card_gets_no_update_until_the_party_moves_then_opens_the_pad(gathering, olga):
    (live,) = [each for each in Html(scan(gathering)).find("section") if "hx-get" in each.attributes]
    assert nothing_new(Client().get(live["hx-get"], headers=HTMX))
    seating.make_draft(gathering, seating_method="arrival", seed=1, by=olga, at=LATER)
    waits = Client().get(live["hx-get"], headers=HTMX)
    assert waits.status_code == 200
    assert Html(waits).find("html") == []
    seating.announce(gathering, by=olga, at=LATER)
    response = Client().get(live["hx-get"], headers=HTMX)
    assert (response.status_code, response["HX-Redirect"]) == (200, pad_of(gathering, 1))


def test_a_waiting_card_opens_the_pad_again_when_a_hand_is_taken_out(gathering, olga):
    next_round(gathering, olga)
    games = [play_out(game_at(gathering, table)) for table in (1, 2)]
    (live,) = [each for each in Html(scan(gathering)).find("section") if "hx-get" in each.attributes]
    take_out(games[0], games[0].hands_scored, at=timezone.now())
    assert Client().get(live["hx-get"], headers=HTMX)["HX-Redirect"] == pad_of(gathering, 1)


def test_a_replaced_card_no_longer_works(gathering, olga):
    old = card(gathering, 1)
    party_lifecycle.renew_codes(gathering, by=olga, at=LATER)
    assert Client().get(old).status_code == 410
    assert "This card has been replaced" in Html(Client().get(old)).text


def test_the_card_opens_the_game_of_any_party_of_the_club_for_years(gathering, olga):
    address = card(gathering, 2)
    play_round(gathering, olga, (13, 7), (13, 9))
    party_lifecycle.finish(gathering, by=olga, at=LATER)
    assert Html(Client().get(address)).texts("h1") == ["No party is being played now"]
    another = friday_playing(olga, count=9)
    assert Client().get(address)["Location"] == pad_of(another, 2)


def test_of_two_parties_at_once_the_card_asks_which(gathering, olga):
    other = friday(olga, count=8, name="Other hall")
    for of in (gathering, other):
        next_round(of, olga)
    found = Html(scan(gathering, 2))
    assert found.texts("h1") == ["Which party?"]
    address = {each.text: each["href"] for each in found.find("a", css="button")}["Other hall"]
    assert Client().get(card(gathering, 2) + address)["Location"] == pad_of(other, 2)


def test_a_card_knows_the_party_of_tonight_among_many_that_are_planned(gathering, olga):
    next_round(gathering, olga)
    today = timezone.localdate()
    Party.objects.update(day=today)
    for week in range(1, 22):
        friday(olga, day=today + timedelta(weeks=week))
    assert scan(gathering)["Location"] == pad_of(gathering, 1)


def test_a_party_that_nobody_has_finished_is_none_of_tonight(gathering, olga):
    friday_playing(olga, count=8)
    Party.objects.exclude(pk=gathering.pk).update(day=gathering.day - timedelta(weeks=1))
    assert Html(scan(gathering)).texts("h1") == ["Round 1 has not been announced yet"]
    next_round(gathering, olga)
    assert scan(gathering)["Location"] == pad_of(gathering, 1)

"""The card that lies on a table all evening: it leads to the pad of whatever is played there now."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.builders import link
from tests.party.builders import LATER, friday, friday_playing, next_round, party_state, play, play_round, typed
from tests.web.html import Html, nothing_new
from whistclub.party.access import TableLink
from whistclub.party.actions import lifecycle as party_lifecycle
from whistclub.party.actions import seating
from whistclub.play.models import Game

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


@pytest.fixture
def party(olga):
    return friday(olga, count=9)


def card(of, table=1, name="table"):
    token = TableLink(of.club_id, of.club.card_version, table).token
    return reverse("party:table", args=[token])


def scan(of, table=1):
    return Client().get(card(of, table))


def pad_of(of, table):
    game = Game.objects.get(pk=party_state(of).current.table(table).game.pk)
    return reverse("play:pad", args=[link(game).token])


def test_in_a_round_the_card_opens_the_pad_of_its_table(party, olga):
    next_round(party, olga)
    assert (scan(party, 2).status_code, scan(party, 2)["Location"]) == (302, pad_of(party, 2))


def test_the_same_card_opens_another_pad_in_the_next_round(party, olga):
    next_round(party, olga)
    first = scan(party, 2)["Location"]
    typed(party, olga, (13, 7), (13, 9))
    next_round(party, olga)
    assert scan(party, 2)["Location"] == pad_of(party, 2) != first


def test_an_unused_table_number_waits(party, olga):
    next_round(party, olga)
    assert Html(scan(party, 3)).texts("h1") == ["Not in use in round 1"]


def test_between_rounds_the_card_waits_and_the_last_score_is_one_tap_away(party, olga):
    play_round(party, olga, (13, 7), (13, 9))
    found = Html(scan(party))
    assert found.texts("h1") == ["Round 1 is over"]
    assert pad_of(party, 1) in [each["href"] for each in found.find("a")]


def test_after_an_undone_round_the_phone_waits_again(party, olga):
    next_round(party, olga)
    play(party_state(party).current.tables[0], (0, 9))
    seating.undo_round(party, 1, sure=True, by=olga, at=LATER)
    assert Html(scan(party)).texts("h1") == ["Round 1 will be seated again"]


def test_a_finished_party_leads_to_its_standings(party, olga):
    play_round(party, olga, (13, 7), (13, 9))
    party_lifecycle.finish(party, by=olga, at=timezone.now())
    found = Html(scan(party))
    assert found.texts("h1") == ["The party is finished"]
    assert [each["href"] for each in found.find("a", css="main")] == [
        reverse("party:public_standings", args=[party.code])
    ]


def test_a_waiting_card_gets_no_update_until_the_party_moves_then_opens_the_pad(party, olga):
    (live,) = [each for each in Html(scan(party)).find("section") if "hx-get" in each.attributes]
    assert nothing_new(Client().get(live["hx-get"], headers=HTMX))
    seating.make_draft(party, seating_method="arrival", seed=1, by=olga, at=LATER)
    waits = Client().get(live["hx-get"], headers=HTMX)
    assert waits.status_code == 200
    assert Html(waits).find("html") == []
    seating.announce(party, by=olga, at=LATER)
    response = Client().get(live["hx-get"], headers=HTMX)
    assert (response.status_code, response["HX-Redirect"]) == (200, pad_of(party, 1))


def test_a_forged_card_is_not_found(party):
    genuine = TableLink(party.club_id, party.club.card_version, 1).token
    for token in ("forged", genuine[:-1], genuine.replace("-1.", "-2.")):
        assert Client().get(reverse("party:table", args=[token])).status_code == 404


def test_a_replaced_card_no_longer_works(party, olga):
    old = card(party, 1)
    party_lifecycle.renew_codes(party, by=olga, at=LATER)
    assert Client().get(old).status_code == 410
    assert "This card has been replaced" in Html(Client().get(old)).text


def test_the_card_opens_the_game_of_any_party_of_the_club_for_years(party, olga):
    address = card(party, 2)
    play_round(party, olga, (13, 7), (13, 9))
    party_lifecycle.finish(party, by=olga, at=LATER)
    assert Html(Client().get(address)).texts("h1") == ["No party is being played now"]
    another = friday_playing(olga, count=9)
    assert Client().get(address)["Location"] == pad_of(another, 2)


def test_of_two_parties_at_once_the_card_asks_which(party, olga):
    other = friday(olga, count=8, name="Other hall")
    for of in (party, other):
        next_round(of, olga)
    found = Html(scan(party, 2))
    assert found.texts("h1") == ["Which party?"]
    address = {each.text: each["href"] for each in found.find("a", css="button")}["Other hall"]
    assert Client().get(card(party, 2) + address)["Location"] == pad_of(other, 2)

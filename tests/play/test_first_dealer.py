"""A wrong first dealer is corrected while no hand is entered: on the pad, by an organiser, at a party's table."""

import pytest
from django.urls import reverse

from tests.builders import NOON, client_of, high, link, record, refusal_of
from tests.play.party_games import fresh, game_of
from tests.play.phone import pad_url, phone
from tests.web.html import Html
from whistclub.play import queries
from whistclub.play.games import change_first_dealer
from whistclub.play.log import log_lines

pytestmark = [pytest.mark.django_db, pytest.mark.writes]


def test_a_phone_lets_another_person_deal_first(game):
    page = Html(phone().get(pad_url(game)))
    assert [each.text for each in page.find("button", name="dealer")] == ["Bob deals", "Clara deals", "Dan deals"]
    assert phone().post(pad_url(game, "pad_dealer"), {"dealer": 2}).status_code == 302
    assert (fresh(game).first_dealer, fresh(game).dealer) == (2, 2)
    newest = log_lines(queries.game_view(fresh(game)))[0]
    assert (newest.what, newest.old, newest.who) == ("First dealer changed: Clara", "Ann", "Ann’s phone")


def test_an_organiser_does_so_at_a_table_of_a_party(friday, olga):
    game = game_of(friday)
    other = (game.first_dealer + 1) % 4
    url = reverse("play:dealer", args=[game.club.slug, game.code])
    assert client_of(olga).post(url, {"dealer": other}).status_code == 302
    assert fresh(game).first_dealer == other


def test_once_a_hand_is_entered_the_dealer_stays(game):
    record(game, high(1, 0, 9))
    with refusal_of("dealer_is_fixed"):
        change_first_dealer(link(game), 1, by=0, at=NOON)
    assert phone().post(pad_url(game, "pad_dealer"), {"dealer": 1}).status_code == 409
    assert not Html(phone().get(pad_url(game))).find("button", name="dealer")


def test_an_empty_seat_deals_not(game):
    with refusal_of("page_is_old"):
        change_first_dealer(link(game), 4, by=0, at=NOON)

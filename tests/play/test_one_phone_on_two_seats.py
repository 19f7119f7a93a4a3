"""One phone cannot agree with itself: a hand is never confirmed on the phone it was entered on."""

from uuid import uuid4

import pytest
from django.test import Client

from tests import builders
from tests.play.phone import hand_form, pad_url, send
from tests.web.html import Html
from whistclub.play.models import Confirmation

pytestmark = [pytest.mark.django_db, pytest.mark.writes]


@pytest.fixture
def game(prairie, olga):
    """Ann & Clara against Bob & Dan; each hand is shown to the other side."""
    return builders.game(prairie, olga, asks=True)


def sits(client, game, seat):
    """Its owner says where they sit."""
    client.post(pad_url(game, "pad_seat"), {"seat": seat})
    return client


def confirms(client, game, hand, **more):
    return client.post(pad_url(game, "pad_confirm"), {"uid": str(uuid4()), "hand": hand.uid, "agrees": "yes"} | more)


@pytest.mark.parametrize("is_opened", [True, False], ids=["opened", "its cookies were cleared"])
def test_a_phone_that_changes_seats_cannot_confirm_its_own_hand(game, is_opened):
    client = Client()
    if is_opened:
        client.get(pad_url(game))
    assert send(client, game, by_seat="0").status_code == 302
    sits(client, game, "1")
    hand = game.hands.get()
    assert client.get(pad_url(game)).context["to_confirm"] is None
    response = confirms(client, game, hand)
    assert response.status_code == 422
    assert "The other side has to confirm it on their own phone." in Html(response).text
    assert Confirmation.objects.count() == 0
    assert confirms(sits(Client(), game, "1"), game, hand).status_code == 302


def test_a_hand_corrected_on_another_phone_can_be_confirmed_by_the_first(game):
    first, second = sits(Client(), game, "0"), sits(Client(), game, "1")
    send(first, game)
    send(second, game, page="pad_record", number=2)
    corrected = hand_form(tricks="8-5", replaces=str(game.hands.get(position=1).uid))
    second.post(pad_url(game, "pad_correct", 1), corrected)
    assert confirms(first, game, game.hands.get(position=1, current=True)).status_code == 302


def test_a_waiting_entry_says_which_phone_it_was_made_on(game):
    page = Html(sits(Client(), game, "0").get(pad_url(game)))
    mark = next(each["data-device"] for each in page.elements if "data-device" in each.attributes)
    assert len(mark) == 8
    send(Client(), game, device=mark, by_seat="0")
    assert game.hands.get().device == mark


@pytest.mark.parametrize("device", ["", "x", "0123abcde", "ABCDEF01", "\0" * 8, "'; drop"])
def test_what_is_no_mark_of_a_phone_is_not_stored(game, device):
    client = Client()
    send(client, game, device=device, by_seat="0")
    sits(client, game, "1")
    assert confirms(client, game, game.hands.get(), device=device).status_code == 422

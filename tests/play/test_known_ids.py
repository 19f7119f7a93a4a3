"""The id of an entry or a confirmation stands for it alone, whatever comes under it later."""

from uuid import uuid4

import pytest

from tests import builders
from tests.builders import high, record
from tests.play.phone import pad_url, phone, send
from whistclub.play.models import Confirmation

pytestmark = [pytest.mark.django_db, pytest.mark.writes]


@pytest.fixture
def game(prairie, olga):
    """Ann & Clara against Bob & Dan; each hand is shown to the other side."""
    return builders.game(prairie, olga, asks=True)


def says(game, hand, uid):
    form = {"uid": str(uid), "hand": hand.uid, "agrees": "yes"}
    return phone("1").post(pad_url(game, "pad_confirm"), form)


def test_the_id_of_a_hand_confirms_nothing(game):
    first, second = record(game, high(1, 0, 9)).hand, record(game, high(2, 0, 9)).hand
    assert says(game, first, second.uid).status_code == 409
    assert not Confirmation.objects.exists()


def test_the_id_of_a_confirmation_saves_and_undoes_nothing(game):
    hand, uid = record(game, high(1, 0, 9)).hand, uuid4()
    says(game, hand, uid)
    assert send(phone("0"), game, uid=str(uid), number=2).status_code == 409
    undo = {"uid": str(uid), "last": str(hand.uid)}
    assert phone("0").post(pad_url(game, "pad_undo"), undo).status_code == 409
    assert game.hands.get(current=True) == hand


def test_the_id_of_a_confirmation_in_another_game_confirms_nothing(game, prairie, olga):
    other, uid = builders.game(prairie, olga, asks=True), uuid4()
    hands = [record(each, high(1, 0, 9)).hand for each in (game, other)]
    assert says(game, hands[0], uid).status_code == 302
    assert says(other, hands[1], uid).status_code == 409
    assert Confirmation.objects.get().hand == hands[0]

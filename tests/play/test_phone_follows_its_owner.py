"""A phone belongs to a person, not to a chair: when people change chairs it goes along."""

import pytest
from django.utils import timezone

from tests.builders import NOON
from tests.play.phone import pad_url, phone
from tests.web.html import Html
from whistclub.play.party_games import reseat
from whistclub.web.transactions import write_transaction


def player(game, position: int) -> int:
    return game.seats.get(position=position).player_id


def say_seat(game, seat: str):
    """A phone that has said where its owner sits, as browsers do."""
    mine = phone(None)
    mine.post(pad_url(game, "pad_seat"), {"seat": seat})
    return mine


def swap(game, olga, one: int, other: int) -> None:
    with write_transaction():
        changes = {(game.pk, one): player(game, other), (game.pk, other): player(game, one)}
        reseat(changes, by=olga, at=NOON)


def test_a_phone_follows_when_its_owner_takes_another_chair(game, olga):
    anns = say_seat(game, "0")
    swap(game, olga, 0, 1)
    response = anns.get(pad_url(game))
    assert response.cookies["seat"].value == f"1.{player(game, 1)}"


def test_an_open_pad_asks_to_be_reloaded_when_seats_change(game, olga):
    anns = say_seat(game, "0")
    swap(game, olga, 0, 1)
    response = anns.get(pad_url(game, "pad_live"), headers={"HX-Request": "true"})
    assert response.headers["HX-Refresh"] == "true"


def test_a_phone_whose_owner_sits_elsewhere_asks_who_holds_it(game, olga):
    anns = say_seat(game, "0")
    newcomer = game.club.players.create(name="Edith")
    with write_transaction():
        reseat({(game.pk, 0): newcomer.pk}, by=olga, at=timezone.now())
    page = Html(anns.get(pad_url(game)))
    assert "has moved to another table" in page.text
    assert page.texts("button", name="seat")[0] == "Edith"


@pytest.mark.parametrize("seat", ["0", "none"])
def test_a_phone_whose_owner_has_not_moved_asks_nothing(game, olga, seat):
    mine = say_seat(game, seat)
    swap(game, olga, 1, 2)
    assert 'name="seat"' not in mine.get(pad_url(game)).content.decode()

"""The next game of the same four."""

import pytest
from django.utils import timezone

from tests import builders
from tests.builders import NOON, high, link, play_out, record, refusal_of
from tests.play.phone import pad_url, phone
from tests.web.html import Html
from whistclub.play.models import Game
from whistclub.play.party_games import reseat
from whistclub.play.start import play_again
from whistclub.web.transactions import write_transaction

pytestmark = pytest.mark.django_db


def names(game: Game) -> list[str]:
    return [seat.player.name for seat in game.seats.order_by("position")]


def again(game: Game, partner: int = 2) -> Game:
    return play_again(link(game), partner, by=1, at=NOON)


@pytest.mark.parametrize(
    "partner, seated",
    [(2, ["Ann", "Bob", "Clara", "Dan"]), (1, ["Ann", "Clara", "Bob", "Dan"]), (3, ["Ann", "Bob", "Dan", "Clara"])],
)
def test_the_chosen_partner_sits_opposite_the_first_player(game, partner, seated):
    play_out(game)
    following = again(game, partner)
    assert names(following) == seated
    assert names(following)[2] == names(game)[partner]


@pytest.mark.parametrize("partner", [1, 2, 3])
@pytest.mark.parametrize("first_dealer, next_dealer", [(0, "Clara"), (1, "Dan"), (3, "Bob")])
def test_the_deal_passes_to_the_left_regardless_of_partners(prairie, olga, partner, first_dealer, next_dealer):
    old = builders.game(prairie, olga, dealer=first_dealer)
    play_out(old)  # two hands
    following = again(old, partner)
    assert names(following)[following.first_dealer] == next_dealer


def test_a_second_phone_gets_the_game_the_first_one_began(game):
    play_out(game)
    assert again(game, 2) == again(game, 1)
    assert Game.objects.count() == 2


def test_a_running_game_has_no_next(game):
    record(game, high(1, 0, 9))
    with refusal_of("game_running"):
        again(game)
    assert Game.objects.count() == 1


@pytest.mark.parametrize("partner", [0, 4, -1])
def test_a_player_is_never_compared_with_themselves_or_an_empty_chair(game, partner):
    play_out(game)
    with refusal_of("page_is_old"):
        again(game, partner)


@pytest.mark.parametrize("seat, partner, new_seat", [("0", 1, "0"), ("1", 1, "2"), ("2", 3, "3"), ("none", 1, "none")])
def test_a_phone_follows_its_owner_to_a_new_chair(game, seat, partner, new_seat):
    play_out(game)
    response = phone(seat).post(pad_url(game, "pad_again"), {"partner": partner})
    following = Game.objects.get(follows=game)
    assert (response.status_code, response.url) == (302, pad_url(following))
    cookie = response.cookies["seat"]
    assert (cookie.value.partition(".")[0], cookie["path"]) == (new_seat, pad_url(following))


def test_a_phone_left_behind_follows_by_the_link_on_the_old_pad(game):
    play_out(game)
    following = again(game, 1)
    other_phone = phone("1")
    assert pad_url(game, "pad_next_game") in [each["href"] for each in Html(other_phone.get(pad_url(game))).find("a")]
    response = other_phone.get(pad_url(game, "pad_next_game"))
    assert (response.url, response.cookies["seat"].value.partition(".")[0]) == (pad_url(following), "2")


def test_a_phone_that_asks_for_other_partners_learns_who_plays(game):
    play_out(game)
    again(game, 2)
    news = "The next game was already started from another phone: Ann & Clara against Bob & Dan."
    address = pad_url(game, "pad_again")
    assert news in Html(phone().post(address, {"partner": "1"}, follow=True)).text
    assert news not in Html(phone().post(address, {"partner": "2"}, follow=True)).text
    scripted = phone().post(address, {"partner": "2"}, headers={"HX-Request": "true"})
    assert scripted["HX-Redirect"] == pad_url(Game.objects.get(follows=game))


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
    response = anns.get(pad_url(game), headers={"HX-Request": "true"})
    assert response.headers["HX-Refresh"] == "true"


def test_a_phone_whose_owner_sits_elsewhere_asks_who_holds_it(game, olga):
    anns = say_seat(game, "0")
    newcomer = game.club.players.create(name="Edith")
    with write_transaction():
        reseat({(game.pk, 0): newcomer.pk}, by=olga, at=timezone.now())
    page = Html(anns.get(pad_url(game)))
    assert "has moved to another table" in page.text
    assert page.texts("button", name="seat")[0] == "Edith"

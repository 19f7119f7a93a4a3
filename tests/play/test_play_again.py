"""The next game of the same four."""

import pytest
from django.urls import reverse

from tests import builders
from tests.builders import NOON, high, link, play_out, record, refusal_of
from tests.play.phone import pad_url, phone
from tests.web.html import Html
from whistclub.play.games import end_without_result, play_again, renew_link
from whistclub.play.models import Game, GameEvent
from whistclub.play.queries import game_view
from whistclub.play.refusals import LinkGone

pytestmark = [pytest.mark.django_db, pytest.mark.writes]


def names(game: Game) -> list[str]:
    return [seat.player.name for seat in game.seats.order_by("position")]


def again(game: Game, partner: int = 2) -> Game:
    return play_again(link(game), partner, by=1, at=NOON)


@pytest.mark.parametrize(
    "partner, seated",
    [
        (2, ["Ann", "Bob", "Clara", "Dan"]),
        (1, ["Ann", "Clara", "Bob", "Dan"]),
        (3, ["Ann", "Bob", "Dan", "Clara"]),
    ],
)
def test_the_chosen_partner_sits_opposite_the_first_player(game, partner, seated):
    play_out(game)
    following = again(game, partner)
    assert names(following) == seated
    assert names(following)[2] == names(game)[partner]


@pytest.mark.alike
@pytest.mark.parametrize("partner", [1, 2, 3])
@pytest.mark.parametrize("first_dealer, next_dealer", [(0, "Bob"), (1, "Clara"), (2, "Dan"), (3, "Ann")])
def test_the_deal_passes_to_the_left_regardless_of_partners(prairie, olga, partner, first_dealer, next_dealer):
    old = builders.game(prairie, olga, dealer=first_dealer)
    play_out(old)  # five hands: the deal has come back to who dealt first and goes one on
    following = again(old, partner)
    assert names(following)[following.first_dealer] == next_dealer


def test_the_next_game_uses_the_same_rules(game):
    play_out(game)
    following = again(game)
    assert (following.preset, following.options, following.club) == (game.preset, game.options, game.club)


def test_the_next_game_starts_at_zero(game):
    play_out(game)
    following = again(game)
    assert (following.state, following.totals, following.hands.count()) == (Game.State.RUNNING, [0, 0], 0)
    assert following.code != game.code


def test_the_start_of_the_next_game_is_logged_with_the_phone(game):
    play_out(game)
    assert again(game).events.get(kind=GameEvent.Kind.STARTED).by_seat == 1


def test_a_second_phone_gets_the_game_the_first_one_began(game):
    play_out(game)
    assert again(game, 2) == again(game, 1)
    assert Game.objects.count() == 2


def test_pads_of_the_old_game_are_notified_of_the_new_one_once(game):
    over = play_out(game)
    again(game)
    again(game)
    game.refresh_from_db()
    assert game.revision == over.revision + 1


def test_a_running_game_has_no_next(game):
    record(game, high(1, 0, 9))
    with refusal_of("game_running"):
        again(game)
    assert Game.objects.count() == 1


def test_a_stopped_game_has_no_next(game, olga):
    end_without_result(game, by=olga, at=NOON)
    with refusal_of("game_running"):
        again(game)


@pytest.mark.parametrize("partner", [0, 4, -1])
def test_a_player_is_never_compared_with_themselves_or_an_empty_chair(game, partner):
    play_out(game)
    with refusal_of("page_is_old"):
        again(game, partner)


def test_a_replaced_link_starts_no_game(game, olga):
    old = link(game)
    play_out(game)
    renew_link(game, by=olga, at=NOON)
    with pytest.raises(LinkGone):
        play_again(old, 2, by=0, at=NOON)


def test_the_end_of_a_game_offers_the_three_ways_to_pair_four_people(game):
    play_out(game)
    page = Html(phone("1").get(pad_url(game)))
    assert page.texts("button", name="partner") == [
        "Ann & Clara against Bob & Dan",
        "Ann & Bob against Clara & Dan",
        "Ann & Dan against Bob & Clara",
    ]


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


def test_onward_without_a_next_game_goes_back_to_the_pad(game):
    play_out(game)
    assert phone().get(pad_url(game, "pad_next_game")).url == pad_url(game)


def test_play_again_on_a_running_game_is_refused_with_a_message(game):
    response = phone().post(pad_url(game, "pad_again"), {"partner": "2"})
    assert response.status_code == 409
    assert "This game is not over yet." in Html(response).text


def test_the_organiser_can_start_the_next_game_from_their_page(game, organiser, olga):
    play_out(game)
    response = organiser.post(reverse("play:again", args=["prairie", game.code]), {"partner": "3"})
    following = Game.objects.get(follows=game)
    assert response.url == reverse("play:game", args=["prairie", following.code])
    assert (names(following)[2], following.events.get().by_user) == ("Dan", olga)


@pytest.mark.parametrize("form", [{"partner": "2"}, {"partner": "0"}, {}])
def test_the_organiser_too_is_refused_while_the_game_is_running(game, organiser, form):
    response = organiser.post(reverse("play:again", args=["prairie", game.code]), form)
    assert (response.status_code, Html(response).texts("h1")) == (409, ["Nothing was changed"])


def test_a_phone_that_asks_for_other_partners_learns_who_plays(game):
    play_out(game)
    again(game, 2)
    news = "The next game was already started from another phone: Ann & Clara against Bob & Dan."
    address = pad_url(game, "pad_again")
    assert news in Html(phone().post(address, {"partner": "1"}, follow=True)).text
    assert news not in Html(phone().post(address, {"partner": "2"}, follow=True)).text
    scripted = phone().post(address, {"partner": "2"}, headers={"HX-Request": "true"})
    assert scripted["HX-Redirect"] == pad_url(Game.objects.get(follows=game))


def test_the_ways_to_play_again_are_told_by_short_names(prairie, olga):
    game = builders.game(prairie, olga, names=("Ann Thorstensen", "Bob Bjornson", "Ann Amundson", "Dan Kjelstad"))
    assert [label for _partner, label in game_view(game).pairings] == [
        "Ann T & Ann A against Bob & Dan",
        "Ann T & Bob against Ann A & Dan",
        "Ann T & Dan against Bob & Ann A",
    ]


def test_people_whose_short_names_are_the_same_have_their_full_names_there(prairie, olga):
    game = builders.game(prairie, olga, names=("Ann Thorsen", "Bob", "Ann Tveit", "Dan"))
    assert game_view(game).pairings[0][1] == "Ann Thorsen & Ann Tveit against Bob & Dan"

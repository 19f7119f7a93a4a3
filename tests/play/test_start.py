"""The page on which the organiser begins a game."""

import pytest
from django.test import Client
from django.urls import reverse

from tests import builders
from tests.builders import FOUR, NOON, client_of, high, link, record, refusal_of
from tests.play.party_games import fresh, game_of
from tests.play.phone import pad_url, phone, send
from tests.web.html import Html
from whistclub.club.models import Player
from whistclub.play import queries
from whistclub.play.games import change_first_dealer
from whistclub.play.log import log_lines
from whistclub.play.models import Game
from whistclub.play.start import SamePersonTwice, play_again

pytestmark = pytest.mark.django_db


FORM = {f"seat{seat}": name for seat, name in enumerate(FOUR)} | {"players": "4", "rules": "askov", "dealer": "2"}


def typed(page: Html) -> list[str]:
    return [page.value(f"seat{seat}") for seat in range(4)]


def test_four_names_and_a_tap_start_a_game(organiser, prairie, start_url):
    response = organiser.post(start_url, FORM)
    game = Game.objects.get()
    assert (response.status_code, response.url) == (
        302,
        reverse("play:game", args=[prairie.slug, game.code]) + "#score-pad",
    )
    assert (game.preset, game.first_dealer) == ("askov", 2)


def test_an_empty_chair_is_reported_and_the_rest_kept(organiser, start_url):
    response = organiser.post(start_url, FORM | {"seat1": " "})
    page = Html(response)
    assert response.status_code == 422
    assert page.texts("span", css="wrong") == ["Enter a name."]
    assert (typed(page), page.chosen("rules"), page.chosen("dealer")) == (
        ["Ann", " ", "Clara", "Dan"],
        ["askov"],
        ["2"],
    )
    assert Game.objects.count() == 0


def test_one_person_on_two_chairs_is_refused_and_what_was_typed_kept(organiser, start_url):
    response = organiser.post(start_url, FORM | {"seat3": "ann"})
    page = Html(response)
    assert response.status_code == 422
    assert page.texts("p", css="error") == ["Not started yet – please fix what is marked below."]
    assert page.texts("span", css="wrong") == ["ann is already seated."]
    [marked] = [each for each in page.find("input") if each.attributes.get("aria-invalid") == "true"]
    assert (marked["name"], "autofocus" in marked.attributes) == ("seat3", True)
    assert marked["aria-describedby"] == page.find("span", css="wrong")[0]["id"]
    assert (typed(page), page.chosen("rules")) == (["Ann", "Bob", "Clara", "ann"], ["askov"])


def test_names_are_shown_as_plain_text(organiser, start_url):
    organiser.post(start_url, FORM | {"seat0": '<b>"Ann"</b> {x} %s'})
    client = Client()
    client.cookies["seat"] = "0"
    page = Html(client.get(pad_url(Game.objects.get())))
    assert page.texts("label", css="south")[0].startswith('<b>"Ann"</b> {x} %s')


NAMES = {"seat0": "Ann", "seat1": "Bob", "seat2": "Clara"}
THREE = NAMES | {"players": "3", "rules": "widow", "dealer": "2"}
TWO = {"seat0": "Ann", "seat1": "Bob", "players": "2", "rules": "two_player", "dealer": "1"}


def fields(page):
    return [each.attributes.get("value", "") for each in page.find("input", type="text")]


def names(game):
    return [seat.player.name for seat in game.seats.order_by("position")]


# Begun


@pytest.mark.parametrize("form, form_of_game, people", [(THREE, "widow3", 3), (TWO, "duo2", 2)])
def test_names_and_a_tap_start_a_game(organiser, prairie, start_url, form, form_of_game, people):
    response = organiser.post(start_url, form)
    game = Game.objects.get()
    assert (response.status_code, response.url) == (
        302,
        reverse("play:game", args=[prairie.slug, game.code]) + "#score-pad",
    )
    assert (game.preset, game.form, game.first_dealer) == (form["rules"], form_of_game, int(form["dealer"]))
    assert names(game) == ["Ann", "Bob", "Clara"][:people]
    assert (len(game.totals), game.rules_name) == (people, "")


@pytest.mark.parametrize("form", [THREE, TWO])
def test_every_page_of_the_game_is_shown(organiser, start_url, form):
    game_page = organiser.post(start_url, form).url
    game = Game.objects.get()
    pages = [game_page, pad_url(game), pad_url(game, "pad_log"), pad_url(game, "pad_rules"), pad_url(game, "pad_seat")]
    public = [reverse(f"play:{page}", args=[game.code]) for page in ("watch", "watch_rules")]
    assert {organiser.get(page).status_code for page in pages + public} == {200}


# Another number is tapped


@pytest.mark.parametrize(
    "seats, kept", [("4", ["Ann", "Bob", "Clara", ""]), ("3", ["Ann", "Bob", "Clara"]), ("2", ["Ann", "Bob"])]
)
def test_changing_the_number_of_players_keeps_the_names_that_fit(organiser, start_url, seats, kept):
    response = organiser.post(start_url, THREE | {"switch": seats})
    page = Html(response)
    assert (response.status_code, fields(page)) == (200, kept)
    assert page.texts("p", css="error") == page.texts("span", css="wrong") == []
    assert Game.objects.count() == 0


@pytest.mark.parametrize("dealer", ["2", "9" * 5000, "²", "x", ""])
def test_a_dealer_who_left_is_replaced(organiser, start_url, dealer):
    page = Html(organiser.post(start_url, {"switch": "2", "dealer": dealer}))
    assert page.chosen("dealer")[0] in {"0", "1"}


def test_a_player_who_left_the_table_is_not_asked_for_a_seat(organiser, start_url):
    organiser.post(start_url, TWO)
    game = Game.objects.get()
    assert Html(phone(None).get(pad_url(game))).text.count("Clara") == 0
    assert phone("2").get(pad_url(game)).status_code == 200
    assert phone(None).post(pad_url(game, "pad_seat"), {"seat": "2"}).status_code == 409


@pytest.mark.parametrize("seat", ["2", "3"])
def test_a_nonexistent_seat_is_not_stored_as_the_scorer(prairie, olga, organiser, seat):
    two = builders.game(prairie, olga, preset="two_player")
    send(phone(seat), two)
    assert two.entries.get().by_seat is None
    assert phone("0").get(pad_url(two, "pad_log")).status_code == 200
    assert organiser.get(reverse("play:game", args=[prairie.slug, two.code])).status_code == 200


# Played again


def over(prairie, olga, preset, dealer=0):
    """A game of as many hands as end it, the deal gone on with each."""
    made = builders.game(prairie, olga, preset=preset, dealer=dealer)
    made.options |= {"target": None, "max_hands": 2}
    made.save()
    for number in (1, 2):
        form = {"contract": "widow", "first": "6", "second": "4", "tricks": ""} if preset == "widow" else {}
        send(phone(), made, position=number, **form)
    return Game.objects.get(pk=made.pk)


@pytest.mark.parametrize("preset, dealer, deals", [("widow", 0, 2), ("widow", 2, 1), ("two_player", 1, 1)])
def test_everyone_keeps_the_chair_and_the_deal_continues(prairie, olga, preset, dealer, deals):
    old = over(prairie, olga, preset, dealer)
    following = play_again(link(old), 0, at=NOON)
    assert (names(following), following.first_dealer, following.dealer) == (names(old), deals, deals)
    assert (following.preset, following.options, following.totals) == (preset, old.options, [0] * len(old.totals))


@pytest.mark.parametrize("preset, partner", [("widow", 1), ("widow", 2), ("two_player", 1), ("neuralplay", 0)])
def test_an_unknown_partner_is_refused(prairie, olga, preset, partner):
    old = over(prairie, olga, preset)
    with refusal_of("page_is_old"):
        play_again(link(old), partner, at=NOON)


def roster(club):
    return sorted(club.players.values_list("name", flat=True))


def test_a_known_name_matches_in_any_case_beyond_ascii(prairie, olga):
    asa = Player.objects.create(club=prairie, name="Åsa")
    game = builders.game(prairie, olga, names=("ÅSA", "Bob", "Clara", "Dan"))
    assert game.seats.get(position=0).player == asa


@pytest.mark.parametrize("names", [("Ann", "Bob", "Ann", "Dan"), ("Ann", "Bob", "Clara", "ANN")])
def test_nobody_sits_on_two_chairs(prairie, olga, names):
    with pytest.raises(SamePersonTwice) as refusal:
        builders.game(prairie, olga, names=names)
    assert "is already seated" in refusal.value.sentence
    assert (Game.objects.count(), roster(prairie)) == (0, [])


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

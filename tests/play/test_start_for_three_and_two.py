"""Tables of three and of two: begun on the same page, and played again."""

import pytest
from django.urls import reverse

from tests import builders
from tests.builders import NOON, link, refusal_of
from tests.play.phone import pad_url, phone, send
from tests.web.html import Html
from whistclub.play.games import play_again
from whistclub.play.models import Game

pytestmark = pytest.mark.django_db

NAMES = {"seat0": "Ann", "seat1": "Bob", "seat2": "Clara"}
THREE = NAMES | {"players": "3", "rules": "widow", "dealer": "2"}
TWO = {"seat0": "Ann", "seat1": "Bob", "players": "2", "rules": "two_player", "dealer": "1"}


def typed(page):
    return [each.attributes.get("value", "") for each in page.find("input", type="text")]


def offered(page):
    return {each["value"] for each in page.find("input", type="radio", name="rules")}


def names(game):
    return [seat.player.name for seat in game.seats.order_by("position")]


# Begun


@pytest.mark.parametrize("form, form_of_game, people", [(THREE, "widow3", 3), (TWO, "duo2", 2)])
def test_names_and_a_tap_start_a_game(organiser, prairie, start_url, form, form_of_game, people):
    response = organiser.post(start_url, form)
    game = Game.objects.get()
    assert (response.status_code, response.url) == (302, reverse("play:game", args=[prairie.slug, game.code]))
    assert (game.preset, game.form, game.first_dealer) == (form["rules"], form_of_game, int(form["dealer"]))
    assert names(game) == ["Ann", "Bob", "Clara"][:people]
    assert (len(game.totals), game.rules_name) == (people, "")


@pytest.mark.parametrize("form", [THREE, TWO])
def test_every_page_of_the_game_is_shown(organiser, start_url, form):
    game_page = organiser.post(start_url, form).url
    game = Game.objects.get()
    pages = [game_page, pad_url(game), pad_url(game, "pad_log"), pad_url(game, "pad_rules"), pad_url(game, "pad_seat")]
    public = [reverse(f"play:{page}", args=[game.code]) for page in ("watch", "watch_live", "watch_rules")]
    assert {organiser.get(page).status_code for page in pages + public} == {200}


@pytest.mark.parametrize("seats, keys", [("3", {"widow"}), ("2", {"two_player"})])
def test_only_rules_for_that_number_are_offered(organiser, start_url, seats, keys):
    page = Html(organiser.post(start_url, {"switch": seats}))
    assert (offered(page), page.chosen("rules")) == (keys, list(keys))
    assert len(typed(page)) == int(seats)


@pytest.mark.parametrize("rules", ["neuralplay", "two_player", ""])
def test_rules_for_another_number_are_refused_and_everything_is_kept(organiser, start_url, rules):
    response = organiser.post(start_url, THREE | {"rules": rules, "requires_confirmation": "on"})
    page = Html(response)
    assert (response.status_code, Game.objects.count()) == (422, 0)
    assert (typed(page), page.chosen("dealer")) == (["Ann", "Bob", "Clara"], ["2"])
    assert "checked" in page.find("input", name="requires_confirmation")[0].attributes


@pytest.mark.parametrize("dealer", ["3", "", "x", "-1"])
def test_a_dealer_that_is_not_at_the_table_is_refused(organiser, start_url, dealer):
    response = organiser.post(start_url, THREE | {"dealer": dealer})
    assert (response.status_code, typed(Html(response))) == (422, ["Ann", "Bob", "Clara"])


def test_an_empty_chair_is_reported(organiser, start_url):
    response = organiser.post(start_url, THREE | {"seat2": ""})
    assert (response.status_code, Html(response).texts("span", css="wrong")) == (422, ["Enter a name."])


def test_one_person_on_two_chairs_is_refused(organiser, start_url):
    response = organiser.post(start_url, TWO | {"seat1": "ANN"})
    assert Html(response).texts("span", css="wrong") == ["ANN is already seated."]


# Another number is tapped


@pytest.mark.parametrize(
    "seats, kept", [("4", ["Ann", "Bob", "Clara", ""]), ("3", ["Ann", "Bob", "Clara"]), ("2", ["Ann", "Bob"])]
)
def test_changing_the_number_of_players_keeps_the_names_that_fit(organiser, start_url, seats, kept):
    response = organiser.post(start_url, THREE | {"switch": seats})
    page = Html(response)
    assert (response.status_code, typed(page)) == (200, kept)
    assert page.texts("p", css="error") == page.texts("span", css="wrong") == []
    assert Game.objects.count() == 0


def test_changing_the_number_of_players_keeps_other_choices(organiser, start_url):
    page = Html(organiser.post(start_url, TWO | {"switch": "4", "rules": "askov", "requires_confirmation": "on"}))
    assert (page.chosen("dealer"), page.chosen("rules")) == (["1"], ["askov"])
    assert "checked" in page.find("input", name="requires_confirmation")[0].attributes


@pytest.mark.parametrize("dealer", ["2", "9" * 5000, "²", "x", ""])
def test_a_dealer_who_left_is_replaced(organiser, start_url, dealer):
    page = Html(organiser.post(start_url, {"switch": "2", "dealer": dealer}))
    assert page.chosen("dealer")[0] in {"0", "1"}


@pytest.mark.parametrize("switch", ["5", "1", "x", "", "²", "\x00"])
def test_an_unsupported_number_of_players_is_ignored(organiser, start_url, switch):
    assert organiser.post(start_url, THREE | {"switch": switch}).status_code == 302


@pytest.mark.parametrize("players", ["5", "x", ""])
def test_an_unknown_number_of_players_starts_no_game(organiser, start_url, players):
    response = organiser.post(start_url, THREE | {"players": players})
    assert (response.status_code, Game.objects.count()) == (422, 0)


def test_the_page_preselects_the_last_rules_for_that_number_of_players(organiser, start_url):
    organiser.post(start_url, THREE)
    page = Html(organiser.get(start_url))
    assert (page.chosen("rules"), len(typed(page))) == (["widow"], 3)


def test_a_player_who_left_the_table_is_not_asked_for_a_seat(organiser, start_url):
    organiser.post(start_url, TWO)
    game = Game.objects.get()
    assert Html(phone(None).get(pad_url(game))).text.count("Clara") == 0
    assert phone("2").get(pad_url(game)).status_code == 200
    assert phone(None).post(pad_url(game, "pad_seat"), {"seat": "2"}).status_code == 422


@pytest.mark.parametrize("seat", ["2", "3"])
def test_a_nonexistent_seat_is_not_stored_as_the_scorer(prairie, olga, organiser, seat):
    two = builders.game(prairie, olga, preset="two_player")
    send(phone(seat), two)
    assert two.hands.get().by_seat is None
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
        send(phone(), made, number=number, **form)
    return Game.objects.get(pk=made.pk)


@pytest.mark.parametrize("preset, dealer, deals", [("widow", 0, 2), ("widow", 2, 1), ("two_player", 1, 1)])
def test_everyone_keeps_the_chair_and_the_deal_continues(prairie, olga, preset, dealer, deals):
    old = over(prairie, olga, preset, dealer)
    following = play_again(link(old), 0, at=NOON)
    assert (names(following), following.first_dealer, following.dealer) == (names(old), deals, deals)
    assert (following.preset, following.options, following.totals) == (preset, old.options, [0] * len(old.totals))


@pytest.mark.parametrize("preset, label", [("widow", "Ann, Bob and Clara"), ("two_player", "Ann and Bob")])
def test_one_button_plays_again(prairie, olga, preset, label):
    old = over(prairie, olga, preset)
    page = Html(phone().get(pad_url(old)))
    assert page.texts("button", name="partner") == [label]
    assert [each["value"] for each in page.find("button", name="partner")] == ["0"]


@pytest.mark.parametrize("preset", ["widow", "two_player"])
def test_the_phone_follows_its_seat(prairie, olga, preset):
    old = over(prairie, olga, preset)
    response = phone("1").post(pad_url(old, "pad_again"), {"partner": "0"})
    following = Game.objects.get(follows=old)
    assert response.url == pad_url(following)
    assert response.cookies["seat"].value.startswith("1.")


def test_the_organiser_can_start_the_next_game_for_the_table(prairie, olga, organiser):
    old = over(prairie, olga, "widow")
    response = organiser.post(reverse("play:again", args=[prairie.slug, old.code]), {"partner": "0"})
    assert (response.status_code, Game.objects.filter(follows=old).count()) == (302, 1)


@pytest.mark.parametrize("preset, partner", [("widow", 1), ("widow", 2), ("two_player", 1), ("neuralplay", 0)])
def test_an_unknown_partner_is_refused(prairie, olga, preset, partner):
    old = over(prairie, olga, preset)
    with refusal_of("page_is_old"):
        play_again(link(old), partner, at=NOON)


def test_the_deal_passes_after_a_redeal(prairie, olga):
    made = builders.game(prairie, olga, preset="widow")
    made.options |= {"max_hands": 1}
    made.save()
    send(phone(), made, bid="", tricks="", save="next_dealer")
    send(phone(), made, number=2, contract="widow", first="6", second="4", tricks="")
    assert play_again(link(made), 0, at=NOON).first_dealer == 2

"""The score pad as a phone shows it."""

import pytest
from django.urls import reverse

from tests import builders
from tests.builders import high, low, record
from tests.play.phone import pad_url, phone
from tests.web.html import Html

pytestmark = pytest.mark.django_db


def totals(page: Html) -> list[tuple[str, str]]:
    labels = page.texts("span", css="label")
    return list(zip(labels, page.texts("span", css="total"), strict=True))


def test_a_phone_without_a_seat_asks_for_it(game):
    page = Html(phone(None).get(pad_url(game)))
    assert page.texts("h1") == ["Where do you sit?"]
    assert page.texts("button", name="seat") == ["Ann", "Bob", "Clara", "Dan", "I’m just keeping score"]


@pytest.mark.parametrize("cookie", ["4", "-1", "x", "", "None", "0 ", "²", "99999999999999999999"])
def test_an_invalid_seat_cookie_makes_the_pad_ask_again(game, cookie):
    assert Html(phone(cookie).get(pad_url(game))).texts("h1") == ["Where do you sit?"]


@pytest.mark.parametrize("seat", ["0", "1", "2", "3", "none"])
def test_the_seat_is_remembered_on_the_phone_for_this_link_only(game, seat):
    response = phone(None).post(pad_url(game, "pad_seat"), {"seat": seat})
    cookie = response.cookies["seat"]
    assert (response.status_code, response.url) == (302, pad_url(game))
    expected = seat if seat == "none" else f"{seat}.{game.seats.get(position=seat).player_id}"
    assert (cookie.value, cookie["path"], cookie["httponly"], cookie["samesite"]) == (
        expected,
        pad_url(game),
        True,
        "Lax",
    )


def test_an_invalid_seat_choice_is_asked_again(game):
    response = phone(None).post(pad_url(game, "pad_seat"), {"seat": "9"})
    assert (response.status_code, Html(response).texts("h1")) == (422, ["Where do you sit?"])


@pytest.mark.parametrize(
    "seat, shown",
    [
        ("0", [("Us", "3"), ("Them", "4")]),
        ("2", [("Us", "3"), ("Them", "4")]),
        ("1", [("Us", "4"), ("Them", "3")]),
        ("3", [("Us", "4"), ("Them", "3")]),
        ("none", [("Ann & Clara", "3"), ("Bob & Dan", "4")]),
    ],
)
def test_the_score_is_shown_from_the_owners_seat(game, seat, shown):
    record(game, high(1, 0, 9), high(2, 1, 10))
    assert totals(Html(phone(seat).get(pad_url(game)))) == shown


@pytest.mark.parametrize("seat, at_the_bottom", [("0", "Ann"), ("1", "Bob"), ("2", "Clara"), ("3", "Dan")])
def test_the_owner_sits_at_the_bottom_of_the_table_diagram(game, seat, at_the_bottom):
    page = Html(phone(seat).get(pad_url(game)))
    (south,) = page.find("label", css="south")
    assert south.text.split()[0] == at_the_bottom


def test_the_dealer_of_the_next_hand_is_marked(game):
    record(game, high(1, 0, 9))
    page = Html(phone().get(pad_url(game)))
    dealing = [label.text for label in page.find("label", css="seat") if "deals" in label.text]
    assert dealing == ["Bob deals"]


def test_the_page_says_which_hand_comes_next_and_to_what(game):
    record(game, high(1, 0, 9))
    assert Html(phone().get(pad_url(game))).texts("p", css="state") == ["Hand 2 First to 13"]


def test_the_form_of_a_new_hand_has_no_preselection(game):
    page = Html(phone().get(pad_url(game)))
    assert (page.chosen("bid"), page.chosen("tricks"), page.value("number")) == ([], [], "1")


def test_every_form_has_a_new_id(game):
    first, second = (Html(phone().get(pad_url(game))).value("uid") for _each in range(2))
    assert first != second


def test_solos_are_offered_only_where_the_rules_have_them(prairie, olga, game):
    askov = builders.game(prairie, olga, preset="askov")
    offered = [
        [each["value"] for each in Html(phone().get(pad_url(of))).find("input", type="radio", name="contract")]
        for of in (game, askov)
    ]
    assert offered == [[], ["high", "sola_nola", "grand_dix"]]


def test_the_score_sheet_shows_the_newest_hand_first_with_a_correction_link(game):
    record(game, high(1, 0, 9), low(2, 9))
    page = Html(phone().get(pad_url(game)))
    assert page.texts("span", css="number") == ["2", "1"]
    assert [line["href"] for line in page.find("a", css="line")] == [
        pad_url(game, "pad_correct", 2),
        pad_url(game, "pad_correct", 1),
    ]


def test_the_history_page_names_sides_from_the_owners_perspective(game):
    record(game, high(1, 0, 9), by_seat=0)
    text = Html(phone("1").get(pad_url(game, "pad_log"))).text
    assert "Hand 1: Ann granded, made 9: Them +3." in text
    assert "Ann’s phone" in text


@pytest.mark.parametrize("page", ["pad", "pad_log"])
def test_pages_of_the_pad_are_never_kept_by_a_browser(game, page):
    assert "no-store" in phone().get(pad_url(game, page))["Cache-Control"]


def test_the_pad_says_how_a_hand_is_corrected_and_the_spectator_page_does_not(game):
    how = "Tap a hand to correct it."
    record(game, high(1, 0, 8))
    assert how in Html(phone().get(pad_url(game))).text
    assert how not in Html(phone().get(reverse("play:watch", args=[game.code]))).text

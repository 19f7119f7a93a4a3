"""A game of two, as their phones enter it. Ann and Bob each play alone."""

import pytest

from tests import builders
from tests.play.phone import form_of, hand_form, pad_url, phone, send
from tests.web.html import Html
from whistclub.play.models import Game

pytestmark = pytest.mark.django_db


@pytest.fixture
def two(prairie, olga):
    return builders.game(prairie, olga, preset="two_player")


def page_of(game, seat="0"):
    return Html(phone(seat).get(pad_url(game)))


@pytest.mark.parametrize(
    "bid, tricks, stored, totals",
    [("0", "9-4", [9, 4], [3, 0]), ("1", "9-4", [4, 9], [0, 3]), ("1", "6-7", [7, 6], [2, 0])],
)
def test_high_tricks_are_the_declarers(two, bid, tricks, stored, totals):
    assert send(phone(), two, htmx=True, bid=bid, tricks=tricks).status_code == 201
    assert two.hands.get().tricks == stored
    assert Game.objects.get(pk=two.pk).totals == totals


@pytest.mark.parametrize("seat, stored, totals", [("0", [8, 5], [0, 2]), ("1", [5, 8], [2, 0])])
def test_low_tricks_are_entered_from_the_phone_owners_perspective(two, seat, stored, totals):
    send(phone(seat), two, bid="low", tricks="8-5", counted=int(seat))
    assert two.hands.get().tricks == stored
    assert Game.objects.get(pk=two.pk).totals == totals


@pytest.mark.parametrize("seat, labels", [("0", ["You", "Bob"]), ("1", ["You", "Ann"]), ("none", ["Ann", "Bob"])])
def test_every_seat_sees_itself_first(two, seat, labels):
    page = page_of(two, seat)
    assert page.texts("span", css="label") == labels
    assert page.texts("label", css="south")[0].split()[0] == ("Bob" if seat == "1" else "Ann")


def test_each_phone_reads_the_hand_in_its_own_words(two):
    send(phone(), two, bid="1", tricks="9-4")
    assert page_of(two, "0").texts("output") == ["✓ Hand 1: Bob bid high, made 9: Bob +3."]
    assert page_of(two, "1").texts("output") == ["✓ Hand 1: Bob bid high, made 9: You +3."]


def test_the_pad_is_worded_for_two_players(two):
    page = page_of(two)
    assert page.texts("output") == ["Tap who bid high, then the tricks, then Save."]
    assert page.texts("legend", css="tricks-legend")[0]
    assert "granded" not in page.find("legend", css="tricks-legend")[0]["data-empty"]


def test_the_deal_alternates_between_two(two):
    for number, dealer in enumerate(["Ann", "Bob", "Ann"], start=1):
        assert [each for each in page_of(two).texts("label", css="seat") if "deals" in each] == [f"{dealer} deals"]
        send(phone(), two, number=number, tricks="7-6")


@pytest.mark.parametrize(
    "form, text",
    [
        ({"bid": "2"}, "That seat is empty."),
        ({"bid": "none"}, "Both bid low"),
        ({"tricks": "9-9"}, "The tricks add up to 18, but a hand has 13."),
        ({"contract": "widow", "tricks": "", "first": "5", "second": "4"}, "These rules do not have that bid"),
        ({"revoke": "0-2"}, "Choose which side revoked."),
    ],
)
def test_hands_impossible_for_two_are_refused_with_a_message(two, form, text):
    response = send(phone(), two, htmx=True, **form)
    assert (response.status_code, two.hands.count()) == (422, 0)
    assert text in Html(response).text


def test_a_refused_hand_keeps_the_choices(two):
    page = Html(send(phone("1"), two, bid="1", tricks=""))
    assert (page.chosen("bid"), page.value("counted")) == (["1"], "1")


def test_a_hand_is_corrected_on_the_other_phone(two):
    send(phone(), two, bid="low", tricks="8-5")
    old = two.hands.get()
    page = Html(phone("1").get(pad_url(two, "pad_correct", 1)))
    assert (page.chosen("bid"), page.chosen("tricks")) == (["low"], ["5-8"])
    form = hand_form(replaces=old.uid, bid="low", tricks="9-4", counted=1)
    assert phone("1").post(pad_url(two, "pad_correct", 1), form).status_code == 302
    assert Game.objects.get(pk=two.pk).totals == [3, 0]


def test_a_removed_hand_can_be_restored_on_the_other_phone(two):
    send(phone(), two, bid="low", tricks="8-5")
    phone().post(pad_url(two, "pad_undo"), {"uid": hand_form()["uid"], "last": two.hands.get().uid})
    form = form_of(phone("1").get(pad_url(two)), "Restore it")
    phone("1").post(pad_url(two, "pad_record"), form)
    assert two.hands.get(current=True).tricks == [8, 5]


def test_thirteen_points_end_the_game(two):
    for number in range(1, 6):
        send(phone(), two, number=number, bid="1", tricks="9-4")
    assert page_of(two, "1").texts("h1") == ["You won the game 15–0."]
    assert page_of(two, "0").texts("h1") == ["Bob won the game 15–0."]

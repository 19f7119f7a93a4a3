"""Where two sides agree, another side's phone accepts each hand, or says that it is wrong."""

import pytest
from django.test import Client
from django.urls import reverse

from tests import builders
from tests.builders import NOON, high, low, record
from tests.play.phone import HTMX, form_of, hand_form, pad_url, phone
from tests.web.html import Html
from whistclub.play.models import Confirmation
from whistclub.play.party_games import lock_results

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(prairie, olga):
    """Ann & Clara against Bob & Dan; each hand is shown to the other side."""
    return builders.game(prairie, olga, asks=True)


def says(game, hand, what="yes", seat="1", *, htmx=True):
    form = {"hand": hand.uid, "agrees": what}
    return phone(seat).post(pad_url(game, "pad_confirm"), form, headers=HTMX if htmx else {})


def asked_on(game, seat):
    """The question on the phone of this seat, and how many wait behind it."""
    found = phone(seat).get(pad_url(game)).context["to_confirm"]
    return (found[0].entry.uid, len(found) - 1) if found else None


def answers_on_sheet(game, seat="0"):
    """The newest hand first."""
    return Html(phone(seat).get(pad_url(game))).texts("small", css="confirmation")


# Who is asked, and who may answer


@pytest.mark.parametrize("seat, asked", [("0", False), ("2", False), ("1", True), ("3", True), ("none", False)])
def test_the_other_side_is_asked(game, seat, asked):
    hand = record(game, high(1, 0, 9), by_seat=0)
    assert asked_on(game, seat) == ((hand.uid, 0) if asked else None)


@pytest.mark.parametrize("seat", ["0", "1", "2", "3"])
def test_a_hand_from_a_scorekeepers_phone_needs_confirmation_from_all(game, seat):
    hand = record(game, high(1, 0, 9), by_seat=None)
    assert asked_on(game, seat) == (hand.uid, 0)
    assert says(game, hand, seat=seat).status_code == 200


@pytest.mark.parametrize("seat", ["0", "2", "none"])
def test_only_the_other_side_can_confirm(game, seat):
    hand = record(game, high(1, 0, 9), by_seat=0)
    response = says(game, hand, seat=seat)
    assert response.status_code == 422
    assert "Only another side’s phone can confirm this hand." in Html(response).text
    assert Confirmation.objects.count() == 0


def test_without_confirmation_there_is_nothing_to_answer(prairie, olga):
    quiet = builders.game(prairie, olga)
    hand = record(quiet, high(1, 0, 9), by_seat=0)
    assert asked_on(quiet, "1") is None
    assert says(quiet, hand).status_code == 422
    assert answers_on_sheet(quiet) == []


# What an answer does


@pytest.mark.parametrize(
    "what, text, on_sheet",
    [
        ("yes", "Confirmed.", "confirmed by Bob"),
        ("no", "Disputed. Tap the hand below to correct it.", "Bob disputes this hand"),
    ],
)
def test_a_confirmation_is_shown_beside_the_hand(game, what, text, on_sheet):
    hand = record(game, high(1, 0, 9), by_seat=0)
    response = says(game, hand, what)
    assert (response.status_code, response["HX-Trigger-After-Settle"], Html(response).text) == (200, "changed", text)
    assert answers_on_sheet(game) == [on_sheet]
    assert asked_on(game, "1") is None
    assert on_sheet in Html(Client().get(reverse("play:watch", args=[game.code]))).text


def test_the_same_answer_again_is_kept_once_and_a_different_one_replaces_it(game):
    hand = record(game, high(1, 0, 9), by_seat=0)
    assert [says(game, hand, answer).status_code for answer in ("yes", "yes", "no")] == [200, 200, 200]
    assert Confirmation.objects.get().agrees is False


def test_who_disputed_a_hand_can_say_that_it_is_right(game):
    hand = record(game, high(1, 0, 9), by_seat=0)
    says(game, hand, "no")
    assert "Confirm" not in Html(phone("0").get(pad_url(game))).texts("button")
    form = form_of(phone("1").get(pad_url(game)), "Confirm")
    assert phone("1").post(pad_url(game, "pad_confirm"), form).status_code == 302
    assert answers_on_sheet(game) == ["confirmed by Bob"]


def test_the_newest_answer_counts_also_if_it_was_given_before(game):
    hand = record(game, high(1, 0, 9), by_seat=0)
    for what, seat in (("yes", "1"), ("no", "3"), ("yes", "1")):
        says(game, hand, what, seat)
    assert answers_on_sheet(game) == ["confirmed by Bob"]


# The order of questions


def test_the_oldest_hand_is_asked_first_and_the_others_are_counted(game):
    hands = [record(game, low(number, 7), by_seat=0) for number in (1, 2, 3)]
    assert asked_on(game, "1") == (hands[0].uid, 2)
    page = Html(phone("1").get(pad_url(game)))
    assert "Hand 1: All red: low. Tricks" in page.texts("form", css="confirm")[0]
    assert "2 more to check." in page.texts("form", css="confirm")[0]
    says(game, hands[1])
    assert asked_on(game, "1") == (hands[0].uid, 1)
    says(game, hands[0])
    assert asked_on(game, "1") == (hands[2].uid, 0)


def test_the_end_counts_disputed_hands_apart_from_those_without_an_answer(game):
    record(game, *(high(position, 0, 9) for position in range(1, 6)))
    for position, sentence in [(1, "1 hand is disputed, 4 are not"), (2, "2 hands are disputed, 3 are not confirmed.")]:
        says(game, game.entries.get(position=position), "no")
        assert sentence in Html(phone().get(pad_url(game))).texts("section", css="end")[0]


# Corrected meanwhile


def corrected(game, old, seat="0"):
    form = hand_form(corrects=old.uid, tricks="8-5")
    assert phone(seat).post(pad_url(game, "pad_correct", 1), form).status_code == 302
    return game.entries.get(current=True, position=1)


@pytest.mark.parametrize("what", ["yes", "no"])
def test_a_hand_corrected_meanwhile_cannot_be_confirmed(game, what):
    old = record(game, high(1, 0, 9), by_seat=0)
    corrected(game, old)
    response = says(game, old, what)
    assert (response.status_code, Confirmation.objects.count()) == (409, 0)
    assert "This has been changed on another phone since" in Html(response).text


def test_a_corrected_hand_needs_confirmation_again(game):
    old = record(game, high(1, 0, 9), by_seat=0)
    says(game, old)
    new = corrected(game, old)
    assert asked_on(game, "1") == (new.uid, 0)
    assert answers_on_sheet(game) == ["waiting for them to confirm"]
    assert answers_on_sheet(game, "1") == ["waiting for you to confirm"]


# Closed, and what cannot be read


def test_a_locked_result_neither_asks_for_nor_accepts_confirmation(game, olga):
    hand = record(game, high(1, 0, 9), by_seat=0)
    lock_results([game], by=olga, at=NOON)
    assert asked_on(game, "1") is None
    response = says(game, hand)
    assert (response.status_code, Confirmation.objects.count()) == (409, 0)
    assert "The organiser has locked this result." in Html(response).text

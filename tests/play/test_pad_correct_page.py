"""The page on which a recorded hand is corrected."""

import pytest

from tests.builders import high, low, record
from tests.play.phone import HTMX, hand_form, pad_url, phone
from tests.web.html import Html

pytestmark = pytest.mark.django_db


def test_the_page_shows_the_recorded_hand(game):
    record(game, high(1, 0, 9), low(2, 9))
    page = Html(phone().get(pad_url(game, "pad_correct", 1)))
    assert page.texts("h1") == ["Correct hand 1"]
    assert "Saved: Ann granded, made 9: Us +3." in page.text
    assert (page.chosen("bid"), page.chosen("tricks")) == (["0"], ["9-4"])


def test_a_low_hand_is_shown_with_the_tricks_of_the_owners_side(game):
    record(game, low(1, 9))
    page = Html(phone("1").get(pad_url(game, "pad_correct", 1)))
    assert (page.chosen("bid"), page.chosen("tricks"), page.value("counted")) == (["low"], ["4-9"], "1")


def test_a_saved_correction_comes_back_to_the_pad(game):
    old = record(game, high(1, 0, 9)).hand
    response = phone().post(pad_url(game, "pad_correct", 1), hand_form(tricks="8-5", replaces=old.uid))
    assert (response.status_code, response.url) == (302, pad_url(game))
    assert Html(phone().get(response.url)).texts("span", css="total") == ["2", "0"]


def test_a_phone_with_javascript_is_redirected_to_the_pad(game):
    old = record(game, high(1, 0, 9)).hand
    form = hand_form(tricks="8-5", replaces=old.uid)
    response = phone().post(pad_url(game, "pad_correct", 1), form, headers=HTMX)
    assert (response.status_code, response["HX-Redirect"]) == (200, pad_url(game))


def test_a_corrected_hand_is_marked_on_the_score_sheet(game):
    old = record(game, high(1, 0, 9)).hand
    phone().post(pad_url(game, "pad_correct", 1), hand_form(tricks="8-5", replaces=old.uid))
    assert "corrected" in Html(phone().get(pad_url(game))).texts("ol", css="entries")[0]


def test_a_conflicting_correction_shows_both_entries(game):
    response = correct_too_late(game, headers=HTMX)
    text = Html(response).text
    assert response.status_code == 409
    assert "Saved: Hand 1: Ann granded, made 8: Us +2." in text
    assert "Yours: Hand 1: Ann granded, made 7: Us +1." in text


def test_a_conflicting_correction_without_javascript_shows_the_record_and_keeps_the_choices(game):
    response = correct_too_late(game)
    page = Html(response)
    assert response.status_code == 409
    assert "Saved: Ann granded, made 8: Us +2." in page.text
    assert (page.chosen("bid"), page.chosen("tricks")) == (["0"], ["7-6"])


def correct_too_late(game, **how):
    """Bob's phone makes eight of Ann's nine; Ann's phone, which has not seen it, wants seven."""
    old = record(game, high(1, 0, 9)).hand
    url = pad_url(game, "pad_correct", 1)
    phone("1").post(url, hand_form(tricks="8-5", replaces=old.uid))
    return phone().post(url, hand_form(tricks="7-6", replaces=old.uid), **how)


def test_a_refused_correction_without_javascript_keeps_the_choices(game):
    old = record(game, high(1, 0, 9)).hand
    form = hand_form(bid="1", tricks="", replaces=old.uid)
    response = phone().post(pad_url(game, "pad_correct", 1), form)
    assert (response.status_code, Html(response).chosen("bid")) == (422, ["1"])


@pytest.mark.parametrize("number", [0, 2, 999, 2**31, 2**63, 10**30])
def test_a_hand_that_was_never_played_shows_a_message(game, number):
    record(game, high(1, 0, 9))
    response = phone().get(pad_url(game, "pad_correct", number))
    assert response.status_code == 404
    assert "There is no such hand in this game." in Html(response).text


def test_the_page_of_one_hand_never_changes_another(game):
    record(game, high(1, 0, 9), high(2, 0, 8))
    second = game.hands.get(position=2)
    phone().post(pad_url(game, "pad_correct", 1), hand_form(number=2, tricks="7-6", replaces=second.uid))
    assert not game.hands.filter(replaces=second).exists()

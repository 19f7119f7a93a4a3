"""Sending a hand from the pad, with scripts and without."""

import pytest

from tests.builders import NOON, high, low, play_out, record
from tests.play.phone import hand_form, pad_url, phone, send
from tests.web.html import Html
from whistclub.play.games import end_without_result

pytestmark = pytest.mark.django_db


def test_saving_without_javascript_redirects_to_a_pad_that_shows_the_hand(game):
    response = send(phone(), game)
    assert (response.status_code, response.url) == (302, pad_url(game))
    page = Html(phone().get(response.url))
    assert page.texts("output") == ["✓ Hand 1: Ann granded, made 9: Us +3."]


def test_saving_with_javascript_leads_to_the_pad(game):
    response = send(phone(), game, htmx=True)
    assert (response.status_code, response["HX-Redirect"]) == (201, pad_url(game))


def test_a_resent_hand_is_already_saved(game):
    form = hand_form()
    first, again = (
        phone().post(pad_url(game, "pad_record"), form, headers={"HX-Request": "true"}) for _each in range(2)
    )
    assert (first.status_code, again.status_code, game.hands.count()) == (201, 200, 1)


def test_the_phone_that_sent_a_hand_is_remembered(game):
    send(phone("3"), game)
    assert game.hands.get().by_seat == 3


@pytest.mark.parametrize("seat, counted, stored", [("0", 0, [4, 9]), ("1", 1, [9, 4])])
def test_low_tricks_are_the_counted_sides(game, seat, counted, stored):
    send(phone(seat), game, bid="low", tricks="4-9", counted=counted)
    assert game.hands.get().tricks == stored


@pytest.mark.parametrize("seat, stored", [("0", [9, 4]), ("1", [4, 9]), ("2", [9, 4]), ("3", [4, 9])])
def test_high_tricks_are_the_declaring_sides(game, seat, stored):
    send(phone("0"), game, bid=seat, tricks="9-4")
    assert game.hands.get().tricks == stored


@pytest.mark.parametrize("made, tricks", [("made", [0]), ("failed", [1])])
def test_a_solo_is_made_or_failed(game, made, tricks):
    game.options |= {"solos": True}
    game.save()
    send(phone(), game, contract="sola_nola", bid="2", tricks=made)
    assert (game.hands.get().contract, game.hands.get().tricks) == ("sola_nola", tricks)


@pytest.mark.parametrize("htmx", [True, False])
def test_a_conflict_reports_both_entries(game, htmx):
    record(game, high(1, 0, 9))
    response = send(phone("0"), game, htmx=htmx, bid="1", tricks="8-5")
    text = Html(response).text
    assert response.status_code == 409
    assert "This hand has already been entered on another phone. Yours was not saved." in text
    assert "Saved: Hand 1: Ann granded, made 9: Us +3." in text
    assert "Yours: Hand 1: Bob granded, made 8: Them +2." in text


@pytest.mark.parametrize("bid, tricks, counted", [("1", "8-5", 0), ("low", "4-9", 0)])
def test_a_conflict_leads_to_a_correction_with_their_entry_selected(game, bid, tricks, counted):
    record(game, high(1, 0, 9))
    response = send(phone(), game, htmx=True, bid=bid, tricks=tricks, counted=counted)
    (change,) = [each for each in Html(response).find("a") if each.text == "Use mine"]
    page = Html(phone().get(change["href"]))
    assert (page.chosen("bid"), page.chosen("tricks")) == ([bid], [tricks])


@pytest.mark.parametrize("htmx", [True, False])
def test_an_impossible_hand_is_refused_with_every_sentence(game, htmx):
    response = send(phone(), game, htmx=htmx, bid="7", tricks="9-9")
    text = Html(response).text
    assert response.status_code == 422
    assert "That seat is empty." in text
    assert "The tricks add up to 18, but a hand has 13." in text


def test_a_form_without_bid_and_tricks_explains_what_to_do(game):
    text = Html(send(phone(), game, htmx=True, bid="", tricks="")).text
    assert text == "First tap who granded, or the middle of the table for low."


def test_tricks_that_are_missing_are_asked_for(game):
    response = send(phone(), game, htmx=True, tricks="")
    assert (response.status_code, Html(response).text) == (422, "Now tap the number of tricks, then save.")


def test_a_refused_form_without_javascript_keeps_the_choices(game):
    page = Html(send(phone(), game, bid="1", tricks=""))
    assert page.chosen("bid") == ["1"]


def test_a_conflict_without_javascript_keeps_the_choices(game):
    record(game, high(1, 0, 9))
    page = Html(send(phone(), game, bid="1", tricks="8-5"))
    assert (page.chosen("bid"), page.chosen("tricks")) == (["1"], ["8-5"])


def test_a_refused_low_hand_keeps_the_choices(game):
    record(game, low(1, 9))
    page = Html(send(phone(), game, bid="low", tricks="4-9"))
    assert (page.chosen("bid"), page.chosen("tricks")) == (["low"], ["4-9"])


def test_a_hand_for_a_finished_game_is_refused(game):
    play_out(game)
    response = send(phone(), game, htmx=True, number=6)
    assert response.status_code == 409
    assert Html(response).texts("p") == [
        "The game is over. This hand was not saved.",
        "You entered: Hand 6: Ann granded, made 9: Us +3.",
    ]


def test_a_hand_for_a_stopped_game_is_refused(game, olga):
    end_without_result(game, by=olga, at=NOON)
    response = send(phone(), game, number=1)
    assert response.status_code == 409
    assert "The organiser has ended this game without a result. This hand was not saved." in Html(response).text


def test_undo_without_javascript_comes_back_to_the_pad(game):
    last = record(game, high(1, 0, 9)).hand
    form = {"uid": hand_form()["uid"], "last": last.uid}
    assert phone().post(pad_url(game, "pad_undo"), form).url == pad_url(game)
    assert not game.hands.filter(current=True).exists()


def test_undo_with_javascript_reports_what_was_removed(game):
    last = record(game, high(1, 0, 9)).hand
    form = {"uid": hand_form()["uid"], "last": last.uid}
    response = phone().post(pad_url(game, "pad_undo"), form, headers={"HX-Request": "true"})
    assert (response.status_code, "changed" in response["HX-Trigger-After-Settle"]) == (200, True)
    assert Html(response).text == "Last hand undone."


@pytest.mark.parametrize("page", ["pad_record", "pad_undo", "pad_again"])
def test_addresses_that_write_do_not_accept_get(game, page):
    assert phone().get(pad_url(game, page)).status_code == 405

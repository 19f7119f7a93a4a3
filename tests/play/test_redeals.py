"""The cards are thrown in and dealt again: nothing is scored, and it is no hand."""

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import client_of, high, play_out, record
from tests.play.phone import HTMX, form_of, hand_form, pad_url, phone, send
from tests.web.html import Html
from whistclub.play.models import Game

pytestmark = [pytest.mark.django_db, pytest.mark.writes]

AGAIN = "Thrown in – no points, the same player deals again."
PASSED_ON = "Thrown in – no points, the deal passes on."


def thrown(client, game, save="same_dealer", number=1, *, htmx=True, **more):
    """The button is pressed; whatever else was chosen on the pad is sent along."""
    return send(client, game, htmx=htmx, **({"number": number, "bid": "", "tricks": "", "save": save} | more))


def page_of(game, seat="0"):
    return Html(phone(seat).get(pad_url(game)))


def fresh(game):
    return Game.objects.get(pk=game.pk)


def undo(game, client=None):
    last = game.hands.filter(current=True).latest("position")
    return (client or phone()).post(pad_url(game, "pad_undo"), {"uid": str(uuid4()), "last": last.uid}, headers=HTMX)


def corrected(game, number, **form):
    replaces = game.hands.get(current=True, position=number).uid
    return phone().post(pad_url(game, "pad_correct", number), hand_form(number=number, replaces=replaces, **form))


@pytest.mark.parametrize("save, dealer, notes", [("same_dealer", 0, {}), ("next_dealer", 1, {"deal_passes": True})])
def test_the_table_says_who_deals_again(game, save, dealer, notes):
    assert thrown(phone("2"), game, save).status_code == 201
    entry = game.hands.get()
    assert (entry.contract, entry.declarer, entry.tricks, entry.notes, entry.by_seat) == ("redeal", None, [], notes, 2)
    found = fresh(game)
    assert (found.dealer, found.entries, found.hands_scored, found.totals) == (dealer, 1, 0, [0, 0])


def test_the_buttons_name_the_players(game):
    record(game, high(1, 0, 9))
    labels = [each.text for each in page_of(game).find("button", name="save") if "Thrown in" in each.text]
    assert labels == ["Thrown in – Bob deals again", "Thrown in – Clara deals"]


@pytest.mark.parametrize("save, text", [("same_dealer", AGAIN), ("next_dealer", PASSED_ON)])
def test_pad_watchers_and_organiser_see_it(game, olga, save, text):
    thrown(phone(), game, save)
    organiser = client_of(olga)
    pages = [
        phone().get(pad_url(game)),
        Client().get(reverse("play:watch", args=[game.code])),
        organiser.get(reverse("play:game", args=[game.club.slug, game.code])),
        phone().get(pad_url(game, "pad_log")),
    ]
    assert [text in Html(page).text for page in pages] == [True] * 4


def test_the_next_entry_is_still_the_first_hand(game):
    thrown(phone(), game)
    assert "Hand 1" in page_of(game).texts("p", css="state")[0]
    send(phone(), game, number=2)
    assert page_of(game).texts("output") == ["✓ Hand 1: Ann granded, made 9: Us +3."]


def test_earlier_choices_do_not_matter(game):
    assert thrown(phone(), game, bid="1", tricks="9-9", revoke="1-0").status_code == 201
    assert game.hands.get().contract == "redeal"


def test_a_resent_redeal_is_already_saved(game):
    form = hand_form(bid="", tricks="", save="next_dealer")
    first, again = (phone().post(pad_url(game, "pad_record"), form, headers=HTMX) for _each in range(2))
    assert (first.status_code, again.status_code, game.hands.count()) == (201, 200, 1)


def test_reusing_an_id_for_the_other_button_is_refused(game):
    form = hand_form(bid="", tricks="", save="next_dealer")
    phone().post(pad_url(game, "pad_record"), form)
    response = phone().post(pad_url(game, "pad_record"), form | {"save": "same_dealer"}, headers=HTMX)
    assert (response.status_code, game.hands.count()) == (409, 1)


def test_without_javascript_the_pad_is_shown_again(game):
    response = thrown(phone(), game, htmx=False)
    assert (response.status_code, response.url) == (302, pad_url(game))


# A bid that waited


# Another phone


def test_a_hand_that_another_phone_entered_is_shown_beside_it(game):
    record(game, high(1, 1, 9))
    response = thrown(phone(), game, "next_dealer")
    text = Html(response).text
    assert response.status_code == 409
    assert "Saved: Hand 1: Bob granded, made 9: Them +3." in text
    assert f"Yours: {PASSED_ON}" in text
    assert game.hands.count() == 1


def test_a_hand_in_the_place_of_a_redeal_is_shown_beside_it(game):
    thrown(phone("1"), game)
    response = send(phone(), game, htmx=True)
    text = Html(response).text
    assert response.status_code == 409
    assert (f"Saved: {AGAIN}" in text, "Yours: Hand 1: Ann granded, made 9: Us +3." in text) == (True, True)


def test_the_two_kinds_of_redeal_differ(game):
    thrown(phone("1"), game, "same_dealer")
    assert thrown(phone(), game, "next_dealer").status_code == 409


# The end


def test_after_the_end_it_is_refused(game):
    play_out(game)
    response = thrown(phone(), game, number=6)
    assert response.status_code == 409
    assert Html(response).texts("p") == ["The game is over. This hand was not saved.", f"You entered: {AGAIN}"]


def test_a_hand_limit_counts_hands_alone(prairie, olga, game):
    game.options |= {"target": None, "max_hands": 2}
    game.save()
    for number, save in enumerate(["same_dealer", "hand", "next_dealer", "hand"], start=1):
        chosen = {"bid": "0", "tricks": "9-4"} if save == "hand" else {}
        assert thrown(phone(), game, save, number, **chosen).status_code == 201
        assert fresh(game).state == (Game.State.FINISHED if number == 4 else Game.State.RUNNING)
    assert fresh(game).dealer == 3


# Taken out, put back


def test_undo_reports_what_it_removed(game):
    thrown(phone(), game, "next_dealer")
    assert "↶ Undo the redeal" in page_of(game).texts("button")
    assert Html(undo(game)).text == "Redeal undone."
    assert (fresh(game).dealer, fresh(game).entries) == (0, 0)


@pytest.mark.parametrize("save, dealer", [("same_dealer", 0), ("next_dealer", 1)])
def test_a_removed_hand_can_be_restored(game, save, dealer):
    thrown(phone(), game, save)
    undo(game)
    form = form_of(phone("1").get(pad_url(game)), "Restore it")
    assert phone("1").post(pad_url(game, "pad_record"), form, headers=HTMX).status_code == 201
    assert (fresh(game).dealer, fresh(game).entries) == (dealer, 1)
    assert game.hands.get(current=True).contract == "redeal"


# Corrected


def test_it_is_corrected_into_a_hand_and_back(game):
    thrown(phone(), game, "next_dealer")
    record(game, high(2, 0, 9))
    assert corrected(game, 1, bid="1", tricks="8-5").status_code == 302
    assert (fresh(game).totals, fresh(game).hands_scored, fresh(game).dealer) == ([3, 2], 2, 2)
    assert corrected(game, 1, bid="", tricks="", save="same_dealer").status_code == 302
    assert (fresh(game).totals, fresh(game).hands_scored, fresh(game).dealer) == ([3, 0], 1, 1)


def test_the_correction_page_shows_the_recorded_hand_and_preselects_nothing(game):
    thrown(phone(), game)
    page = Html(phone().get(pad_url(game, "pad_correct", 1)))
    assert page.texts("h1") == ["Correct the redeal"]
    assert f"Saved: {AGAIN}" in page.text
    assert (page.chosen("bid"), page.chosen("tricks")) == ([], [])


def test_correcting_the_deciding_hand_into_a_redeal_reopens_the_game(game):
    play_out(game)
    assert corrected(game, 5, bid="", tricks="", save="next_dealer").status_code == 302
    found = fresh(game)
    assert (found.state, found.totals, found.hands_scored, found.finished_at) == (
        Game.State.RUNNING,
        [12, 0],
        4,
        None,
    )


def test_a_second_concurrent_correction_is_shown_the_first(game):
    record(game, high(1, 0, 9))
    old = game.hands.get().uid
    corrected(game, 1, bid="", tricks="", save="same_dealer")
    form = hand_form(replaces=old, bid="1", tricks="8-5")
    response = phone().post(pad_url(game, "pad_correct", 1), form, headers=HTMX)
    assert response.status_code == 409
    assert f"Saved: {AGAIN}" in Html(response).text


def test_removing_an_adjustment_keeps_hand_numbers(game):
    record(game, high(1, 0, 9))
    thrown(phone(), game, number=2)
    record(game, high(3, 1, 9))
    assert page_of(game).texts("span", css="number") == ["2", "", "1"]

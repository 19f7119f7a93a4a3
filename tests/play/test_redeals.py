"""The cards are thrown in and dealt again: nothing is scored, and it is no hand."""

import re
from dataclasses import replace
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from tests import builders
from tests.builders import client_of, entry_row, high, play_out, record
from tests.play.party_games import fresh
from tests.play.phone import HTMX, form_of, hand_form, pad_url, phone, send
from tests.web.html import Html
from whistclub.engine.options import PRESETS
from whistclub.play.models import Game

pytestmark = pytest.mark.django_db


AGAIN = "Thrown in – no points, the same player deals again."
PASSED_ON = "Thrown in – no points, the deal passes on."


def thrown(client, game, save="same_dealer", position=1, *, htmx=True, **more):
    """The button is pressed; whatever else was chosen on the pad is sent along."""
    return send(client, game, htmx=htmx, **({"position": position, "bid": "", "tricks": "", "save": save} | more))


def page_of(game, seat="0"):
    return Html(phone(seat).get(pad_url(game)))


def corrected(game, position, **form):
    saved = game.entries.get(current=True, position=position).uid
    return phone().post(pad_url(game, "pad_correct", position), hand_form(position=position, corrects=saved, **form))


@pytest.mark.parametrize("save, dealer, notes", [("same_dealer", 0, {}), ("next_dealer", 1, {"deal_passes": True})])
def test_the_table_says_who_deals_again(game, save, dealer, notes):
    assert thrown(phone("2"), game, save).status_code == 200
    entry = game.entries.get()
    assert (entry.contract, entry.declarer, entry.tricks, entry.notes, entry.by_seat) == ("redeal", None, [], notes, 2)
    found = fresh(game)
    assert (found.dealer, found.hands_scored, found.totals) == (dealer, 0, [0, 0])


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


# Another phone


def test_a_hand_that_another_phone_entered_is_shown_beside_it(game):
    record(game, high(1, 1, 9))
    response = thrown(phone(), game, "next_dealer")
    text = Html(response).text
    assert response.status_code == 409
    assert "Saved: Hand 1: Bob granded, made 9: Them +3." in text
    assert f"Yours: {PASSED_ON}" in text
    assert game.entries.count() == 1


# Corrected


def test_it_is_corrected_into_a_hand_and_back(game):
    thrown(phone(), game, "next_dealer")
    record(game, high(2, 0, 9))
    assert corrected(game, 1, bid="1", tricks="8-5").status_code == 302
    assert (fresh(game).totals, fresh(game).hands_scored, fresh(game).dealer) == ([3, 2], 2, 2)
    assert corrected(game, 1, bid="", tricks="", save="same_dealer").status_code == 302
    assert (fresh(game).totals, fresh(game).hands_scored, fresh(game).dealer) == ([3, 0], 1, 1)


def test_correcting_the_deciding_hand_into_a_redeal_reopens_the_game(game):
    play_out(game)
    assert corrected(game, 2, bid="", tricks="", save="next_dealer").status_code == 302
    found = fresh(game)
    assert (found.state, found.totals, found.hands_scored, found.finished_at) == (Game.State.RUNNING, [7, 0], 1, None)


@pytest.fixture
def tables(prairie, olga):
    """Games by what can be noted in them."""
    return {
        "solo": builders.game(prairie, olga, preset="askov"),
        "usual": builders.game(prairie, olga),
        "strict": builders.game(prairie, olga, rules=replace(PRESETS["neuralplay"], revoke_tricks=2)),
    }


NOTED = [
    ({"revoke": "0-1"}, {"revoke": [0, 1]}, "Revoke by us: 2 tricks to them."),
    ({"revoke": "1-0"}, {"revoke": [1, 0]}, "Revoke by them: 2 tricks to us."),
    ({"bid": "low", "revoke": "0-1"}, {"revoke": [0, 1]}, "Revoke by us: 2 tricks moved from them to us."),
]
each_note = pytest.mark.parametrize("form, notes, text", NOTED)


def by_name(text):
    """The same for a viewer without a seat."""
    return re.sub(r"\b[Uu]s\b", "Ann & Clara", re.sub(r"\b[Tt]hem\b", "Bob & Dan", text))


@each_note
def test_notes_are_stored_and_shown_everywhere(tables, olga, form, notes, text):
    game = tables["strict"]
    assert send(phone(), game, htmx=True, **form).status_code == 200
    assert game.entries.get().notes == notes
    organiser = client_of(olga)
    page = Html(phone().get(pad_url(game)))
    assert text in page.texts("output")[0]
    assert text in page.texts("ol", css="entries")[0]
    assert text in Html(phone().get(pad_url(game, "pad_log"))).text
    assert by_name(text) in Html(Client().get(reverse("play:watch", args=[game.code]))).text
    assert by_name(text) in Html(organiser.get(reverse("play:game", args=[game.club.slug, game.code]))).text


@each_note
def test_the_pad_previews_the_notes(tables, form, notes, text):
    game = tables["strict"]
    bids = phone().get(pad_url(game)).context["phone_game"]["bids"]
    assert bids[f"high:{form.get('bid', '0')}"]["revokes"][form["revoke"]]["text"] == text


@each_note
def test_a_removed_hand_is_restored_with_its_notes(tables, form, notes, text):
    game = tables["strict"]
    send(phone(), game, **form)
    before = Game.objects.get(pk=game.pk).totals
    phone().post(pad_url(game, "pad_undo"), {"entry": game.entries.get().uid}, headers=HTMX)
    response = phone("1").get(pad_url(game))
    phone("1").post(pad_url(game, "pad_record"), form_of(response, "Restore it"), headers=HTMX)
    assert game.entries.get(current=True).notes == notes
    assert Game.objects.get(pk=game.pk).totals == before


@pytest.mark.parametrize("tricks, by, totals", [("9-4", "0-1", [1, 0]), ("9-4", "1-0", [5, 0]), ("7-6", "0-1", [0, 4])])
def test_a_revoke_moves_tricks_where_the_rules_say_so(tables, tricks, by, totals):
    game = tables["strict"]
    send(phone(), game, tricks=tricks, revoke=by)
    assert game.entries.get().tricks == [int(each) for each in tricks.split("-")]
    assert Game.objects.get(pk=game.pk).totals == totals


@pytest.mark.parametrize(
    "form, text",
    [({"revoke": "1-1"}, "A side cannot revoke against itself."), ({"revoke": "0-2"}, "Choose which side revoked.")],
)
def test_impossible_revokes_are_refused_with_a_message(tables, form, text):
    response = send(phone(), tables["strict"], htmx=True, **form)
    assert (response.status_code, Html(response).texts("p")) == (422, [text])
    assert tables["strict"].entries.count() == 0


def test_a_revoke_in_a_solo_is_ignored_without_javascript(tables):
    form = {"contract": "sola_nola", "tricks": "made", "revoke": "0-1"}
    assert send(phone(), tables["solo"], htmx=True, **form).status_code == 200
    assert tables["solo"].entries.get().notes == {}


def test_the_same_hand_with_another_note_is_not_the_same_entry(tables):
    game = tables["usual"]
    form = hand_form()
    phone().post(pad_url(game, "pad_record"), form)
    response = phone().post(pad_url(game, "pad_record"), form | {"revoke": "0-1"}, headers=HTMX)
    assert (response.status_code, game.entries.count(), game.entries.get().notes) == (409, 1, {})


def test_a_note_alone_is_corrected(tables):
    game = tables["usual"]
    old = record(game, entry_row(uuid4(), 1, "high", 0, (9, 4)))
    form = hand_form(corrects=old.uid, revoke="1-0")
    assert phone().post(pad_url(game, "pad_correct", 1), form).status_code == 302
    assert game.entries.get(current=True).notes == {"revoke": [1, 0]}
    assert "corrected" in Html(phone().get(pad_url(game))).texts("ol", css="entries")[0]

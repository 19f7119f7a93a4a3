"""A revoke, noted beside bid and tricks."""

import re
from dataclasses import replace
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from tests import builders
from tests.builders import client_of, record
from tests.play.phone import HTMX, form_of, hand_form, pad_url, phone, send
from tests.web.html import Html
from whistclub.engine.presets import PRESETS
from whistclub.play.entries import EntrySubmission
from whistclub.play.models import Game

pytestmark = pytest.mark.django_db


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
    assert send(phone(), game, htmx=True, **form).status_code == 201
    assert game.hands.get().notes == notes
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
    sentences = phone().get(pad_url(game)).context["phone_game"]["notes"]
    contract = "low" if form.get("bid") == "low" else form.get("contract", "high")
    assert sentences[contract][form["revoke"]] == text


@each_note
def test_the_correction_form_starts_with_the_recorded_notes(tables, form, notes, text):
    game = tables["strict"]
    send(phone(), game, **form)
    page = Html(phone().get(pad_url(game, "pad_correct", 1)))
    selected = [each["value"] for each in page.find("option") if "selected" in each.attributes]
    assert selected == [form["revoke"]]


@each_note
def test_a_removed_hand_is_restored_with_its_notes(tables, form, notes, text):
    game = tables["strict"]
    send(phone(), game, **form)
    before = Game.objects.get(pk=game.pk).totals
    phone().post(pad_url(game, "pad_undo"), {"uid": str(uuid4()), "last": game.hands.get().uid}, headers=HTMX)
    response = phone("1").get(pad_url(game))
    phone("1").post(pad_url(game, "pad_record"), form_of(response, "Restore it"), headers=HTMX)
    assert game.hands.get(current=True).notes == notes
    assert Game.objects.get(pk=game.pk).totals == before


@each_note
def test_a_form_without_tricks_is_refused_and_keeps_the_notes(tables, form, notes, text):
    page = Html(send(phone(), tables["strict"], **form | {"tricks": ""}))
    selected = {each["value"] for each in page.find("option") if "selected" in each.attributes}
    assert selected == {form["revoke"]}


@pytest.mark.parametrize("tricks, by, totals", [("9-4", "0-1", [1, 0]), ("9-4", "1-0", [5, 0]), ("7-6", "0-1", [0, 4])])
def test_a_revoke_moves_tricks_where_the_rules_say_so(tables, tricks, by, totals):
    game = tables["strict"]
    send(phone(), game, tricks=tricks, revoke=by)
    assert game.hands.get().tricks == [int(each) for each in tricks.split("-")]
    assert Game.objects.get(pk=game.pk).totals == totals


def test_a_revoke_moves_nothing_where_the_table_agrees_on_the_count(tables):
    send(phone(), tables["usual"], revoke="0-1")
    assert Game.objects.get(pk=tables["usual"].pk).totals == [3, 0]


@pytest.mark.parametrize(
    "form, text",
    [
        ({"revoke": "1-1"}, "A side cannot revoke against itself."),
        ({"revoke": "0-2"}, "Choose which side revoked."),
    ],
)
def test_impossible_revokes_are_refused_with_a_message(tables, form, text):
    response = send(phone(), tables["strict"], htmx=True, **form)
    assert (response.status_code, Html(response).texts("p")) == (422, [text])
    assert tables["strict"].hands.count() == 0


def test_a_revoke_in_a_solo_is_ignored_without_javascript(tables):
    form = {"contract": "sola_nola", "tricks": "made", "revoke": "0-1"}
    assert send(phone(), tables["solo"], htmx=True, **form).status_code == 201
    assert tables["solo"].hands.get().notes == {}


@pytest.mark.parametrize("value", ["x", "-1", "3", "1-2-3", "0-3", "high:9", "0-1\x00", "²"])
def test_invalid_revokes_are_refused_with_a_message(tables, value):
    for game in tables.values():
        response = send(phone(), game, htmx=True, revoke=value)
        assert (response.status_code, bool(Html(response).text)) == (422, True)
        assert game.hands.count() == 0


def test_unreadable_input_is_reported(tables):
    response = send(phone(), tables["usual"], htmx=True, revoke="x")
    assert Html(response).text == "The revoke could not be read. Choose it again."


def test_the_same_hand_with_another_note_is_not_the_same_entry(tables):
    game = tables["usual"]
    form = hand_form()
    phone().post(pad_url(game, "pad_record"), form)
    response = phone().post(pad_url(game, "pad_record"), form | {"revoke": "0-1"}, headers=HTMX)
    assert (response.status_code, game.hands.count(), game.hands.get().notes) == (409, 1, {})


def test_a_note_alone_is_corrected(tables):
    game = tables["usual"]
    old = record(game, EntrySubmission(uuid4(), 1, "high", 0, (9, 4))).hand
    form = hand_form(replaces=old.uid, revoke="1-0")
    assert phone().post(pad_url(game, "pad_correct", 1), form).status_code == 302
    assert game.hands.get(current=True).notes == {"revoke": [1, 0]}
    assert "corrected" in Html(phone().get(pad_url(game))).texts("ol", css="entries")[0]


@pytest.mark.parametrize("form, opened", [({}, False), ({"revoke": "0-1"}, True)])
def test_a_collapsed_section_is_open_if_a_choice_in_it_is_set(tables, form, opened):
    send(phone(), tables["strict"], **form)
    (folded,) = Html(phone().get(pad_url(tables["strict"], "pad_correct", 1))).find("details", css="special-cases")
    assert ("open" in folded.attributes) is opened


@pytest.mark.parametrize("table, offered", [("strict", 1), ("usual", 0)])
def test_a_revoke_is_offered_only_where_it_has_a_fixed_penalty(tables, table, offered):
    assert len(Html(phone().get(pad_url(tables[table]))).find("select", name="revoke")) == offered

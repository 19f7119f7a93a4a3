"""What pages say of a hand that was taken out: the pad, its history, the page that corrects a hand."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from tests import builders
from tests.builders import NOON, client_of, high, link, low, record
from tests.play.party_games import fresh
from tests.play.phone import hand_form, pad_url, phone
from tests.play.test_taken_out import current, put_back, take_out
from tests.web.html import Html
from whistclub.play import queries
from whistclub.play.actions.confirming import confirm_hand
from whistclub.play.actions.entries import redeal
from whistclub.play.actions.recording import correct_hand, undo_hand
from whistclub.play.models import Game

pytestmark = [pytest.mark.django_db, pytest.mark.writes]


def correction_page(game: Game, position: int) -> Html:
    return Html(phone().get(pad_url(game, "pad_correct", position)))


def test_the_page_of_an_earlier_hand_offers_to_take_it_out(game):
    record(game, high(1, 0, 9), high(2, 0, 9), high(3, 1, 8))
    page = correction_page(game, 2)
    assert "Take hand 2 out" in page.texts("button")
    assert "The score is then worked out as if this had never been entered." in page.texts("output")
    form = hand_form(2, replaces=page.value("replaces"), save="taken_out")
    response = phone().post(pad_url(game, "pad_correct", 2), form)
    assert (response.status_code, fresh(game).totals) == (302, [3, 2])


def test_the_last_entry_is_undone_instead(game):
    record(game, high(1, 0, 9), high(2, 0, 9))
    assert not [each for each in correction_page(game, 2).texts("button") if "Take" in each]


def test_the_pad_says_what_was_taken_out_and_numbers_the_hands_again(game):
    record(game, high(1, 0, 9), high(2, 0, 9), high(3, 1, 8))
    take_out(game, 2)
    page = Html(phone().get(pad_url(game)))
    assert page.texts("span", css="number") == ["2", "", "1"]
    assert page.texts("output") == ["✓ Hand 2 taken out"]
    assert "Hand 3" in page.texts("p", css="state")[0]


def test_the_pad_offers_to_put_back_what_was_taken_out_until_something_else_is_entered(game):
    record(game, high(1, 0, 9), high(2, 0, 9), high(3, 1, 8))
    take_out(game, 2)
    page = Html(phone().get(pad_url(game)))
    offered = page.find("a", css="small", href=pad_url(game, "pad_correct", 2))
    assert [each.text for each in offered] == ["Put it back"]
    assert page.texts("p", css="card") == ["Hand 2 taken out: Ann granded, made 9: Us +3. Put it back"]
    record(game, high(4, 0, 9))
    assert not Html(phone().get(pad_url(game))).find("a", css="small", href=pad_url(game, "pad_correct", 2))


def test_pad_spectators_and_organiser_see_the_line(game, olga):
    record(game, high(1, 0, 9), high(2, 0, 9))
    take_out(game, 1)
    for page in (
        phone().get(pad_url(game)),
        Client().get(reverse("play:watch", args=[game.code])),
        client_of(olga).get(reverse("play:game", args=[game.club.slug, game.code])),
    ):
        (line,) = [each.text for each in Html(page).find("span", css="what") if "taken out" in each.text]
        assert line.startswith("Hand 1 taken out Ann granded, made 9: ")
        assert "corrected" not in line


def test_the_history_says_which_hand_was_taken_out_and_put_back(game):
    record(game, high(1, 0, 9), high(2, 0, 8), high(3, 1, 8))
    take_out(game, 2)
    put_back(game, 2)
    back, out, *_more = queries.game_page(fresh(game)).log
    made_eight = "Ann granded, made 8: Ann & Clara\N{NO-BREAK SPACE}+2."
    assert (out.what, out.old, out.who) == ("Hand 2 taken out", made_eight, "Bob’s phone")
    assert (back.what, back.old) == (f"Hand 2 put back: {made_eight}", "")


def test_the_history_says_that_a_hand_which_was_put_back_was_undone(game):
    record(game, high(1, 0, 9), high(2, 0, 8), high(3, 1, 8))
    take_out(game, 2)
    undo_hand(link(game), uuid4(), current(game, 3).uid, by_seat=0, at=NOON)
    put_back(game, 2)
    undo_hand(link(game), uuid4(), current(game, 2).uid, by_seat=0, at=NOON)
    undone, back, removed, *_more = queries.game_page(fresh(game)).log
    made_eight = "Ann granded, made 8: Ann & Clara\N{NO-BREAK SPACE}+2."
    assert (undone.what, undone.old) == ("Undone: Hand 2 put back", made_eight)
    assert (back.what, removed.what) == (f"Hand 2 put back: {made_eight}", "Hand 2 removed")


def test_a_redeal_is_put_back_and_what_replaces_a_hand_that_was_taken_out_is_a_correction(game):
    record(game, redeal(uuid4(), 1, deal_passes=True), high(2, 0, 9), high(3, 0, 8))
    take_out(game, 1)
    put_back(game, 1)
    thrown_in = "Thrown in – no points, the deal passes on."
    assert queries.game_page(fresh(game)).log[0].what == f"Redeal put back: {thrown_in}"
    take_out(game, 2)
    correct_hand(link(game), redeal(uuid4(), 2, deal_passes=True, replaces=current(game, 2).uid), by_seat=0, at=NOON)
    newest = queries.game_page(fresh(game)).log[0]
    assert newest.what == thrown_in
    assert newest.old == "Hand 1 taken out: Ann granded, made 9: Ann & Clara\N{NO-BREAK SPACE}+3."


def test_only_what_is_put_back_as_another_hand_is_marked_as_corrected(game):
    record(game, high(1, 0, 9), high(2, 0, 8), high(3, 1, 8))
    take_out(game, 2)
    put_back(game, 2)
    line = queries.game_view(fresh(game)).line_at(2)
    assert (line.number, line.corrected) == (2, False)
    take_out(game, 2)
    correct_hand(link(game), high(2, 0, 7, replaces=current(game, 2).uid), by_seat=0, at=NOON)
    assert queries.game_view(fresh(game)).line_at(2).corrected
    take_out(game, 2)
    put_back(game, 2)
    assert queries.game_view(fresh(game)).line_at(2).corrected


def test_the_pad_says_what_was_put_back(game):
    record(game, high(1, 0, 9), high(2, 0, 8), high(3, 1, 8))
    take_out(game, 2)
    put_back(game, 2)
    page = Html(phone().get(pad_url(game)))
    assert page.texts("output") == ["✓ Hand 2 put back: Ann granded, made 8: Us +2."]


def test_each_line_says_which_hand_was_taken_out_and_what_it_was(game):
    record(game, high(1, 0, 9), high(2, 1, 8), low(3, 5), high(4, 0, 7))
    take_out(game, 1)
    take_out(game, 3)
    record(game, high(5, 0, 7))
    take_out(game, 2)
    page = Html(phone().get(pad_url(game)))
    assert [each for each in page.texts("span", css="what") if "taken out" in each] == [
        "Hand 2 taken out All red: low. Tricks: Us 5, Them 8 – Us +2.",
        "Hand 1 taken out Bob granded, made 8: Them +2.",
        "Hand 1 taken out Ann granded, made 9: Us +3.",
    ]
    labels = [each["aria-label"] for each in page.find("a", css="line")]
    assert labels[-1] == "Put it back: Hand 1 taken out: Ann granded, made 9: Us\N{NO-BREAK SPACE}+3."
    assert "Hand 1 taken out" in correction_page(game, 1).texts("b")


def test_the_history_names_hands_by_the_numbers_that_they_had_then(game):
    record(game, high(1, 0, 9), high(2, 0, 8), high(3, 1, 8), high(4, 1, 7))
    take_out(game, 2)
    take_out(game, 1)
    correct_hand(link(game), high(3, 1, 9, replaces=current(game, 3).uid), by_seat=0, at=NOON)
    lines = [line.what.partition(":")[0] for line in queries.game_page(fresh(game)).log]
    assert lines[:3] == ["Hand 1", "Hand 1 taken out", "Hand 2 taken out"]
    assert lines[3:7] == ["Hand 4", "Hand 3", "Hand 2", "Hand 1"]


def test_the_history_names_a_confirmed_hand_by_the_number_it_had_then(prairie, olga):
    game = builders.game(prairie, olga, asks=True)
    record(game, high(1, 0, 9), high(2, 0, 9))
    confirmed = current(game, 2)
    confirm_hand(link(game), uuid4(), confirmed.uid, seat=1, agrees=True, at=NOON)
    take_out(game, 1, at=NOON + timedelta(minutes=1))
    confirm_hand(link(game), uuid4(), confirmed.uid, seat=3, agrees=False, at=NOON + timedelta(minutes=2))
    disputed, _out, first, *_more = [line.what.partition(" granded")[0] for line in queries.game_page(fresh(game)).log]
    assert (first, disputed) == ("Confirmed: Hand 2: Ann", "Disputed: Hand 1: Ann")


def test_the_line_leads_to_the_hand_ready_to_be_put_back(game):
    record(game, high(1, 0, 9), high(2, 1, 8), high(3, 0, 9))
    take_out(game, 2)
    page = correction_page(game, 2)
    assert page.texts("h1") == ["Put it back"]
    assert (page.chosen("bid"), page.chosen("tricks")) == (["1"], ["8-5"])
    assert "Put it back" in page.texts("button")
    form = hand_form(2, "1", "8-5", replaces=page.value("replaces"))
    assert phone().post(pad_url(game, "pad_correct", 2), form).status_code == 302
    assert (fresh(game).totals, fresh(game).hands_scored) == ([6, 2], 3)


def test_the_line_of_a_redeal_leads_to_the_redeals(game):
    record(game, high(1, 0, 9), redeal(uuid4(), 2, deal_passes=True), high(3, 1, 8))
    take_out(game, 2)
    page = correction_page(game, 2)
    assert ["open" in each.attributes for each in page.find("details", css="special-cases")] == [True]
    assert "Put it back" not in page.texts("button")
    take_out(game, 1)
    page = correction_page(game, 1)
    assert ["open" in each.attributes for each in page.find("details", css="special-cases")] == [False]
    assert "Put it back" in page.texts("button")


def test_undo_of_what_came_after_it_leaves_a_line_that_can_be_removed(game):
    record(game, high(1, 0, 9), high(2, 1, 8), high(3, 0, 9))
    take_out(game, 2)
    undo_hand(link(game), uuid4(), current(game, 3).uid, by_seat=0, at=NOON)
    page = Html(phone().get(pad_url(game)))
    assert "↶ Remove the line “Taken out”" in page.texts("button")
    undo_hand(link(game), uuid4(), current(game, 2).uid, by_seat=0, at=NOON)
    page = Html(phone().get(pad_url(game)))
    assert "↶ Undo hand 1" in page.texts("button")
    assert "Restore it" not in page.texts("button")
    assert queries.game_page(fresh(game)).log[0].what == "“Taken out” removed"
    record(game, low(2, 9))
    assert (fresh(game).hands_scored, fresh(game).entries) == (2, 2)


def test_a_hand_that_awaits_confirmation_is_asked_for_no_more(prairie, olga):
    game = builders.game(prairie, olga, asks=True)
    record(game, high(1, 0, 9), high(2, 0, 9))
    assert queries.game_view(fresh(game)).unconfirmed_text.startswith("2 hands")
    take_out(game, 1)
    assert queries.game_view(fresh(game)).unconfirmed_text.startswith("1 hand ")


def test_the_chart_of_the_score_has_no_step_for_it(game):
    record(game, high(1, 0, 9), high(2, 1, 8))
    steps = queries.game_view(fresh(game)).score_lines
    record(game, high(3, 0, 9))
    take_out(game, 1)
    lines = queries.game_view(fresh(game)).score_lines
    assert [len(each.split()) for each in lines] == [len(each.split()) for each in steps] == [3, 3]

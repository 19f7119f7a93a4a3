"""Games that belong to a party: what the pages of single games make of them, and closed results."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.builders import high, link, play_out, record, refusal_of, rung
from tests.play.party_games import CLOSED, close, fresh, game_of, listed, ring
from tests.play.phone import HTMX, hand_form, pad_url, phone, send
from tests.web.html import Html, nothing_new
from whistclub.party.actions import seating
from whistclub.play.games import continue_game, end_without_result
from whistclub.play.models import Game
from whistclub.play.start import play_again

pytestmark = pytest.mark.django_db


# Lists of single games


@pytest.mark.parametrize("page", ["tonight", "history"])
def test_party_games_are_not_listed_among_single_games(organiser, prairie, table, page):
    play_out(table)
    assert listed(organiser.get(reverse(f"play:{page}", args=[prairie.slug]))) == []


# The next game is the party's next round


def test_a_party_game_cannot_be_played_again(table):
    play_out(table)
    with refusal_of("belongs_to_party"):
        play_again(link(table), 2, by=0, at=timezone.now())
    assert Game.objects.count() == 1


def test_the_end_page_of_a_party_game_leads_to_the_next_seat(table):
    play_out(table)
    links = [each["href"] for each in Html(phone().get(pad_url(table))).find("a")]
    assert reverse("party:next_table", args=[link(table).token]) in links


@pytest.mark.parametrize("action", [end_without_result, continue_game])
def test_a_party_game_cannot_be_stopped_or_continued_alone(table, olga, action):
    with refusal_of("belongs_to_party"):
        action(table, by=olga, at=timezone.now())
    assert fresh(table).state == Game.State.RUNNING


# A closed result


@pytest.mark.parametrize("htmx", [True, False])
def test_a_hand_for_a_locked_result_is_refused_with_a_message(friday, olga, table, htmx):
    close(friday, olga)
    response = send(phone(), table, htmx=htmx)
    assert response.status_code == 409
    assert CLOSED in Html(response).text
    assert table.entries.count() == 0


@pytest.mark.parametrize("htmx", [True, False])
def test_correcting_a_locked_result_is_refused_with_a_message(friday, olga, table, htmx):
    hand = record(table, high(1, 0, 9))
    close(friday, olga)
    form = hand_form(tricks="8-5", corrects=hand.uid)
    response = phone().post(pad_url(table, "pad_correct", 1), form, headers=HTMX if htmx else {})
    assert response.status_code == 409
    assert CLOSED in Html(response).text
    assert table.entries.get() == hand


@pytest.mark.parametrize("htmx", [True, False])
def test_an_undo_in_a_locked_result_is_refused_with_a_message(friday, olga, table, htmx):
    hand = record(table, high(1, 0, 9))
    close(friday, olga)
    response = phone().post(pad_url(table, "pad_undo"), {"entry": hand.uid}, headers=HTMX if htmx else {})
    assert response.status_code == 409
    assert CLOSED in Html(response).text
    assert fresh(table).hands_scored == 1


@pytest.mark.parametrize("htmx, status", [(True, 200), (False, 302)])
def test_resending_a_hand_saved_before_locking_reports_it_as_saved(friday, olga, table, htmx, status):
    form = hand_form()
    phone().post(pad_url(table, "pad_record"), form, headers=HTMX)
    close(friday, olga)
    response = phone().post(pad_url(table, "pad_record"), form, headers=HTMX if htmx else {})
    assert (response.status_code, table.entries.count()) == (status, 1)


def test_a_locked_pad_is_read_only(friday, olga, table):
    record(table, high(1, 0, 9))
    close(friday, olga)
    page = Html(phone().get(pad_url(table)))
    assert "This result is locked" in page.texts("h1")
    assert page.find("form", css="entry") == []
    actions = [form.attributes.get("action") for form in page.find("form")]
    assert pad_url(table, "pad_undo") not in actions
    assert page.find("a", css="line") == []


# The bell


def test_the_pad_of_a_bell_round_has_a_timer_to_ring_by_and_a_button_for_its_sound(bell):
    game = game_of(bell)
    pad = Html(phone().get(pad_url(game)))
    (timer,) = [each for each in pad.find("div") if "data-timer" in each.attributes]
    assert int(timer["data-bell"]) == round(game.bell_at.timestamp() * 1000)
    assert pad.texts("button", css="bell-sound") == ["Sound on"]
    play_out(game)
    over = Html(phone().get(pad_url(game)))
    assert not [each for each in over.find("div") if "data-timer" in each.attributes]


def test_hands_that_waited_on_a_phone_since_before_the_bell_do_not_end_the_game(bell, olga):
    game = game_of(bell)
    ring(bell, olga)
    assert send(phone(), game, position=1, waited=600).status_code == 302
    assert send(phone(), game, position=2, waited=60).status_code == 302
    assert fresh(game).state == Game.State.RUNNING
    assert send(phone(), game, position=3, waited="").status_code == 302
    assert (fresh(game).state, fresh(game).hands_scored) == (Game.State.FINISHED, 3)


def test_a_pad_polling_after_the_bell_is_updated_once(bell):
    game = game_of(bell)
    # The bell rings without any write.
    held = game.version(timezone.now())
    rung(game, timezone.now() - timedelta(seconds=1))
    response = phone().get(pad_url(game), {"v": held})
    assert response.status_code == 200
    (live,) = [each for each in Html(response).find("div") if "hx-get" in each.attributes]
    assert live["hx-get"].endswith(f"?v={held}b")
    assert nothing_new(phone().get(live["hx-get"]))


def test_the_hand_sent_after_the_bell_ends_the_game(bell, olga):
    game = game_of(bell)
    ring(bell, olga)
    assert send(phone(), game, htmx=True).status_code == 200
    assert (fresh(game).state, fresh(game).last_hand) == (Game.State.FINISHED, 1)


def test_declaring_a_table_done_ends_its_game(bell, olga):
    game = game_of(bell)
    record(game, high(1, 0, 9))
    ring(bell, olga)
    response = phone("2").post(pad_url(game, "pad_end"), headers=HTMX)
    assert (response.status_code, fresh(game).state) == (200, Game.State.FINISHED)


@pytest.mark.parametrize("htmx", [True, False])
def test_a_table_cannot_be_declared_done_before_the_bell(bell, htmx):
    game = game_of(bell)
    record(game, high(1, 0, 9))
    response = phone().post(pad_url(game, "pad_end"), headers=HTMX if htmx else {})
    assert (response.status_code, fresh(game).state) == (409, Game.State.RUNNING)
    assert "Something changed since you opened this page." in Html(response).text


# Watching


def test_a_pad_of_a_round_undone_is_closed_not_broken(friday, olga, table):
    record(table, high(1, 0, 9))
    seating.undo_round(friday, 1, sure=True, by=olga, at=timezone.now())
    assert phone().get(pad_url(table)).status_code == 200
    response = send(phone(), table, htmx=True, position=2)
    assert response.status_code == 409
    assert CLOSED in Html(response).text

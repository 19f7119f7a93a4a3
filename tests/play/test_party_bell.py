"""The bell of a party on the pads of its tables, and everything watching sees of a party's game."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.builders import high, play_out, record, rung
from tests.party.builders import party_state
from tests.play.party_games import CLOSED, close, fresh, game_of, ring
from tests.play.phone import HTMX, pad_url, phone, send
from tests.web.html import Html, nothing_new
from whistclub.party.actions import results, seating, swaps
from whistclub.play.models import Game

pytestmark = [pytest.mark.django_db, pytest.mark.writes, pytest.mark.alike]


# The bell


def test_before_the_bell_the_pad_does_not_mention_it(bell):
    assert "The bell has rung." not in Html(phone().get(pad_url(game_of(bell)))).text


def test_the_time_of_the_bell_is_shown_until_the_game_is_over(bell):
    game = game_of(bell)

    def state():
        return Html(phone().get(pad_url(game))).texts("p", css="state")[0]

    assert re.search(r"Table 1, round 1 Bell at \d\d:\d\d$", state())
    play_out(game)
    assert state().endswith("hands Table 1, round 1 First to 13")


def test_the_pad_of_a_bell_round_has_a_timer_to_ring_by_and_a_button_for_its_sound(bell):
    game = game_of(bell)
    pad = Html(phone().get(pad_url(game)))
    (timer,) = [each for each in pad.find("div") if "data-timer" in each.attributes]
    assert int(timer["data-bell"]) == round(game.bell_at.timestamp() * 1000)
    assert pad.texts("button", css="bell-sound") == ["Sound on"]
    play_out(game)
    over = Html(phone().get(pad_url(game)))
    assert not [each for each in over.find("div") if "data-timer" in each.attributes]


def test_after_the_bell_the_pad_says_that_the_hand_is_the_last(bell, olga):
    ring(bell, olga)
    text = Html(phone().get(pad_url(game_of(bell)))).text
    assert "The bell has rung. This hand is the last." in text


def test_a_table_can_be_declared_done_between_hands(bell, olga):
    record(game_of(bell), high(1, 0, 9))
    ring(bell, olga)
    page = Html(phone().get(pad_url(game_of(bell))))
    assert "Finish this hand. No cards out? End the game" in page.text
    assert pad_url(game_of(bell), "pad_end") in [form.attributes.get("action") for form in page.find("form")]


def test_hands_that_waited_on_a_phone_since_before_the_bell_do_not_end_the_game(bell, olga):
    game = game_of(bell)
    ring(bell, olga)
    assert send(phone(), game, number=1, waited=600).status_code == 302
    assert send(phone(), game, number=2, waited=60).status_code == 302
    assert fresh(game).state == Game.State.RUNNING
    assert send(phone(), game, number=3, waited="").status_code == 302
    assert (fresh(game).state, fresh(game).hands_scored) == (Game.State.FINISHED, 3)


def test_a_table_cannot_end_before_the_first_hand(bell, olga):
    game = game_of(bell)
    ring(bell, olga)
    page = Html(phone().get(pad_url(game)))
    assert "This hand is the last." in page.text
    assert pad_url(game, "pad_end") not in [form.attributes.get("action") for form in page.find("form")]


def test_a_pad_polling_before_the_bell_is_not_updated(bell):
    game = game_of(bell)
    response = phone().get(pad_url(game, "pad_live"), {"v": game.version(timezone.now())})
    assert nothing_new(response)


def test_a_pad_polling_after_the_bell_is_updated_once(bell):
    game = game_of(bell)
    # The bell rings without any write.
    held = game.version(timezone.now())
    rung(game, timezone.now() - timedelta(seconds=1))
    response = phone().get(pad_url(game, "pad_live"), {"v": held})
    assert response.status_code == 200
    (live,) = [each for each in Html(response).find("div") if "hx-get" in each.attributes]
    assert live["hx-get"].endswith(f"?v={held}b")
    assert nothing_new(phone().get(live["hx-get"]))


def test_the_hand_sent_after_the_bell_ends_the_game(bell, olga):
    game = game_of(bell)
    ring(bell, olga)
    assert send(phone(), game, htmx=True).status_code == 201
    assert (fresh(game).state, fresh(game).last_hand) == (Game.State.FINISHED, 1)


def test_declaring_a_table_done_ends_its_game(bell, olga):
    game = game_of(bell)
    record(game, high(1, 0, 9))
    ring(bell, olga)
    response = phone("2").post(pad_url(game, "pad_end"), headers=HTMX)
    assert (response.status_code, fresh(game).state) == (200, Game.State.FINISHED)


def test_without_javascript_it_returns_to_the_pad(bell, olga):
    game = game_of(bell)
    record(game, high(1, 0, 9))
    ring(bell, olga)
    response = phone("2").post(pad_url(game, "pad_end"))
    assert (response.status_code, response.url) == (302, pad_url(game))


@pytest.mark.parametrize("htmx", [True, False])
def test_a_table_cannot_be_declared_done_before_the_bell(bell, htmx):
    game = game_of(bell)
    record(game, high(1, 0, 9))
    response = phone().post(pad_url(game, "pad_end"), headers=HTMX if htmx else {})
    assert (response.status_code, fresh(game).state) == (409, Game.State.RUNNING)
    assert "Something changed since you opened this page." in Html(response).text


def test_a_table_cannot_be_declared_done_before_the_first_hand(bell, olga):
    game = game_of(bell)
    ring(bell, olga)
    response = phone().post(pad_url(game, "pad_end"), headers=HTMX)
    assert response.status_code == 409
    assert "before you end the game" in Html(response).text


def test_a_game_outside_a_party_has_no_bell(game):
    record(game, high(1, 0, 9))
    response = phone().post(pad_url(game, "pad_end"), headers=HTMX)
    assert (response.status_code, fresh(game).state) == (409, Game.State.RUNNING)


# Watching


@pytest.mark.parametrize("state", ["running", "rung", "closed", "paper", "void", "finished"])
def test_a_party_game_can_be_watched_in_every_state(bell, olga, state):
    game = game_of(bell)
    record(game, high(1, 0, 9))
    now = timezone.now()
    if state == "rung":
        ring(bell, olga)
    elif state == "closed":
        close(bell, olga)
    elif state == "paper":
        results.type_result(bell, 1, 1, (7, 3), by=olga, at=now)
    elif state == "void":
        results.declare_draw(bell, 1, 1, by=olga, at=now)
    elif state == "finished":
        play_out_from(game)
    page = Html(Client().get(reverse("play:watch", args=[game.code])))
    assert page.texts("span", css="label") == ["Ann & Clara", "Bob & Dan"]
    assert page.texts("span", css="total")[0] == {"paper": "7", "finished": "17"}.get(state, "3")


def play_out_from(game):
    record(game, high(2, 0, 13), high(3, 0, 13))


def test_a_watching_page_gets_a_new_one_at_the_bell(bell):
    game = game_of(bell)
    url = reverse("play:watch_live", args=[game.code])
    held = game.version(timezone.now())
    assert nothing_new(Client().get(url, {"v": held}))
    rung(game, timezone.now() - timedelta(seconds=1))
    assert Client().get(url, {"v": held}).status_code == 200
    assert nothing_new(Client().get(url, {"v": f"{held}b"}))


def test_a_pad_follows_people_who_changed_seats(friday, olga, table):
    names = {entrant.player.name: entrant.pk for entrant in party_state(friday).entrants.values()}
    held = fresh(table).revision
    swaps.swap_seats(friday, names["Ann"], names["Bob"], reason="draught", by=olga, at=timezone.now())
    response = phone("none").get(pad_url(table, "pad_live"), {"v": f"1.{held}"})
    assert response.status_code == 200
    assert Html(response).texts("span", css="label") == ["Bob & Clara", "Ann & Dan"]


def test_the_pads_history_shows_seat_changes_paper_results_and_locking(friday, olga, table):
    record(table, high(1, 0, 9))
    results.type_result(friday, 1, 1, (7, 3), by=olga, at=timezone.now())
    results.reopen_table(friday, 1, 1, by=olga, at=timezone.now())
    text = Html(phone().get(pad_url(table, "pad_log"))).text
    assert "Result entered from paper" in text
    assert "Result unlocked" in text


def test_a_pad_of_a_round_undone_is_closed_not_broken(friday, olga, table):
    record(table, high(1, 0, 9))
    seating.undo_round(friday, 1, sure=True, by=olga, at=timezone.now())
    assert phone().get(pad_url(table)).status_code == 200
    response = send(phone(), table, htmx=True, number=2)
    assert response.status_code == 409
    assert CLOSED in Html(response).text

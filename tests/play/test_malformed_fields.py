"""Whatever is sent about widows, notes, adjustments, answers and other tables: never an error of ours."""

import pytest
from django.urls import reverse

from tests import builders
from tests.builders import NOON, high, play_out, record
from tests.play.phone import HTMX, hand_form, pad_url, phone
from tests.play.test_malformed_input import EVERY_SECOND, broken, posted, sendable, with_field
from whistclub.play.games import adjust_points
from whistclub.play.party_games import lock_results

pytestmark = pytest.mark.django_db

NOTES = {"revoke": "0-1"}
WIDOW = {"contract": "widow", "bid": "1", "first": "5", "second": "4", "tricks": "", "counting": "first"}


def test_malformed_notes_are_rejected(prairie, olga):
    game = builders.game(prairie, olga, preset="south_dakota")
    assert broken(phone(), pad_url(game, "pad_record"), hand_form(**NOTES), headers=HTMX) == []


def test_malformed_notes_of_a_solo_are_rejected(prairie, olga):
    game = builders.game(prairie, olga, preset="askov")
    form = hand_form(contract="grand_dix", tricks="made", revoke="0-1")
    assert broken(phone(), pad_url(game, "pad_record"), form, headers=HTMX) == []


def test_a_malformed_widow_hand_is_rejected(prairie, olga):
    game = builders.game(prairie, olga, preset="widow")
    form = hand_form(**WIDOW, revoke="1-2")
    assert broken(phone(), pad_url(game, "pad_record"), form, headers=HTMX) == []
    # Without scripts the whole pad comes back, with what was counted.
    for called, value in EVERY_SECOND.items():
        response = posted(phone(), pad_url(game, "pad_record"), with_field(form, "first", value))
        assert response.status_code < 500, called


def test_a_malformed_redeal_is_rejected(game):
    form = hand_form(save="same_dealer", bid="", tricks="", **NOTES)
    assert broken(phone(), pad_url(game, "pad_record"), form, headers=HTMX) == []


@pytest.mark.parametrize("preset", ["neuralplay", "widow"])
def test_a_locked_result_rejects_malformed_forms_too(prairie, olga, preset):
    game = builders.game(prairie, olga, preset=preset)
    lock_results([game], by=olga, at=NOON)
    form = hand_form(**WIDOW) if preset == "widow" else hand_form(**NOTES)
    assert broken(phone(), pad_url(game, "pad_record"), form, headers=HTMX) == []


def test_a_finished_game_rejects_malformed_forms_too(game):
    play_out(game)
    assert broken(phone(), pad_url(game, "pad_record"), hand_form(number=6, **NOTES), headers=HTMX) == []


@pytest.mark.parametrize("preset, names", [("widow", ["first", "revoke"]), ("south_dakota", ["revoke"])])
def test_a_correction_proposed_by_a_garbled_address_is_shown(prairie, olga, preset, names):
    game = builders.game(prairie, olga, preset=preset)
    tricks = WIDOW if preset == "widow" else {}
    assert phone().post(pad_url(game, "pad_record"), hand_form(**tricks)).status_code == 302
    client = phone()
    client.raise_request_exception = False
    good = {"contract": "high", "bid": "1"} | tricks | NOTES
    codes = {
        (name, called): client.get(pad_url(game, "pad_correct", 1), good | {name: sendable(value or "")}).status_code
        for name in names
        for called, value in EVERY_SECOND.items()
    }
    assert {each: code for each, code in codes.items() if code != 200} == {}


def test_a_malformed_confirmation_is_rejected(prairie, olga):
    game = builders.game(prairie, olga, asks=True)
    hand = record(game, high(1, 0, 9)).hand
    form = {"hand": hand.uid, "agrees": "yes"}
    assert broken(phone("1"), pad_url(game, "pad_confirm"), form) == []


def test_a_malformed_adjustment_is_rejected(game, organiser):
    form = {"side": "0", "points": "-2", "reason": "Late"}
    assert broken(organiser, reverse("play:adjust", args=["prairie", game.code]), form) == []


def test_a_malformed_undo_of_an_adjustment_is_rejected(game, olga, organiser):
    made = adjust_points(game, (1, 0), "as agreed", by=olga, at=NOON)
    url = reverse("play:take_back", args=["prairie", game.code])
    assert broken(organiser, url, {"adjustment": made.pk}) == []


@pytest.mark.parametrize("page", ["end", "continue"])
def test_a_malformed_form_does_not_end_a_game(game, organiser, page):
    record(game, high(1, 0, 9))
    assert broken(organiser, reverse(f"play:{page}", args=["prairie", game.code]), {"how": "0"}) == []


@pytest.mark.parametrize("switch", [{}, {"switch": "2"}])
def test_a_malformed_start_form_for_three_is_rejected(organiser, switch):
    form = {"players": "3", "seat0": "Ann", "seat1": "Bob", "seat2": "Clara", "rules": "widow", "dealer": "2"}
    form |= {"requires_confirmation": "on"} | switch
    assert broken(organiser, reverse("play:start", args=["prairie"]), form) == []


@pytest.mark.parametrize("value", ["2", "3", "2.1", "3.99999", "1.x"])
def test_a_third_seat_does_not_exist_at_a_table_of_two(prairie, olga, value):
    game = builders.game(prairie, olga, preset="two_player", asks=True)
    client = phone(value)
    client.raise_request_exception = False
    for name in ("pad", "pad_live", "pad_log", "pad_seat", "pad_rules"):
        assert client.get(pad_url(game, name)).status_code in (200, 302)
    for name, form in (("pad_record", hand_form()), ("pad_again", {"partner": "0"})):
        assert posted(client, pad_url(game, name), with_field(form, "", "")).status_code < 500

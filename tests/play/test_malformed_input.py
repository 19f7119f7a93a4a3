"""Whatever a field, a cookie or an address holds: a page or a refusal comes back, never an error of ours."""

import pytest
from django.test import Client
from django.urls import reverse

from tests import builders
from tests.builders import high, record
from tests.malformed import EVERY_SECOND, broken, posted, sendable, with_field
from tests.play.phone import HTMX, hand_form, pad_url, phone

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def test_a_correction_proposed_by_a_garbled_address_is_shown(game):
    record(game, high(1, 0, 9))
    client = phone()
    client.raise_request_exception = False
    good = {"contract": "high", "bid": "1", "tricks": "8-5"}
    codes = {
        (name, called): client.get(pad_url(game, "pad_correct", 1), good | {name: sendable(value or "")}).status_code
        for name in good
        for called, value in EVERY_SECOND.items()
    }
    assert {each: code for each, code in codes.items() if code != 200} == {}


def test_a_malformed_seat_cookie_is_ignored(game):
    for value in ("", "x", "-1", "9" * 5000, "²", "0; path=/", '"', "%00", "\xff"):
        client, cookie = phone(None), {"Cookie": f"seat={value}"}
        client.raise_request_exception = False
        assert client.get(pad_url(game), headers=cookie).status_code == 200, value[:9]
        assert posted(client, pad_url(game, "pad_record"), hand_form(), headers=cookie).status_code == 302, value[:9]


def test_a_forged_link_shows_a_message():
    client = Client(raise_request_exception=False)
    for token in ("x", "1-1", "1-1.", ".", "-.x", "%00", "1-1.%00", "٣-1.x", "%ff%fe", "9" * 5000, "1-1." + "a" * 43):
        response = client.get(f"/t/{token}/")
        assert response.status_code == 404, token[:9]
        assert "This link is incomplete. Scan the code again or ask for a new link." in response.content.decode()


@pytest.mark.parametrize("way", ["p/game/{}/", "p/game/{}/live/", "rules/{}/", "run/prairie/games/{}/", "run/{}/"])
def test_a_malformed_address_is_not_found(organiser, way):
    organiser.raise_request_exception = False
    for code in ("x", "%00", "a%00b", "%ff", "x" * 5000, "٣", "..", "%2e%2e", "%20"):
        assert organiser.get("/" + way.format(code)).status_code == 404, code[:9]


NOTES = {"revoke": "0-1"}
WIDOW = {"contract": "widow", "bid": "1", "first": "5", "second": "4", "tricks": "", "counting": "first"}


def test_malformed_notes_are_rejected(prairie, olga):
    game = builders.game(prairie, olga, preset="south_dakota")
    assert broken(phone(), pad_url(game, "pad_record"), hand_form(**NOTES), headers=HTMX) == []


def test_a_malformed_widow_hand_is_rejected(prairie, olga):
    game = builders.game(prairie, olga, preset="widow")
    form = hand_form(**WIDOW, revoke="1-2")
    assert broken(phone(), pad_url(game, "pad_record"), form, headers=HTMX) == []
    # Without scripts the whole pad comes back, with what was counted.
    for called, value in EVERY_SECOND.items():
        response = posted(phone(), pad_url(game, "pad_record"), with_field(form, "first", value))
        assert response.status_code < 500, called


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
    for name in ("pad", "pad_log", "pad_seat", "pad_rules"):
        assert client.get(pad_url(game, name)).status_code in (200, 302)
    for name, form in (("pad_record", hand_form()), ("pad_again", {"partner": "0"})):
        assert posted(client, pad_url(game, name), with_field(form, "", "")).status_code < 500

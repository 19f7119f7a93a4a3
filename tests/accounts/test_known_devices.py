"""Strangers' guesses end early, and do not keep organisers out of devices on which they have signed in before."""

import pytest
from django.test import Client

from tests import builders
from whistclub.accounts import guesses
from whistclub.web import counted
from whistclub.web.counted import Counted

pytestmark = [pytest.mark.usefixtures("olga"), pytest.mark.writes]

OLGA = "olga@example.org"
WIFI = "192.0.2.1"


@pytest.fixture
def own_device():
    """The browser on which Olga signed in before, and signed out."""
    client = Client(REMOTE_ADDR=WIFI)
    assert sign_in(client) == 302
    client.post("/sign-out/")
    return client


def sign_in(client=None, password=builders.PASSWORD, email=OLGA, address=WIFI):
    return (
        (client or Client())
        .post("/sign-in/", {"username": email, "password": password}, REMOTE_ADDR=address)
        .status_code
    )


def guess(times, email=OLGA, address=WIFI):
    return [sign_in(None, "wrong", email, address) for _each in range(times)]


def test_a_stranger_at_the_same_address_does_not_lock_out_a_known_device(own_device):
    assert guess(5)[-1] == 429
    assert sign_in() == 429
    assert sign_in(own_device) == 302


def test_a_known_device_has_five_tries_of_its_own(own_device):
    guess(5)
    assert [sign_in(own_device, "wrong") for _each in range(5)] == [200] * 5
    assert sign_in(own_device) == 429


def test_a_device_is_known_for_one_account_only(own_device):
    builders.organiser("Otto", "Valley")
    guess(5, "otto@example.org")
    assert sign_in(own_device, email="otto@example.org") == 429


def test_a_forged_cookie_does_not_make_a_known_device():
    stranger = Client()
    stranger.cookies[guesses.COOKIE] = "AAAAAAAAAAAAAAAA:forged"
    guess(5)
    assert sign_in(stranger) == 429


@pytest.mark.parametrize("one, other", [(WIFI, WIFI), ("2001:db8::1", "2001:db8::ffff")], ids=["IPv4", "IPv6"])
def test_the_guesses_of_one_address_at_all_accounts_are_limited(own_device, monkeypatch, one, other):
    monkeypatch.setattr(guesses, "MOST_OF_ADDRESS", 6)
    for number in range(6):
        assert guess(1, f"guest{number}@example.org", one) == [200]
    assert guess(1, "one.more@example.org", other) == [429]
    assert sign_in(address=other) == 429
    assert sign_in(address="192.0.2.2") == 302
    assert sign_in(own_device, address=other) == 302


def test_the_guesses_of_all_addresses_at_one_account_are_limited(own_device, monkeypatch):
    monkeypatch.setattr(guesses, "MOST_OF_ACCOUNT", 6)
    for number in range(6):
        assert guess(1, address=f"198.51.100.{number}") == [200]
    assert guess(1, address="203.0.113.1") == [429]
    assert sign_in(own_device, address="203.0.113.1") == 302


def test_the_guesses_of_everybody_together_are_limited(own_device, monkeypatch):
    monkeypatch.setattr(guesses, "MOST_OF_ALL", 6)
    for number in range(6):
        assert guess(1, f"guest{number}@example.org", f"198.51.100.{number}") == [200]
    assert guess(1, "one.more@example.org", "203.0.113.1") == [429]
    assert sign_in(own_device, address="203.0.113.2") == 302


def test_another_spelling_of_an_account_gives_no_more_guesses(own_device, monkeypatch):
    monkeypatch.setattr(guesses, "MOST_OF_ACCOUNT", 2)
    wide = "".join(chr(ord(letter) + 0xFEE0) for letter in OLGA)
    assert [guess(1, each, f"198.51.100.{number}") for number, each in enumerate([wide, f" {OLGA.upper()}"])] == [
        [200],
        [200],
    ]
    assert guess(1, address="203.0.113.1") == guess(1, wide, "203.0.113.2") == [429]
    assert sign_in(own_device, email=wide) == 302


def test_wrong_passwords_are_forgotten_after_fifteen_minutes(monkeypatch):
    wrong = Counted(15 * 60, 5)
    wrong.add(OLGA)
    assert wrong.lately(OLGA) == 1
    now = counted.time.monotonic()
    monkeypatch.setattr(counted.time, "monotonic", lambda: now + 15 * 60 + 1)
    assert wrong.lately(OLGA) == 0


def test_what_is_counted_does_not_grow_without_end(monkeypatch):
    monkeypatch.setattr(counted, "MOST_COUNTED", 2)
    wrong = Counted(15 * 60, 5)
    for name in "abc":
        wrong.add(name)
    assert [wrong.lately(name) for name in "abc"] == [0, 1, 1]

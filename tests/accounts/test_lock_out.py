"""Guessing passwords locks the guesser out for a while, and no other user."""

from datetime import timedelta

import pytest
from axes.models import AccessAttempt
from django.test import Client
from django.utils import timezone

from tests import builders
from tests.web.html import Html

pytestmark = [pytest.mark.usefixtures("olga"), pytest.mark.writes]

TRIES = 5


def sign_in(password=builders.PASSWORD, email="olga@example.org", address="192.0.2.1"):
    return Client().post("/sign-in/", {"username": email, "password": password}, REMOTE_ADDR=address)


def try_often(count, **how):
    return [sign_in("wrong", **how).status_code for _each in range(count)]


def test_the_fifth_wrong_password_locks_the_account():
    assert try_often(TRIES) == [200, 200, 200, 200, 429]


def test_the_right_password_is_refused_during_a_lock_out():
    try_often(TRIES)
    assert sign_in().status_code == 429


def test_a_locked_out_user_sees_for_how_long():
    try_often(TRIES)
    page = Html(sign_in())
    assert page.texts("h1") == ["Too many failed attempts"]
    assert "blocked for 15 minutes" in page.text


def test_the_same_user_can_sign_in_from_another_address():
    try_often(TRIES)
    assert sign_in(address="192.0.2.2").status_code == 302


def test_another_user_can_sign_in_from_the_same_address():
    builders.organiser("Otto", "Valley")
    try_often(TRIES)
    assert sign_in(email="otto@example.org").status_code == 302


def test_the_right_password_resets_the_failure_count():
    try_often(TRIES - 1)
    sign_in()
    assert try_often(TRIES - 1) == [200] * (TRIES - 1)


def test_the_lock_out_ends_after_fifteen_minutes():
    try_often(TRIES)
    AccessAttempt.objects.update(attempt_time=timezone.now() - timedelta(minutes=16))
    assert sign_in().status_code == 302


def test_the_lock_out_lasts_at_least_fourteen_minutes():
    try_often(TRIES)
    AccessAttempt.objects.update(attempt_time=timezone.now() - timedelta(minutes=14))
    assert sign_in().status_code == 429


def test_capital_letters_give_no_more_attempts():
    cases = ["olga@example.org", "Olga@example.org", "OLGA@example.org", "olgA@example.org", "oLga@example.org"]
    for email in cases:
        sign_in("wrong", email=email)
    assert sign_in().status_code == 429


def test_another_browser_gives_no_more_attempts():
    for count in range(TRIES):
        Client(headers={"User-Agent": f"Browser {count}"}).post(
            "/sign-in/", {"username": "olga@example.org", "password": "wrong"}, REMOTE_ADDR="192.0.2.1"
        )
    assert sign_in().status_code == 429

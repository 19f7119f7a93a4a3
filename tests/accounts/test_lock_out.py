"""Somebody who tries passwords is kept out for a while, and nobody else is."""

from datetime import timedelta

import pytest
from axes.models import AccessAttempt
from django.test import Client
from django.utils import timezone

from tests import builders
from tests.web.html import Html

pytestmark = pytest.mark.usefixtures("olga")

TRIES = 5


def sign_in(password=builders.PASSWORD, email="olga@example.org", address="192.0.2.1"):
    return Client().post("/sign-in/", {"username": email, "password": password}, REMOTE_ADDR=address)


def try_often(count, **how):
    return [sign_in("wrong", **how).status_code for _each in range(count)]


def test_the_fifth_wrong_try_closes_the_door():
    assert try_often(TRIES) == [200, 200, 200, 200, 429]


def test_the_right_password_comes_too_late():
    try_often(TRIES)
    assert sign_in().status_code == 429


def test_whoever_is_kept_out_is_told_for_how_long():
    try_often(TRIES)
    page = Html(sign_in())
    assert page.texts("h1") == ["Too many wrong tries"]
    assert "closed for a quarter of an hour" in page.text


def test_the_same_person_gets_in_from_elsewhere():
    try_often(TRIES)
    assert sign_in(address="192.0.2.2").status_code == 302


def test_another_person_gets_in_from_the_same_place():
    builders.organiser("Otto", "Valley")
    try_often(TRIES)
    assert sign_in(email="otto@example.org").status_code == 302


def test_the_right_password_in_time_forgets_the_wrong_ones():
    try_often(TRIES - 1)
    sign_in()
    assert try_often(TRIES - 1) == [200] * (TRIES - 1)


def test_the_door_opens_again_after_a_quarter_of_an_hour():
    try_often(TRIES)
    AccessAttempt.objects.update(attempt_time=timezone.now() - timedelta(minutes=16))
    assert sign_in().status_code == 302


def test_the_door_is_still_closed_after_fourteen_minutes():
    try_often(TRIES)
    AccessAttempt.objects.update(attempt_time=timezone.now() - timedelta(minutes=14))
    assert sign_in().status_code == 429


def test_capital_letters_win_no_more_tries():
    cases = ["olga@example.org", "Olga@example.org", "OLGA@example.org", "olgA@example.org", "oLga@example.org"]
    for email in cases:
        sign_in("wrong", email=email)
    assert sign_in().status_code == 429


def test_another_browser_wins_no_more_tries():
    for count in range(TRIES):
        Client(headers={"User-Agent": f"Browser {count}"}).post(
            "/sign-in/", {"username": "olga@example.org", "password": "wrong"}, REMOTE_ADDR="192.0.2.1"
        )
    assert sign_in().status_code == 429

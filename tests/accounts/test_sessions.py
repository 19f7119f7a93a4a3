"""A user sees where they are signed in, and signs out of any other browser."""

import os
import subprocess
import sys

import pytest
from django.contrib.sessions.models import Session
from django.test import Client

from tests import builders
from tests.web.html import Html
from whistclub.accounts.models import UserSession
from whistclub.accounts.sessions import device_name
from whistclub.settings import BASE_DIR

pytestmark = [pytest.mark.django_db, pytest.mark.writes]

IPHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    "Version/17.5 Mobile/15E148 Safari/604.1"
)
WINDOWS = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0"
SAMSUNG = (
    "Mozilla/5.0 (Linux; Android 14; SM-A546B) AppleWebKit/537.36 (KHTML, like Gecko) "
    "SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36"
)
EDGE = (
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) "
    "Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0"
)


def signed_in(user_agent="", email="olga@example.org"):
    client = Client(headers={"User-Agent": user_agent})
    assert client.post("/sign-in/", {"username": email, "password": builders.PASSWORD}).status_code == 302
    return client


def is_signed_in(client):
    return client.get("/account/").status_code == 200


@pytest.fixture
def phone(olga):
    return signed_in(IPHONE)


@pytest.fixture
def laptop(olga):
    return signed_in(WINDOWS)


@pytest.mark.parametrize(
    "user_agent, name",
    [
        (IPHONE, "Safari on iPhone"),
        (WINDOWS, "Firefox on Windows"),
        (SAMSUNG, "Samsung Internet on Android"),
        (EDGE, "Edge on Windows"),
        ("curl/8.5.0", "Unknown browser"),
        ("", "Unknown browser"),
        ("Firefox" * 5000, "Firefox"),
    ],
    ids=lambda value: value[:20],
)
def test_a_browser_is_named_as_people_call_it(user_agent, name):
    assert device_name(user_agent) == name


def test_the_page_lists_every_browser_and_marks_this_one(phone, laptop):
    page = Html(laptop.get("/account/"))
    assert page.texts("li")[:2] == ["Firefox on Windows This browser", "Safari on iPhone Last used now Sign out"]


def test_a_session_is_listed_even_if_it_began_before_there_was_a_list(organiser, olga):
    assert not UserSession.objects.exists()
    organiser.get("/run/prairie/")
    assert UserSession.objects.get().user == olga


def test_one_browser_is_signed_out_at_once_and_the_others_stay(phone, laptop):
    tablet = signed_in(SAMSUNG)
    ended = UserSession.objects.get(device="Safari on iPhone")
    assert laptop.post(f"/account/sessions/{ended.pk}/end/").status_code == 302
    assert [is_signed_in(each) for each in (phone, laptop, tablet)] == [False, True, True]
    assert laptop.post(f"/account/sessions/{ended.pk}/end/").status_code == 302


def test_everywhere_else_is_signed_out_in_one_step(phone, laptop):
    tablet = signed_in(SAMSUNG)
    laptop.post("/account/sessions/end-others/")
    assert [is_signed_in(each) for each in (phone, laptop, tablet)] == [False, True, False]
    page = Html(laptop.get("/account/"))
    assert "Signed out elsewhere now" in page.texts("li")
    assert page.texts("button") == ["Sign out", "Save", "Change password"]


def test_nobody_signs_another_user_out(phone):
    builders.organiser("Otto", "Valley")
    otto = signed_in(email="otto@example.org")
    otto.post(f"/account/sessions/{UserSession.objects.get(device='Safari on iPhone').pk}/end/")
    otto.post("/account/sessions/end-others/")
    assert is_signed_in(phone)
    assert "Safari on iPhone" not in Html(otto.get("/account/")).text


@pytest.mark.parametrize("session", ["0", "9" * 30])
def test_a_session_that_never_was_is_no_error(laptop, session):
    assert laptop.post(f"/account/sessions/{session}/end/").status_code == 302


def test_a_changed_password_ends_the_other_sessions(phone, laptop):
    form = {"current": builders.PASSWORD, "password": "five gold rings"}
    laptop.post("/account/password/", form)
    assert (is_signed_in(phone), is_signed_in(laptop)) == (False, True)
    assert [each.device for each in UserSession.objects.all()] == ["Firefox on Windows"]


def test_signing_out_takes_the_browser_off_the_list(phone, laptop):
    phone.post("/sign-out/")
    assert [each.device for each in UserSession.objects.all()] == ["Firefox on Windows"]
    assert Session.objects.count() == 1


@pytest.mark.parametrize("engine", ["db", "cached_db"])
def test_an_ended_session_is_ended_whether_sessions_are_held_in_memory_or_not(olga, settings, engine):
    settings.SESSION_ENGINE = f"django.contrib.sessions.backends.{engine}"
    phone, laptop = signed_in(IPHONE), signed_in(WINDOWS)
    assert is_signed_in(phone)
    laptop.post("/account/sessions/end-others/")
    assert (is_signed_in(phone), is_signed_in(laptop)) == (False, True)


def test_an_invented_session_is_neither_reported_nor_remembered(tmp_path):
    script = """
import django
django.setup()
from django.core.cache import cache
from django.core.cache.backends import base
cache.get("x" * 300)
print([each for each in getattr(base, "__warningregistry__", {}) if each != "version"])
"""
    environ = {**os.environ, "DJANGO_SETTINGS_MODULE": "whistclub.settings", "WHISTCLUB_DATA": str(tmp_path)}
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, env=environ, cwd=BASE_DIR, capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("[]\n", "")

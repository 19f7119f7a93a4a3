"""Signing in and out."""

from datetime import timedelta
from threading import BoundedSemaphore

import pytest
from axes.models import AccessAttempt
from django.db.models import F
from django.test import Client
from django.urls import reverse

from tests import builders
from tests.web.html import Html
from whistclub.accounts import hashers
from whistclub.accounts.actions import EmailTaken, new_user, store_user
from whistclub.accounts.forms import NewUserForm
from whistclub.accounts.models import User

pytestmark = pytest.mark.django_db


SIGN_IN = "/sign-in/"


@pytest.fixture(autouse=True)
def olga(db):
    return builders.organiser()[0]


def sign_in(email="olga@example.org", password=builders.PASSWORD, client=None, **more):
    return (client or Client()).post(SIGN_IN, {"username": email, "password": password} | more)


@pytest.mark.parametrize("email", ["olga@example.org", "Olga@Example.org", "OLGA@EXAMPLE.ORG", " olga@example.org "])
def test_an_e_mail_address_is_the_same_however_it_is_typed(email):
    response = sign_in(email)
    assert (response.status_code, response.url) == (302, reverse("club:home"))


def test_an_organisers_only_club_opens_automatically():
    client = Client()
    response = client.post(SIGN_IN, {"username": "olga@example.org", "password": builders.PASSWORD}, follow=True)
    assert response.redirect_chain[-1][0] == reverse("play:tonight", args=["prairie"])


@pytest.mark.parametrize(
    "email, password", [("olga@example.org", "wrong"), ("nobody@example.org", builders.PASSWORD), ("olga", "x")]
)
def test_wrong_credentials_do_not_reveal_which_part_was_wrong(email, password):
    response = sign_in(email, password)
    errors = Html(response).texts("p", css="error")
    assert errors == ["Wrong e-mail address or password."]


def test_so_many_who_sign_in_at_once_leave_threads_for_the_others(settings, monkeypatch):
    settings.PASSWORD_HASHERS = ["whistclub.accounts.hashers.OneAtATime"]
    monkeypatch.setattr(hashers, "PLACES", BoundedSemaphore(1))
    with hashers.PLACES:
        response = sign_in()
    assert response.status_code == 503
    assert "Try again in a few seconds" in Html(response).text


def test_an_inactive_account_cannot_sign_in(olga):
    olga.is_active = False
    olga.save()
    assert sign_in().status_code == 200


def test_signing_in_leads_to_the_requested_page():
    wanted = reverse("club:people", args=["prairie"])
    page = Html(Client().get(SIGN_IN, {"next": wanted}))
    assert page.value("next") == wanted
    assert sign_in(next=wanted).url == wanted


@pytest.mark.parametrize("elsewhere", ["https://elsewhere.example/", "//elsewhere.example/", "javascript:alert(1)"])
def test_signing_in_never_leads_to_another_site(elsewhere):
    assert sign_in(next=elsewhere).url == reverse("club:home")


def test_signing_out_closes_the_session():
    client = Client()
    sign_in(client=client)
    response = client.post("/sign-out/")
    assert (response.status_code, response.url) == (302, "/")
    assert client.get(reverse("play:tonight", args=["prairie"])).status_code == 302


def test_a_session_from_before_signing_in_is_not_carried_over():
    client = Client()
    sign_in(client=client)
    first = client.cookies["sessionid"].value
    client.post("/sign-out/")
    sign_in(client=client)
    assert client.cookies["sessionid"].value != first


TRIES = 5


def try_from(password=builders.PASSWORD, email="olga@example.org", address="192.0.2.1"):
    return Client().post("/sign-in/", {"username": email, "password": password}, REMOTE_ADDR=address)


def try_often(count, **how):
    return [try_from("wrong", **how).status_code for _each in range(count)]


def test_the_fifth_wrong_password_locks_the_account():
    assert try_often(TRIES) == [200, 200, 200, 200, 429]


def test_the_right_password_is_refused_during_a_lock_out():
    try_often(TRIES)
    assert try_from().status_code == 429


def test_the_same_user_can_sign_in_from_another_address():
    try_often(TRIES)
    assert try_from(address="192.0.2.2").status_code == 302


def test_another_user_can_sign_in_from_the_same_address():
    builders.organiser("Otto", "Valley")
    try_often(TRIES)
    assert try_from(email="otto@example.org").status_code == 302


def test_the_right_password_resets_the_failure_count():
    try_often(TRIES - 1)
    try_from()
    assert try_often(TRIES - 1) == [200] * (TRIES - 1)


def test_the_lock_out_ends_after_fifteen_minutes():
    """Whoever tries again meanwhile waits no longer for it."""
    try_often(TRIES)
    for minutes, status in ((10, 429), (6, 302)):
        AccessAttempt.objects.update(attempt_time=F("attempt_time") - timedelta(minutes=minutes))
        assert try_from().status_code == status


def test_another_browser_gives_no_more_attempts():
    for count in range(TRIES):
        Client(headers={"User-Agent": f"Browser {count}"}).post(
            "/sign-in/", {"username": "olga@example.org", "password": "wrong"}, REMOTE_ADDR="192.0.2.1"
        )
    assert try_from().status_code == 429


PERA = {"name": "Pera", "email": " Pera@Example.ORG ", "password": "three blind mice"}


def test_a_form_becomes_an_account():
    form = NewUserForm(PERA)
    assert form.is_valid()
    user = new_user(**form.cleaned_data)
    assert (user.name, user.email, user.check_password("three blind mice")) == ("Pera", "pera@example.org", True)


@pytest.mark.parametrize("email", ["olga@example.org", "OLGA@Example.org"])
def test_an_address_has_one_account(email):
    with pytest.raises(EmailTaken):
        store_user(new_user("Olga", email, "three blind mice"))
    assert User.objects.count() == 1


@pytest.mark.parametrize("password", ["", "mice", "1234567890", "pera@example.org", "x" * 201])
def test_an_easy_password_is_refused_at_its_field(password):
    form = NewUserForm(PERA | {"password": password})
    assert list(form.errors) == ["password"]


@pytest.mark.parametrize("email", ["", "pera", "pera@", "\0", "p" * 300 + "@example.org"])
def test_what_is_no_address_is_refused_at_its_field(email):
    assert list(NewUserForm(PERA | {"email": email}).errors) == ["email"]

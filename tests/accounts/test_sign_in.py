"""Signing in and out."""

import pytest
from django.test import Client
from django.urls import reverse

from tests import builders
from tests.web.html import Html

pytestmark = [pytest.mark.django_db, pytest.mark.writes]

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


def test_a_refused_sign_in_keeps_the_address_but_not_the_password():
    page = Html(sign_in(password="wrong"))
    assert (page.value("username"), page.value("password")) == ("olga@example.org", "")


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


def test_a_get_request_does_not_sign_out():
    client = Client()
    sign_in(client=client)
    assert client.get("/sign-out/").status_code == 405
    assert client.get(reverse("play:tonight", args=["prairie"])).status_code == 200


def test_a_session_from_before_signing_in_is_not_carried_over():
    client = Client()
    sign_in(client=client)
    first = client.cookies["sessionid"].value
    client.post("/sign-out/")
    sign_in(client=client)
    assert client.cookies["sessionid"].value != first

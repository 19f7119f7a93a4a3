"""A user changes their own account: what they are called, their address, their password."""

import pytest
from django.test import Client

from tests import builders
from tests.web.html import Html
from whistclub.accounts import guesses

pytestmark = [pytest.mark.django_db, pytest.mark.writes, pytest.mark.alike]

DETAILS = {"name": "Olga B.", "email": "Olga.B@Example.org", "current": builders.PASSWORD}
PASSWORD = {"current": builders.PASSWORD, "password": "five gold rings"}


def sign_in(email="olga@example.org", password=builders.PASSWORD, client=None):
    return (client or Client()).post("/sign-in/", {"username": email, "password": password}).status_code


def test_the_header_of_every_page_leads_to_the_account(organiser):
    page = Html(organiser.get("/run/prairie/"))
    assert page.texts("a", href="/account/") == ["Olga"]


def test_name_and_address_change_and_the_new_address_signs_in(organiser, olga):
    assert organiser.post("/account/details/", DETAILS).url == "/account/"
    olga.refresh_from_db()
    assert (olga.name, olga.email) == ("Olga B.", "olga.b@example.org")
    assert (sign_in(), sign_in("olga.b@example.org")) == (200, 302)
    page = Html(organiser.get("/account/"))
    assert {"Saved.", "Name changed now", "E-mail address changed now"} <= {*page.texts("p"), *page.texts("li")}


def test_what_stays_the_same_is_no_change(organiser, olga):
    organiser.post("/account/details/", DETAILS | {"name": "Olga", "email": "olga@example.org"})
    assert not olga.changes.exists()


def test_a_browser_stays_a_known_device_under_the_new_address(olga):
    client = Client()
    sign_in(client=client)
    client.post("/account/details/", DETAILS)
    client.post("/sign-out/")
    for _each in range(5):
        sign_in("olga.b@example.org", "wrong")
    assert (sign_in("olga.b@example.org"), sign_in("olga.b@example.org", client=client)) == (429, 302)


def test_another_users_address_is_refused_and_what_was_typed_stays(organiser, olga):
    builders.organiser("Otto", "Valley")
    response = organiser.post("/account/details/", DETAILS | {"email": "OTTO@example.org"})
    page = Html(response)
    assert response.status_code == 409
    assert page.texts("p", css="wrong") == ["Another account uses this e-mail address."]
    assert (page.value("name"), page.value("current")) == ("Olga B.", "")
    assert page.texts("a", href="/account/") == ["Olga"]
    olga.refresh_from_db()
    assert (olga.name, olga.email) == ("Olga", "olga@example.org")


def test_a_user_does_not_learn_who_else_has_an_account_again_and_again(organiser, olga):
    builders.organiser("Otto", "Valley")
    taken = DETAILS | {"email": "otto@example.org"}
    answers = [organiser.post("/account/details/", taken).status_code for _try in range(guesses.MOST_TAKEN + 1)]
    assert answers == [409] * guesses.MOST_TAKEN + [429]
    olga.refresh_from_db()
    assert olga.name == "Olga"


@pytest.mark.parametrize("changed", [{"name": ""}, {"name": "x" * 61}, {"email": "olga"}, {"name": "\0"}], ids=str)
def test_bad_details_are_refused_with_a_sentence(organiser, changed):
    response = organiser.post("/account/details/", DETAILS | changed)
    assert (response.status_code, len(Html(response).texts("p", css="wrong"))) == (422, 1)


def test_a_changed_password_signs_in_and_the_old_one_does_not(organiser, olga):
    assert organiser.post("/account/password/", PASSWORD).url == "/account/"
    assert (sign_in(), sign_in(password="five gold rings")) == (200, 302)
    assert organiser.get("/account/").status_code == 200
    assert "Password changed now" in Html(organiser.get("/account/")).texts("li")


@pytest.mark.parametrize("password", ["", "short", "olga@example.org", "1234567890"])
def test_an_easy_new_password_is_refused(organiser, password):
    response = organiser.post("/account/password/", PASSWORD | {"password": password})
    assert (response.status_code, sign_in()) == (422, 302)


@pytest.mark.parametrize("address, form", [("details", DETAILS), ("password", PASSWORD)])
def test_whoever_finds_the_browser_open_has_five_tries_at_the_password(organiser, olga, address, form):
    url = f"/account/{address}/"
    refused = organiser.post(url, form | {"current": "wrong"})
    assert Html(refused).texts("p", css="wrong") == ["This is not your password."]
    for _try in range(4):
        assert organiser.post(url, form | {"current": "wrong"}).status_code == 422
    assert organiser.post(url, form).status_code == 429
    assert sign_in() == 302
    olga.refresh_from_db()
    assert (olga.name, olga.check_password(builders.PASSWORD)) == ("Olga", True)


def test_strangers_cannot_keep_a_signed_in_user_from_changing_the_password(organiser, monkeypatch):
    monkeypatch.setattr(guesses, "MOST_OF_ADDRESS", 1)
    sign_in(password="wrong")
    assert organiser.post("/account/password/", PASSWORD).status_code == 302

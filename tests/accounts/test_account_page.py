"""A user changes their own account: what they are called, their address, their password."""

import pytest
from django.test import Client

from tests import builders
from tests.web.html import Html

pytestmark = [pytest.mark.django_db, pytest.mark.writes, pytest.mark.alike]

DETAILS = {"name": "Olga B.", "email": "Olga.B@Example.org", "current": builders.PASSWORD}
NEW = "five gold rings"
PASSWORD = {"old_password": builders.PASSWORD, "new_password1": NEW, "new_password2": NEW}


def sign_in(email="olga@example.org", password=builders.PASSWORD, client=None):
    return (client or Client()).post("/sign-in/", {"username": email, "password": password}).status_code


def test_the_header_of_every_page_leads_to_the_account(organiser):
    page = Html(organiser.get("/run/prairie/"))
    assert page.texts("a", href="/account/") == ["Olga"]


def test_name_and_address_change_and_the_new_address_signs_in(organiser, olga):
    assert organiser.post("/account/", DETAILS).url == "/account/"
    olga.refresh_from_db()
    assert (olga.name, olga.email) == ("Olga B.", "olga.b@example.org")
    assert (sign_in(), sign_in("olga.b@example.org")) == (200, 302)
    assert "Saved." in Html(organiser.get("/account/")).texts("p")


def test_another_users_address_is_refused_and_what_was_typed_stays(organiser, olga):
    builders.organiser("Otto", "Valley")
    response = organiser.post("/account/", DETAILS | {"email": "OTTO@example.org"})
    page = Html(response)
    assert response.status_code == 422
    assert page.texts("p", css="wrong") == ["Another account uses this e-mail address."]
    assert (page.value("name"), page.value("current")) == ("Olga B.", "")
    assert page.texts("a", href="/account/") == ["Olga"]
    olga.refresh_from_db()
    assert (olga.name, olga.email) == ("Olga", "olga@example.org")


@pytest.mark.parametrize("changed", [{"name": ""}, {"name": "x" * 61}, {"email": "olga"}, {"name": "\0"}], ids=str)
def test_bad_details_are_refused_with_a_sentence(organiser, changed):
    response = organiser.post("/account/", DETAILS | changed)
    assert (response.status_code, len(Html(response).texts("p", css="wrong"))) == (422, 1)


def test_a_changed_password_signs_in_and_the_old_one_does_not(organiser, olga):
    assert organiser.post("/account/password/", PASSWORD).url == "/account/"
    assert (sign_in(), sign_in(password="five gold rings")) == (200, 302)
    assert organiser.get("/account/").status_code == 200


@pytest.mark.parametrize("password", ["", "short", "olga@example.org", "1234567890"])
def test_an_easy_new_password_is_refused(organiser, password):
    response = organiser.post("/account/password/", PASSWORD | {"new_password1": password, "new_password2": password})
    assert (response.status_code, sign_in()) == (422, 302)


@pytest.mark.parametrize(
    ("url", "form", "field"), [("/account/", DETAILS, "current"), ("/account/password/", PASSWORD, "old_password")]
)
def test_every_change_asks_for_the_password(organiser, olga, url, form, field):
    assert organiser.post(url, form | {field: "wrong"}).status_code == 422
    olga.refresh_from_db()
    assert (olga.name, olga.check_password(builders.PASSWORD)) == ("Olga", True)


def test_a_changed_password_ends_the_other_sessions(organiser, olga):
    other = builders.client_of(olga)
    organiser.post("/account/password/", PASSWORD)
    assert [each.get("/account/").status_code for each in (organiser, other)] == [200, 302]

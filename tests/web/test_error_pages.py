"""Errors say what was wrong and what to do."""

import pytest
from django.core.exceptions import PermissionDenied
from django.db import OperationalError
from django.test import Client
from django.urls import include, path, reverse

from tests.web.html import Html

pytestmark = [pytest.mark.django_db, pytest.mark.urls(__name__)]


def breaks(request):
    raise RuntimeError("secret of the machine")


def forbids(request):
    raise PermissionDenied


def is_away(request):
    raise OperationalError("connection to server failed: Connection refused\n\tIs the server running?")


def lacks_a_table(request):
    raise OperationalError("no such table: whist")


# The whole site, and addresses that fail as none of ours should.
urlpatterns = [
    path("breaks/", breaks),
    path("forbids/", forbids),
    path("away/", is_away),
    path("lacks/", lacks_a_table),
    path("", include("whistclub.urls")),
]
handler400 = "whistclub.web.errors.bad_request"
handler403 = "whistclub.web.errors.forbidden"
handler404 = "whistclub.web.errors.not_found"
handler500 = "whistclub.web.errors.server_error"


def get(url, **how):
    return Client(raise_request_exception=False).get(url, **how)


@pytest.mark.parametrize(
    "url, how, status, title, sentence",
    [
        ("/nowhere/", {}, 404, "Page not found", "There is no page at this address, or you are not allowed to see it."),
        ("/forbids/", {}, 403, "Not allowed", "You are not allowed to do this."),
        (
            "/away/",
            {},
            503,
            "Please wait a moment",
            "The club’s data cannot be reached. Everything saved before is safe.",
        ),
        ("/lacks/", {}, 500, "Something went wrong", "This is our fault, not yours. Everything saved before is safe."),
        ("/breaks/", {}, 500, "Something went wrong", "This is our fault, not yours. Everything saved before is safe."),
        (
            "/",
            {"headers": {"Host": "elsewhere.example"}},
            400,
            "The page was incomplete",
            "Go back, reload the page and try again.",
        ),
    ],
)
def test_error_pages_have_a_message_and_a_link(url, how, status, title, sentence):
    response = get(url, **how)
    page = Html(response)
    assert (response.status_code, page.texts("h1")) == (status, [title])
    assert sentence in page.text
    assert [each["href"] for each in page.find("a", css="button")] == ["/"]


def test_what_is_not_written_in_utf_8_is_not_read():
    """Some decoders of Python take a minute for a megabyte."""
    sent = Client().post(
        "/sign-in/", "username=ab-aaa", content_type="application/x-www-form-urlencoded; charset=punycode"
    )
    assert sent.status_code == 400


def test_a_refusal_survives_an_address_that_is_none():
    assert get("/t/forged/", headers={"Referer": "http://["}).status_code == 404


@pytest.mark.parametrize(
    "url", ["/", "/nowhere/", "/forbids/", "/breaks/", "/static/css/parts.css", "/t/forged/hands/"]
)
def test_every_answer_says_that_it_is_the_clubs(url):
    assert get(url)["Answered-By"] == "whistclub"
    response = Client(raise_request_exception=False, enforce_csrf_checks=True).post(url, {"uid": "x"})
    assert response["Answered-By"] == "whistclub"
    assert get(url, headers={"Host": "elsewhere.example"})["Answered-By"] == "whistclub"


@pytest.mark.parametrize(
    "method, name, allow, sentence",
    [
        ("post", "rules:list", "GET, HEAD", "This address does not accept what was sent. Go back one page."),
        ("post", "ops:health", "GET, HEAD", "This address does not accept what was sent. Go back one page."),
        ("get", "accounts:sign_out", "POST, OPTIONS", "This address only accepts submitted forms."),
    ],
)
def test_a_method_that_is_not_allowed_is_explained(client, method, name, allow, sentence):
    address = reverse(name)
    response = getattr(client, method)(address)
    page = Html(response)
    assert (response.status_code, response["Allow"]) == (405, allow)
    assert sentence in page.text
    assert [each["href"] for each in page.find("a", css="button")] == ["/"]
    fragment = getattr(client, method)(address, headers={"HX-Request": "true"})
    assert (fragment.status_code, Html(fragment).find("html")) == (405, [])
    assert Html(fragment).text.startswith(sentence)


def test_a_server_error_reveals_no_internals():
    body = get("/breaks/").content.decode()
    assert "secret of the machine" not in body
    assert "Traceback" not in body

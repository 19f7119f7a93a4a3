"""Public pages in frames of other sites: only those that the club names, and never a form of organisers or pads."""

import pytest
from django.test import Client
from django.urls import reverse

from tests import builders
from tests.builders import undone
from tests.web.access_matrix_site import Evening
from tests.web.html import Html
from tests.web.test_access_matrix import TABLE
from whistclub.club.models import Club
from whistclub.club.settings.actions import change_settings

pytestmark = pytest.mark.django_db
ALLOWED = "https://whist.example https://news.example:8443"
OF_STATISTICS = {name for name in TABLE if name.startswith("stats:") and TABLE[name].post.split()[0] == "405"}
EMBEDDABLE = {name for name in OF_STATISTICS if "302" not in TABLE[name].get} | {
    "play:player_hands",
    "party:public",
    "party:public_tables",
    "party:public_standings",
}


@pytest.fixture(scope="module")
def evening(django_db_setup, django_db_blocker):
    with django_db_blocker.unblock(), undone():
        made = Evening()
        settings = {"embedded_in": ALLOWED, "shown_to_strangers": "names"}
        change_settings(made.prairie, settings, by=made.olga, at=builders.NOON)
        yield made


def frames(response):
    policy = dict(each.strip().split(" ", 1) for each in response["Content-Security-Policy"].split(";"))
    return policy["frame-ancestors"], response.get("X-Frame-Options")


@pytest.mark.parametrize("visitor", ["stranger", "Olga", "good link"])
def test_only_public_pages_can_be_embedded_and_only_where_the_club_allows_it(db, evening, visitor):
    found = {}
    for name in TABLE:
        response = evening.client(visitor).get(evening.url(name, visitor, TABLE[name].of))
        if response.get("Content-Security-Policy"):
            found[name] = frames(response)
    assert {name for name, headers in found.items() if headers == (ALLOWED, None)} == EMBEDDABLE
    assert {headers for name, headers in found.items() if name not in EMBEDDABLE} == {("'none'", "DENY")}


def test_without_a_choice_no_page_can_be_embedded(db, evening):
    Club.objects.update(embedded_in="")
    address = reverse("stats:results", args=["prairie"])
    assert frames(Client().get(address)) == ("'none'", "DENY")


@pytest.fixture
def save(db, evening):
    Club.objects.update(embedded_in="")
    client, address = evening.client("Olga"), reverse("club:embed", args=["prairie"])
    return lambda typed: client.post(address, {"embedded_in": typed}, follow=True)


def test_sites_are_stored_as_origins(save):
    page = Html(save(" https://Whist.example/\nhttps://news.example:8443, https://whist.example "))
    assert Club.objects.get(slug="prairie").embedded_in == ALLOWED
    assert "Websites that may show public pages: none → https://whist.example, https://news.example:8443" in page.text


@pytest.mark.parametrize(
    "typed",
    [
        "http://whist.example",
        "whist.example",
        "https://whist.example/page/",
        "https://*",
        "*",
        "'self'",
        "data:",
        "https://a.example;script-src",
        "https://a.example\rx",
        "https://münchen.example",
        "https://localhost",
        "https://user@a.example",
        "https://" + "a" * 900 + ".example",
        " ".join(f"https://{letter}.example" for letter in "abcdef"),
    ],
)
def test_what_is_no_site_is_refused_and_stays_typed(save, typed):
    response = save(typed)
    assert response.status_code == 422
    assert Club.objects.get(slug="prairie").embedded_in == ""
    assert typed.split()[0][:20] in response.content.decode().replace("&#x27;", "'")

"""The one-time link from the terminal, with which the first organiser makes the first club."""

from zoneinfo import ZoneInfo

import pytest
from django.test import Client

from tests import builders
from tests.web.html import Html
from whistclub.accounts.models import User
from whistclub.club.founding import first_link_path
from whistclub.club.models import Club

pytestmark = pytest.mark.django_db

FORM = {
    "club_name": "Prairie Whist Club",
    "name": "Olga",
    "email": "olga@Example.org",
    "password": "three blind mice",
    "time_zone": "Europe/Stockholm",
    "currency": "kr",
}


def claim(**changes):
    client = Client()
    return client, client.post(first_link_path(), FORM | changes)


@pytest.mark.parametrize("token", ["x", "forged", "a" * 43, "%00"])
def test_a_forged_link_is_not_accepted(token):
    response = Client().get(f"/welcome/{token}/")
    assert (response.status_code, Html(response).texts("h1")) == (404, ["Page not found"])


def test_claiming_makes_the_club_as_it_was_described():
    claim()
    club = Club.objects.get()
    assert (club.name, club.slug, club.currency) == ("Prairie Whist Club", "prairie-whist-club", "kr")
    assert ZoneInfo(club.time_zone) == ZoneInfo("Europe/Stockholm")


def test_claiming_makes_its_organiser():
    claim()
    user = User.objects.get()
    assert (user.name, user.email) == ("Olga", "olga@example.org")
    assert user.check_password("three blind mice")
    assert list(Club.objects.filter(roles__user=user)) == [Club.objects.get()]


@pytest.mark.parametrize("method", ["get", "post"])
def test_the_link_works_once(method):
    url = first_link_path()
    claim()
    response = getattr(Client(), method)(url, FORM | {"email": "eve@example.org"})
    assert response.status_code == 410
    assert "It has been used, or is more than 14 days old." in Html(response).text
    assert User.objects.count() == 1


def test_the_first_link_founds_nothing_once_somebody_has_an_account():
    path = first_link_path()
    builders.organiser()
    assert Client().post(path, FORM).status_code == 410
    assert User.objects.count() == 1


@pytest.mark.parametrize(
    "password, sentence",
    [
        ("short", "This password is too short."),
        ("1234567890", "This password is too common."),
        ("password123", "This password is too common."),
        ("olga@example.org", "The password is too similar to the e-mail address."),
    ],
)
def test_a_weak_password_is_refused_with_a_message(password, sentence):
    _client, response = claim(password=password)
    assert response.status_code == 422
    assert sentence in Html(response).text
    assert User.objects.count() == 0


def test_a_refused_form_keeps_everything_but_the_password():
    _client, response = claim(password="short")
    page = Html(response)
    kept = {name: page.value(name) for name in ("club_name", "name", "email", "password", "currency")}
    assert kept == {name: FORM[name] for name in kept} | {"password": ""}
    assert [each["value"] for each in page.find("option") if "selected" in each.attributes] == ["Europe/Stockholm"]


@pytest.mark.parametrize("zone", ["Nowhere/Here", "UTC+1", "../../etc/passwd"])
def test_a_time_zone_that_does_not_exist_is_refused(zone):
    _client, response = claim(time_zone=zone)
    assert (response.status_code, Club.objects.count()) == (422, 0)


@pytest.mark.parametrize(
    "name, slug", [("日本", "club"), ("Åsa & Co", "asa-co"), ("!" * 80, "club"), ("a" * 80, "a" * 40)]
)
def test_a_club_with_any_name_gets_an_address(name, slug):
    _client, response = claim(club_name=name)
    assert response.url == f"/run/{slug}/"

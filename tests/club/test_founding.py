"""A club is founded by a link that works once, whoever opens it at the same time."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from io import StringIO
from zoneinfo import ZoneInfo

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import builders
from tests.builders import client_of
from tests.web.html import Html
from whistclub.accounts.models import User
from whistclub.club.founding import first_link_path, make_link
from whistclub.club.models import Club, Role

pytestmark = pytest.mark.django_db


AT_ONCE = 12
CLUB = {"club_name": "Valley", "time_zone": "Europe/Stockholm", "currency": "kr"}
NINA = {"name": "Nina", "email": "nina@example.org", "password": builders.PASSWORD}


def at_once(url, forms):
    """The statuses of the answers to forms that are sent at the same time."""

    def send(form):
        try:
            return Client().post(url, form).status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(len(forms)) as pool:
        return sorted(pool.map(send, forms))


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_of_many_who_found_the_first_club_at_once_one_does():
    forms = [CLUB | NINA | {"email": f"nina{number}@example.org"} for number in range(AT_ONCE)]
    assert at_once(first_link_path(), forms) == [302] + [410] * (AT_ONCE - 1)
    assert (Club.objects.count(), User.objects.count(), Role.objects.count()) == (1, 1, 1)


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_of_many_who_use_the_same_founding_link_at_once_one_founds_a_club():
    builders.organiser()
    forms = [CLUB | NINA | {"email": f"nina{number}@example.org"} for number in range(4)]
    assert at_once(make_link(at=timezone.now()), forms) == [302, 410, 410, 410]
    assert [club.name for club in Club.objects.order_by("pk")] == ["Prairie", "Valley"]
    assert User.objects.count() == 2


def test_clubs_of_one_name_get_addresses_of_their_own(organiser):
    for name, slug in (("Valley", "valley"), ("Valley", "valley-2"), ("a" * 80, "a" * 40), ("a" * 80, f"{'a' * 38}-2")):
        link = make_link(at=timezone.now())
        assert organiser.post(link, CLUB | {"club_name": name}).url == f"/run/{slug}/"
    assert len(Html(organiser.get("/run/")).texts("a", css="wide")) == 5


def test_the_command_prints_a_link_that_founds_a_club_with_a_new_account(prairie):
    printed = StringIO()
    call_command("new_club", stdout=printed)
    link = printed.getvalue().split()[-1]
    path = link[link.index("/welcome/") :]
    client = Client()
    assert "I have an account on this site: sign in first" in Html(client.get(path)).text
    assert client.post(path, CLUB | NINA).url == "/run/valley/"
    assert client.get("/run/valley/").status_code == 200
    again = Client().post(path, CLUB | NINA | {"email": "eve@example.org"})
    assert (again.status_code, Html(again).texts("h1")) == (410, ["This link is no longer valid"])
    assert not User.objects.filter(email="eve@example.org").exists()


def test_an_old_founding_link_founds_nothing(prairie):
    path = make_link(at=timezone.now() - timedelta(days=14))
    assert Client().get(path).status_code == Client().post(path, CLUB | NINA).status_code == 410
    assert Client().get(path.replace("/welcome/", "/welcome/1")).status_code == 404


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
    assert "It has been used (if by you, sign in), or is more than 14 days old." in Html(response).text
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


def links(response):
    return [each["href"] for each in Html(response).find("a")]


def test_an_unclaimed_site_says_where_to_find_the_claim_link():
    response = Client().get("/")
    assert "This site has no organiser yet." in Html(response).text
    assert "/sign-in/" not in links(response)


def test_the_front_page_leads_to_the_statistics_of_the_clubs_that_show_them_to_everyone():
    _user, club = builders.organiser()
    ways = {reverse(f"stats:{name}", args=["prairie"]) for name in ("results", "players", "me")}
    for shown in Club.Shown.values:
        Club.objects.filter(pk=club.pk).update(shown_to_strangers=shown)
        assert ways & set(links(Client().get("/"))) == (ways if shown in ("initials", "names") else set()), shown


def test_an_organiser_is_taken_to_their_club():
    user, _club = builders.organiser()
    client = client_of(user)
    assert client.get("/", follow=True).redirect_chain == [("/run/", 302), ("/run/prairie/", 302)]


def test_an_organiser_of_two_clubs_chooses():
    user, _club = builders.organiser()
    other = Club.objects.create(name="Abbey", slug="abbey", time_zone="America/Chicago")
    Role.objects.create(club=other, user=user, kind="owner")
    client = client_of(user)
    assert Html(client.get("/run/")).texts("a", css="wide") == ["Abbey", "Prairie"]


def test_a_user_without_a_club_sees_a_message():
    user = User.objects.create(email="eve@example.org", name="Eve")
    client = client_of(user)
    assert "You are not part of a club here yet." in Html(client.get("/run/")).text

"""The front page and the list of one's clubs."""

import pytest
from django.test import Client

from tests import builders
from tests.web.html import Html
from whistclub.accounts.models import User
from whistclub.club.actions.founding import claim_link_path
from whistclub.club.models import Club, Organiser

pytestmark = pytest.mark.django_db


def links(response):
    return [each["href"] for each in Html(response).find("a")]


def test_a_site_that_nobody_runs_yet_says_where_its_link_is():
    response = Client().get("/")
    assert "Nobody runs this site yet." in Html(response).text
    assert "/sign-in/" not in links(response)


def test_a_site_that_nobody_runs_yet_does_not_show_the_link_itself():
    assert claim_link_path() not in Client().get("/").content.decode()


def test_a_claimed_site_leads_organisers_to_signing_in_and_everybody_to_the_rules():
    builders.organiser()
    assert {"/sign-in/", "/rules/"} <= set(links(Client().get("/")))


def test_an_organiser_is_led_to_his_club():
    user, _club = builders.organiser()
    client = Client()
    client.force_login(user)
    assert client.get("/", follow=True).redirect_chain == [("/run/", 302), ("/run/prairie/", 302)]


def test_an_organiser_of_two_clubs_chooses():
    user, _club = builders.organiser()
    other = Club.objects.create(name="Abbey", slug="abbey", time_zone="America/Chicago")
    Organiser.objects.create(club=other, user=user)
    client = Client()
    client.force_login(user)
    assert Html(client.get("/run/")).texts("a", css="wide") == ["Abbey", "Prairie"]


def test_somebody_who_runs_no_club_is_told_so():
    user = User.objects.create(email="eve@example.org", name="Eve")
    client = Client()
    client.force_login(user)
    assert "You run no club here." in Html(client.get("/run/")).text

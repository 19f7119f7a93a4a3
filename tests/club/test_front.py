"""The front page and the list of one's clubs."""

import pytest
from django.test import Client
from django.urls import reverse

from tests import builders
from tests.builders import client_of
from tests.web.html import Html
from whistclub.accounts.models import User
from whistclub.club.models import Club, Role

pytestmark = pytest.mark.django_db


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

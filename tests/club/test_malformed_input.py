"""Whatever is typed about people, clubs and passwords: a page or a refusal comes back, never an error of ours."""

import pytest
from django.test import Client
from django.urls import reverse

from tests import builders
from tests.play.test_malformed_input import broken
from whistclub.club.actions import add_player
from whistclub.club.founding import first_link_path

pytestmark = pytest.mark.django_db

FOUNDING = {
    "club_name": "Prairie",
    "name": "Olga",
    "email": "olga@example.org",
    "password": "three blind mice",
    "time_zone": "America/Chicago",
    "currency": "$",
}


def test_malformed_club_details_are_rejected_or_stored_safely():
    assert broken(Client(), first_link_path(), FOUNDING) == []


def test_an_e_mail_address_longer_than_its_column_is_refused():
    long = "a" * 60 + "@" + ".".join(["b" * 60] * 4) + ".org"
    assert len(long) > 254
    response = Client().post(first_link_path(), FOUNDING | {"email": long})
    assert response.status_code == 422


def test_a_malformed_sign_in_is_rejected(organiser):
    form = {"username": "olga@example.org", "password": "wrong", "next": "/run/"}
    assert broken(Client(), reverse("accounts:sign_in"), form) == []


def test_a_sign_in_with_a_garbled_address_is_refused(organiser):
    form = {"username": "olga@example.org", "password": "wrong"}
    assert broken(Client(), reverse("accounts:sign_in") + "?x=%00&%00=1", form, {"wrong": "wrong"}) == []


def test_a_malformed_player_name_is_rejected_or_stored_safely(organiser):
    assert broken(organiser, reverse("club:people", args=["prairie"]), {"name": "Ann"}) == []


def test_a_malformed_rename_is_rejected_or_stored_safely(organiser):
    ann = add_player(builders.Club.objects.get(), "Ann")
    url = reverse("club:person", args=["prairie", ann.pk])
    assert broken(organiser, url, {"name": "Bob"}) == []


@pytest.mark.parametrize("player", ["0", "99", str(2**31), str(2**63), str(10**30), "9" * 5000])
def test_an_unknown_player_is_not_found(organiser, player):
    organiser.raise_request_exception = False
    assert organiser.post(f"/run/prairie/people/{player}/", {"name": "Bob"}).status_code == 404

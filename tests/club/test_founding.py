"""A club is founded by a link that works once, whoever opens it at the same time."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.utils import timezone

from tests import builders
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

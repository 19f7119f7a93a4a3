"""The sign-up list: people write their own name, an organiser checks them in; strangers get nothing from it."""

from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.party.builders import LATER, friday, play_round, present
from tests.party.forms import send
from tests.play.phone import HTMX
from tests.web.html import Html
from tests.web.party_site import run
from whistclub.club.actions import add_player
from whistclub.party.actions import lifecycle, people, signup
from whistclub.party.models import Party
from whistclub.stats.evening import evening_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def opened(olga):
    """Ann is here, Berta of the club is not; the list is open."""
    made = friday(olga, "Ann")
    add_player(made.club, "Berta")
    signup.set_list(made, "opened", by=olga, at=LATER)
    return Party.objects.get()


def address(of):
    return reverse("party:sign_up", args=[of.code, of.signup])


def write(of, name, client=None):
    """A phone writes a name on the list; returns the phone."""
    phone = client or Client()
    assert phone.post(address(of), {"name": name}).status_code == 302
    return phone


def panel(client, of):
    return Html(client.get(run(of, "people"))).find("section", id="signup")[0].text


def waiting(of):
    return [each.name for each in of.sign_ups.filter(entrant=None)]


def tap(client, of, url, *names, **more):
    who = [f"{each.pk} {each.name}" for each in of.sign_ups.filter(name__in=names)]
    return Html(send(client, run(of, url), {"who": who} | more, headers=HTMX))


def test_a_name_from_a_phone_waits_for_the_organiser_and_the_phone_learns_it(organiser, opened):
    phone = write(opened, "Berta")
    assert "You are on the list, Berta" in Html(phone.get(address(opened))).text
    write(opened, "Cleo")
    assert present(opened) == ["Ann"]
    assert "2 people on the list Berta Check in Remove Cleo new Check in Remove Check in all 2" in panel(
        organiser, opened
    )
    found = tap(organiser, opened, "signup", "Berta", "Cleo")
    assert "Berta, Cleo are here." in found.text
    assert (sorted(present(opened)), waiting(opened)) == (["Ann", "Berta", "Cleo"], [])
    assert "Welcome, Berta" in Html(phone.get(address(opened))).text


def test_before_the_day_the_phone_says_that_somebody_is_coming(opened):
    today = evening_of(timezone.now(), opened.club)
    opened.day, opened.place = today + timedelta(days=3), "Hall"
    opened.save()
    shown = Html(Client().get(address(opened))).text
    assert "I am coming" in shown
    assert "Hall" in shown
    begins = timezone.localtime(timezone=ZoneInfo(opened.club.time_zone)) + timedelta(hours=4)
    opened.day, opened.starts = begins.date(), begins.time()
    opened.save()
    assert "I am coming" in Html(Client().get(address(opened))).text, "as long as nobody is there"
    opened.day, opened.starts = today, None
    opened.save()
    assert "I am here" in Html(Client().get(address(opened))).text


def test_two_names_are_a_pair_who_are_partners_where_partners_stay_together(organiser, olga):
    made = friday(olga, "Ann", movement="ladder_pairs")
    signup.set_list(made, "opened", by=olga, at=LATER)
    made.refresh_from_db()
    write(made, "Mia and  Lars")
    assert waiting(made) == ["Mia & Lars"]
    tap(organiser, made, "signup", "Mia & Lars")
    assert sorted(present(made)) == ["Ann", "Lars", "Mia"]
    assert len(set(made.entrants.exclude(player__name="Ann").values_list("pair", flat=True)) - {None}) == 1


def test_a_name_that_is_similar_to_another_is_decided_by_itself(organiser, opened):
    write(opened, "Bertta")
    write(opened, "Cleo")
    assert "Bertta new Berta New Remove" in panel(organiser, opened)
    assert "Check in all 1" in panel(organiser, opened)
    tap(organiser, opened, "signup", "Bertta", meant="Berta")
    assert sorted(present(opened)) == ["Ann", "Berta"]
    assert waiting(opened) == ["Cleo"]


def test_nobody_is_checked_in_under_a_name_that_the_organiser_did_not_see(organiser, opened):
    phone = write(opened, "Cleo")
    key = opened.sign_ups.get().pk
    write(opened, "Mallory", phone)
    for who in (f"{key} Cleo", "x", f"{key}", ""):
        assert organiser.post(run(opened, "signup"), {"who": who}, headers=HTMX).status_code == 409
    assert present(opened) == ["Ann"]


def test_the_same_phone_changes_and_takes_back_its_name_and_no_other_phone_can(opened):
    phone = write(opened, "Cleo")
    write(opened, "Clio", phone)
    Client().post(address(opened), {"cancel": "yes"})
    assert waiting(opened) == ["Clio"]
    phone.post(address(opened), {"cancel": "yes"})
    assert waiting(opened) == []


def test_the_phone_of_a_person_who_left_may_write_again(organiser, opened):
    phone = write(opened, "Cleo")
    tap(organiser, opened, "signup", "Cleo")
    cleo = opened.club.players.get(name="Cleo").pk
    send(organiser, run(opened, "check"), {"gone": cleo}, headers=HTMX)
    assert "Put your name on the list" in Html(phone.get(address(opened))).text
    write(opened, "Cleo", phone)
    assert waiting(opened) == ["Cleo"]


def test_the_page_shows_no_name_of_the_club(opened):
    write(opened, "Cleo")
    text = Client().get(address(opened)).content.decode()
    assert not any(name in text for name in ("Ann", "Berta", "Cleo"))


@pytest.mark.parametrize("name", ["", "?!", "W" * 41, "x" * 400, "<b>Eva</b>", "a=b", "Ann; Bob; Cleo", "A, B, C"])
def test_what_nobody_is_called_is_refused(opened, name):
    assert Client().post(address(opened), {"name": name}).status_code == 422
    assert waiting(opened) == []


def test_a_wrong_address_and_a_closed_list_take_no_name(opened, olga):
    wrong = reverse("party:sign_up", args=[opened.code, "x" * 14])
    assert Client().post(wrong, {"name": "Cleo"}).status_code == 410
    signup.set_list(opened, "closed", by=olga, at=LATER)
    assert Client().post(address(opened), {"name": "Cleo"}).status_code == 410
    signup.set_list(opened, "opened", by=olga, at=LATER)
    write(opened, "Cleo")
    signup.set_list(opened, "renewed", by=olga, at=LATER)
    assert Client().post(address(opened), {"name": "Dora"}).status_code == 410
    assert waiting(opened) == ["Cleo"]


def test_a_flood_is_stopped(opened, monkeypatch):
    monkeypatch.setattr(signup, "MOST_NAMES", 3)
    for name in ("A1", "A2", "A3"):
        write(opened, name)
    assert Client().post(address(opened), {"name": "A4"}).status_code == 429


def test_no_name_stays_on_the_list_after_the_party(olga, opened):
    write(opened, "Cleo")
    people.check_in(opened, ["Bob", "Cid", "Dan"], by=olga, at=LATER)
    play_round(opened, olga, (5, 3))
    lifecycle.finish(opened, by=olga, at=LATER)
    assert waiting(opened) == []

"""The owner's page of tokens and the calendar."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from icalendar import Calendar

from tests.builders import NOON
from tests.party.builders import friday
from tests.web.html import Html
from whistclub.party.invitation import Invitation
from whistclub.party.models import Party

pytestmark = [pytest.mark.django_db, pytest.mark.writes]
PAGE = "/run/prairie/programs/"
SEVEN = datetime(2026, 3, 20, 19, 0, tzinfo=ZoneInfo("America/Chicago"))


def test_a_new_token_is_shown_once(organiser):
    made = Html(organiser.post(PAGE, {"name": "Our web site"}))
    text = next(each for each in made.texts("code") if each.startswith("whistclub_"))
    assert Client(headers={"Authorization": f"Bearer {text}"}).get("/api/v1/club/").status_code == 200
    again = Html(organiser.get(PAGE))
    assert "Our web site" in again.text
    assert text not in again.text


def test_a_token_needs_a_name(organiser, prairie):
    response = organiser.post(PAGE, {"name": " "})
    assert response.status_code == 422
    assert not prairie.api_tokens.exists()


def invited(olga, prairie, **more):
    party = friday(olga, count=8)
    Party.objects.update(invitation_settings=Invitation(SEVEN, "Church hall, back door").stored, **more)
    return party


def test_the_calendar_has_the_parties_with_day_time_and_place(organiser, olga, prairie):
    party = invited(olga, prairie)
    organiser.post(PAGE + "calendar/")
    address = Html(organiser.get(PAGE)).texts("p", css="address")[0]
    response = Client().get(address)
    assert response["Content-Type"] == "text/calendar; charset=utf-8"
    (event,) = Calendar.from_ical(response.content).walk("VEVENT")
    assert (event["summary"], event["location"]) == (party.name, "Church hall, back door")
    assert (event.decoded("dtstart"), event.decoded("dtend") - event.decoded("dtstart")) == (SEVEN, timedelta(hours=3))
    assert event["url"] == f"http://testserver/p/{party.code}/"


def test_a_new_address_replaces_the_old_one_and_none_is_none(organiser, prairie):
    organiser.post(PAGE + "calendar/")
    old = Html(organiser.get(PAGE)).texts("p", css="address")[0]
    organiser.post(PAGE + "calendar/")
    new = Html(organiser.get(PAGE)).texts("p", css="address")[0]
    assert [Client().get(each).status_code for each in (old, new)] == [404, 200]
    organiser.post(f"{PAGE}{prairie.api_tokens.get(revoked_at=None).pk}/revoke/")
    assert Client().get(new).status_code == 404


@pytest.mark.parametrize("token", ["1", "1.x", "x.y", "1." + "a" * 43, "٣.x"])
def test_a_forged_calendar_is_not_found(organiser, token):
    organiser.post(PAGE + "calendar/")
    assert Client().get(f"/calendar/{token}.ics").status_code == 404


def test_people_keep_an_invitation_in_their_own_calendar(olga, prairie):
    party = invited(olga, prairie)
    page = Html(Client().get(f"/p/{party.code}/"))
    (link,) = [each["href"] for each in page.find("a") if each["href"].endswith(".ics")]
    (event,) = Calendar.from_ical(Client().get(link).content).walk("VEVENT")
    assert event["uid"] == f"{party.code}@whistclub"
    assert event.decoded("dtstart") > NOON


def test_names_with_line_breaks_of_a_calendar_stay_one_event(organiser, olga, prairie):
    invited(olga, prairie, name="Fun; \\n, END:VEVENT\r\nBEGIN:VEVENT")
    organiser.post(PAGE + "calendar/")
    address = Html(organiser.get(PAGE)).texts("p", css="address")[0]
    assert len(Calendar.from_ical(Client().get(address).content).walk("VEVENT")) == 1

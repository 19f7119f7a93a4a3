"""The calendars: of a club by its secret address, of one party for everyone."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from icalendar import Calendar

from tests.builders import NOON
from tests.party.builders import friday
from tests.web.html import Html
from whistclub.party.models import Party

pytestmark = pytest.mark.django_db
PAGE = "/run/prairie/club/settings/"
SEVEN = datetime(2026, 3, 20, 19, 0, tzinfo=ZoneInfo("America/Chicago"))


def invited(olga, prairie, **more):
    party = friday(olga, count=8)
    Party.objects.update(day=SEVEN.date(), starts=SEVEN.time(), place="Church hall, back door", **more)
    return party


def new_address(organiser):
    organiser.post(PAGE, {"calendar": "new"})
    return Html(organiser.get(PAGE)).texts("p", css="address")[0]


@pytest.mark.parametrize("starts", [SEVEN.time(), None])
def test_the_calendar_has_the_parties_with_day_time_and_place(organiser, olga, prairie, starts):
    """Where nobody has said the time, it is seven."""
    party = invited(olga, prairie)
    Party.objects.update(starts=starts)
    response = Client().get(new_address(organiser))
    assert response["Content-Type"] == "text/calendar; charset=utf-8"
    (event,) = Calendar.from_ical(response.content).walk("VEVENT")
    assert (event["summary"], event["location"]) == (party.name, "Church hall, back door")
    assert (event.decoded("dtstart"), event.decoded("dtend") - event.decoded("dtstart")) == (SEVEN, timedelta(hours=3))
    assert event["url"] == f"http://testserver/p/{party.code}/"


def test_a_new_address_replaces_the_old_one_and_none_is_none(organiser, prairie):
    old = new_address(organiser)
    new = new_address(organiser)
    assert [Client().get(each).status_code for each in (old, new)] == [404, 200]
    organiser.post(PAGE, {"calendar": "off"})
    assert Client().get(new).status_code == 404
    assert "Create a calendar address" in Html(organiser.get(PAGE)).text
    log = Html(organiser.get(PAGE)).text
    assert "Calendar: new address" in log
    assert "Calendar: off" in log
    assert old.split("/")[-1].removesuffix(".ics") not in log


def test_people_keep_an_invitation_in_their_own_calendar(olga, prairie):
    party = invited(olga, prairie)
    page = Html(Client().get(f"/p/{party.code}/"))
    (link,) = [each["href"] for each in page.find("a") if each["href"].endswith(".ics")]
    (event,) = Calendar.from_ical(Client().get(link).content).walk("VEVENT")
    assert event["uid"] == f"{party.code}@whistclub"
    assert event.decoded("dtstart") > NOON


def test_names_with_line_breaks_of_a_calendar_stay_one_event(organiser, olga, prairie):
    invited(olga, prairie, name="Fun; \\n, END:VEVENT\r\nBEGIN:VEVENT")
    assert len(Calendar.from_ical(Client().get(new_address(organiser)).content).walk("VEVENT")) == 1

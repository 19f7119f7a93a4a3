"""The owner's page of tokens and the calendar."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from icalendar import Calendar

from tests.builders import NOON, joined
from tests.builders import organiser as organised
from tests.party.builders import friday
from tests.web.html import Html
from whistclub.api.actions import calendar_text, make_calendar, make_token
from whistclub.api.models import ApiToken
from whistclub.api.queries import calendar_of
from whistclub.club.roles.actions import change_role
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


def test_a_token_works_only_while_the_person_who_made_it_is_an_owner(organiser, olga, prairie):
    ole = joined(prairie, "Ole", "owner")
    theirs, ours = (
        Client(headers={"Authorization": f"Bearer {make_token(prairie, by.name, by=by, at=NOON)}"})
        for by in (ole, olga)
    )
    make_calendar(prairie, by=ole, at=NOON)
    address = f"/calendar/{calendar_text(calendar_of(prairie))}.ics"
    assert [client.get("/api/v1/club/").status_code for client in (theirs, ours)] == [200, 200]
    change_role(prairie, ole.roles.get().pk, "organiser", by=olga, at=NOON)
    assert [client.get("/api/v1/club/").status_code for client in (theirs, ours)] == [401, 200]
    page = Html(organiser.get(PAGE)).text
    assert "made by Ole on 7 Mar 2026 · no longer works, because they are no longer an owner" in page
    assert "Address made by Ole on 7 Mar 2026." in page
    assert Client().get(address).status_code == 200


def test_a_token_stops_with_the_account_of_the_person_who_made_it(prairie):
    ole = joined(prairie, "Ole", "owner")
    theirs = Client(headers={"Authorization": f"Bearer {make_token(prairie, 'Ole', by=ole, at=NOON)}"})
    assert theirs.get("/api/v1/club/").status_code == 200
    ole.is_active = False
    ole.save()
    assert theirs.get("/api/v1/club/").status_code == 401


def test_the_address_of_a_calendar_does_not_open_a_later_one_with_the_same_key(prairie, olga):
    make_calendar(prairie, by=olga, at=NOON)
    old = calendar_of(prairie)
    key, address = old.pk, f"/calendar/{calendar_text(old)}.ics"
    assert Client().get(address).status_code == 200
    old.delete()
    otto, valley = organised("Otto", "Valley")
    make_calendar(valley, by=otto, at=NOON)
    ApiToken.objects.update(id=key)
    assert Client().get(address).status_code == 404


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

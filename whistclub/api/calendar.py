"""Evenings as a calendar (iCalendar, RFC 5545): all of a club, to subscribe to, and one party, to keep."""

from collections.abc import Iterable
from datetime import UTC, timedelta

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe
from icalendar import Calendar, Event

from whistclub.api.actions import use_calendar
from whistclub.api.queries import evenings
from whistclub.party.access import Party, for_public
from whistclub.web.qr import address_for_phones

# How long an evening takes in a calendar: nobody says when it will end.
USUAL = timedelta(hours=3)
PAST_SHOWN = timedelta(days=365)


@require_safe
def of_club(request: HttpRequest, token: str) -> HttpResponse:
    now = timezone.now()
    found = use_calendar(token, now)
    if found is None:
        raise Http404
    return _answer(request, found.club.name, evenings(found.club, now - PAST_SHOWN))


@for_public
@require_safe
def of_party(request: HttpRequest, party: Party) -> HttpResponse:
    if party.invitation.starts_at is None:
        raise Http404
    answer = _answer(request, party.club.name, [party])
    answer["Content-Disposition"] = f'attachment; filename="{party.code}.ics"'
    return answer


def _answer(request: HttpRequest, name: str, parties: Iterable[Party]) -> HttpResponse:
    calendar = Calendar()
    calendar.add("prodid", "-//whistclub//EN")
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", name)
    for party in parties:
        event = Event()
        event.add("uid", f"{party.code}@whistclub")
        event.add("dtstamp", timezone.now())
        event.add("summary", party.name)
        starts_at = party.day.astimezone(UTC)
        event.add("dtstart", starts_at)
        event.add("dtend", starts_at + USUAL)
        if party.invitation.place:
            event.add("location", party.invitation.place)
        event.add("url", address_for_phones(request, reverse("party:public", args=[party.code])))
        calendar.add_component(event)
    return HttpResponse(calendar.to_ical(), content_type="text/calendar; charset=utf-8")

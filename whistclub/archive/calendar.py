"""Evenings as a calendar (iCalendar, RFC 5545): all of a club, to subscribe to, and one party, to keep."""

from collections.abc import Iterable
from datetime import UTC, timedelta

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from whistclub.club.models import Club
from whistclub.party.access import Party, for_public
from whistclub.web.qr import address_for_phones

USUAL = timedelta(hours=3)  # nobody says when an evening will end
PAST_SHOWN = timedelta(days=365)


@require_safe
def of_club(request: HttpRequest, token: str) -> HttpResponse:
    club = get_object_or_404(Club, calendar=token)
    since = timezone.now() - PAST_SHOWN
    parties = club.parties.filter(is_rehearsal=False, binned_at=None)
    return _answer(request, club.name, [party for party in parties if party.starts_at >= since])


@for_public
@require_safe
def of_party(request: HttpRequest, party: Party) -> HttpResponse:
    if not party.when:
        raise Http404
    answer = _answer(request, party.club.name, [party])
    answer["Content-Disposition"] = f'attachment; filename="{party.code}.ics"'
    return answer


def _answer(request: HttpRequest, name: str, parties: Iterable[Party]) -> HttpResponse:
    # A tenth of a second at the start, and only calendars need it.
    from icalendar import Calendar, Event

    calendar = Calendar()
    for key, value in {"prodid": "-//whistclub//EN", "version": "2.0", "x-wr-calname": name}.items():
        calendar.add(key, value)
    for party in parties:
        event, starts_at = Event(), party.starts_at.astimezone(UTC)
        event.add("uid", f"{party.code}@whistclub")
        event.add("dtstamp", timezone.now())
        event.add("summary", party.name)
        event.add("dtstart", starts_at)
        event.add("dtend", starts_at + USUAL)
        if party.place:
            event.add("location", party.place)
        event.add("url", address_for_phones(request, reverse("party:public", args=[party.code])))
        calendar.add_component(event)
    return HttpResponse(calendar.to_ical(), content_type="text/calendar; charset=utf-8")

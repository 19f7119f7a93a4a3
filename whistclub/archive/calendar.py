"""Evenings as a calendar (iCalendar, RFC 5545): all of a club, to subscribe to, and one party, to keep."""

from collections.abc import Iterable
from datetime import UTC, timedelta

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from whistclub.club.access import SignedInRequest, for_owner
from whistclub.club.queries import Club
from whistclub.club.settings import set_calendar
from whistclub.party.access import Party, for_public
from whistclub.web.qr import address_for_phones, qr_svg

# How long an evening takes in a calendar: nobody says when it will end.
USUAL = timedelta(hours=3)
PAST_SHOWN = timedelta(days=365)


@for_owner
@require_http_methods(["GET", "HEAD", "POST"])
def calendar(request: SignedInRequest, club: Club) -> HttpResponse:
    """The owner's page: the secret address of the club's calendar, to share, replace or turn off."""
    if request.method == "POST":
        on = "off" not in request.POST
        set_calendar(club, on=on, by=request.user, at=timezone.now())
        messages.success(request, "The calendar has a new address." if on else "The calendar is off.")
        return redirect("archive:calendar", club.slug)
    path = reverse("archive:club_calendar", args=[club.calendar]) if club.calendar else ""
    address = address_for_phones(request, path) if path else ""
    context = {"club": club, "here": "club", "address": address, "code": qr_svg(address) if address else ""}
    return render(request, "archive/calendar.html", context)


@require_safe
def of_club(request: HttpRequest, token: str) -> HttpResponse:
    club = get_object_or_404(Club, calendar=token)
    since = timezone.now() - PAST_SHOWN
    parties = club.parties.filter(rehearses=None, binned_at=None)
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
    calendar.add("prodid", "-//whistclub//EN")
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", name)
    for party in parties:
        event = Event()
        event.add("uid", f"{party.code}@whistclub")
        event.add("dtstamp", timezone.now())
        event.add("summary", party.name)
        starts_at = party.starts_at.astimezone(UTC)
        event.add("dtstart", starts_at)
        event.add("dtend", starts_at + USUAL)
        if party.place:
            event.add("location", party.place)
        event.add("url", address_for_phones(request, reverse("party:public", args=[party.code])))
        calendar.add_component(event)
    return HttpResponse(calendar.to_ical(), content_type="text/calendar; charset=utf-8")

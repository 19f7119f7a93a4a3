"""A club's data as files: tables for a spreadsheet, and evenings as a calendar (iCalendar, RFC 5545): all of a club, to
subscribe to, and one party, to keep.
"""

from collections.abc import Iterable, Iterator
from datetime import UTC, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import Count, Max, Min
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from whistclub.club.access import for_organiser
from whistclub.club.models import Club
from whistclub.club.queries import on_roster
from whistclub.party.access import for_public
from whistclub.party.models import Party
from whistclub.play import export
from whistclub.play.models import Game
from whistclub.play.statistics import batches, with_parties
from whistclub.rules.summary import PRESET_CARDS
from whistclub.stats.evening import evening_of
from whistclub.web.links import address_for_phones
from whistclub.web.workbook import table_response

USUAL = timedelta(hours=3)  # nobody says when an evening will end
YES = {True: "yes", False: "no"}
Line = list[Any]


def players(club: Club) -> Iterator[Line]:
    """Everyone on the roster by name, with what statistics know."""
    yield ["Name", "Guest", "Hidden", "Retired", "Since", "Games", "First evening", "Last evening"]
    zone = ZoneInfo(club.time_zone)
    found = on_roster(club).annotate(
        games=Count("player_games"), first=Min("player_games__day"), last=Max("player_games__day")
    )
    for each in found.order_by("folded").iterator():
        marks = [YES[mark] for mark in (each.guest, each.hidden, each.retired)]
        yield [each.name, *marks, each.joined_at.astimezone(zone).date(), each.games, each.first or "", each.last or ""]


def games(club: Club) -> Iterator[Line]:
    """All finished games in order of play; the columns are those of a list of past games, and some more."""
    yield [
        *("Date", "Time", "Player 1", "Player 2", "Player 3", "Player 4", "Rules", "Points 1", "Points 2", "Points 3"),
        *("Winning side", "How it ended", "Hands played", "Party", "Round", "Table", "In statistics"),
    ]
    zone = ZoneInfo(club.time_zone)
    parties = dict(Party.objects.filter(club=club).values_list("code", "name"))
    found = Game.objects.filter(club=club, state=Game.State.FINISHED, binned_at=None).order_by("started_at", "pk")
    for game in (game for some in batches(found.prefetch_related("seats__player")) for game in with_parties(some)):
        yield [
            evening_of(game.started_at, club),
            game.started_at.astimezone(zone).strftime("%H:%M"),
            *[*(seat.player.name for seat in game.seats.all()), "", ""][:4],
            game.rules_name or PRESET_CARDS[game.preset].title,
            *[*game.totals, ""][:3],
            "" if game.winner is None else game.winner + 1,
            game.reason,
            game.hands_scored,
            parties.get(game.party_code, ""),
            game.round_number or "",
            game.table_number or "",
            YES[game.counts_in_statistics],
        ]


TABLES = {"players": players, "games": games, "hands": export.rows}


@for_organiser
@require_safe
def table(_request: HttpRequest, club: Club, table_key: str, file_format: str) -> HttpResponseBase:
    if table_key not in TABLES:
        raise Http404
    return table_response(f"{club.slug}-{table_key}", TABLES[table_key](club), file_format)


@require_safe
def calendar_of_club(request: HttpRequest, token: str) -> HttpResponse:
    club = get_object_or_404(Club, calendar=token)
    return _calendar(request, club.name, club.parties.filter(is_rehearsal=False, binned_at=None))


@for_public
@require_safe
def calendar_of_party(request: HttpRequest, party: Party) -> HttpResponse:
    if not party.when:
        raise Http404
    answer = _calendar(request, party.club.name, [party])
    answer["Content-Disposition"] = f'attachment; filename="{party.code}.ics"'
    return answer


def _calendar(request: HttpRequest, name: str, parties: Iterable[Party]) -> HttpResponse:
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

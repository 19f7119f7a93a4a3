"""Before the party, on its public page: day, time, place, how many are coming, and the form "I am coming"."""

import secrets
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseClientRefresh

from whistclub.party.access import Party, for_public
from whistclub.party.actions import door as door_actions
from whistclub.party.actions import expected as actions
from whistclub.party.queries.door import is_open, name_of_phone, people_text
from whistclub.party.queries.expected import Coming, expected, is_invited, name_expected
from whistclub.party.queries.parties import public_path
from whistclub.web.errors import Refused, error_page
from whistclub.web.live import HtmxRequest, holds, nothing_new

PHONE_COOKIE = "phone"
MOST_OF_A_PHONE = 32
MOST_SHOWN_AGAIN = 40
MONTH = 60 * 60 * 24 * 30


def coming_on(request: HttpRequest, party: Party) -> Coming | None:
    """What the phone that asks sees of the invitation; None where nobody is invited (any more)."""
    return Coming(party, expected(party), phone_of(request)) if is_invited(party) else None


@for_public
@require_http_methods(["GET", "HEAD", "POST"])
def coming(request: HtmxRequest, party: Party) -> HttpResponse:
    """A phone says who is coming, changes that or withdraws it, and asks whether they have moved up."""
    if not is_invited(party):
        if request.htmx:
            return HttpResponseClientRefresh()
        over = actions.InvitationOver()
        return error_page(
            request, over.status, "The list is closed", over.sentence, leads_to=(public_path(party), party.name)
        )
    phone = phone_of(request)
    context: dict[str, object] = {"party": party}
    status = 200
    if request.method == "POST":
        name, partner = request.POST.get("name", ""), request.POST.get("partner", "")
        try:
            if "cancel" in request.POST:
                actions.cancel_coming(party, phone)
            else:
                neighbour = neighbourhood(request.META["REMOTE_ADDR"])
                actions.say_coming(party, name, partner, phone, neighbour=neighbour, at=timezone.now())
        except Refused as refusal:
            status = refusal.status
            typed = {"name": name[:MOST_SHOWN_AGAIN], "partner": partner[:MOST_SHOWN_AGAIN]}
            context |= {"refusal": refusal.sentence, "typed": typed}
        else:
            response = redirect(public_path(party))
            keep_phone(response, party, phone)
            return response
    context["coming"] = shown = Coming(party, expected(party), phone)
    if request.htmx and holds(request, shown.version):
        return nothing_new()
    page = render(request, f"party/public/{'_' if request.htmx else ''}coming.html", context, status=status)
    keep_phone(page, party, phone)
    return page


@for_public
@require_http_methods(["GET", "HEAD", "POST"])
def here(request: HtmxRequest, party: Party, door: str) -> HttpResponse:
    """The list at the door: a person writes their own name, and sees when the organiser has checked them in."""
    if not is_open(party, door):
        closed = door_actions.DoorClosed()
        return error_page(request, closed.status, "The list at the door is closed", closed.sentence)
    phone = phone_of(request)
    context: dict[str, Any] = {"party": party, "door": door}
    status = 200
    if request.method == "POST":
        typed = request.POST.get("name", "")
        try:
            if "cancel" in request.POST:
                door_actions.take_off_list(party, phone)
            else:
                door_actions.put_on_list(party, door, typed, phone, at=timezone.now())
        except Refused as refusal:
            status = refusal.status
            context |= {"refusal": refusal.sentence, "typed": typed[:MOST_SHOWN_AGAIN]}
        else:
            response = redirect(request.path)
            keep_phone(response, party, phone)
            return response
    context["mine"] = mine = name_of_phone(party, phone)
    context["people"] = people_text(party, mine.name) if mine else ""
    if mine is None or mine.removed_at:
        context.setdefault("typed", mine.name if mine else name_expected(party, phone))
    context["version"] = version = f"{mine.pk}.{mine.entrant_id}.{mine.removed_at}" if mine else "nobody"
    if request.htmx and holds(request, version):
        return nothing_new()
    page = render(request, f"party/public/{'_' if request.htmx else ''}here.html", context, status=status)
    keep_phone(page, party, phone)
    return page


def phone_of(request: HttpRequest) -> str:
    """The random text that a phone keeps; a new one for a phone that has none."""
    return request.COOKIES.get(PHONE_COOKIE, "")[:MOST_OF_A_PHONE] or secrets.token_urlsafe(16)


def keep_phone(response: HttpResponse, party: Party, phone: str) -> None:
    """Call it before the first name is sent: two taps at once then belong to one phone."""
    keep_cookie(response, PHONE_COOKIE, phone, public_path(party))


def keep_cookie(response: HttpResponse, cookie: str, value: str, path: str) -> None:
    response.set_cookie(
        cookie, value, max_age=MONTH, path=path, httponly=True, samesite="Lax", secure=settings.BEHIND_HTTPS
    )


@lru_cache(maxsize=1000)
def plain(address: str) -> str:
    """The usual way to write an address; "::ffff:192.0.2.1" is one of IPv4. What is no address stays as it is."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    return str(found.ipv4_mapped or found) if isinstance(found, IPv6Address) else str(found)


def neighbourhood(address: str) -> str:
    """What one household can choose its address from: with IPv6 that is a network of its own, and any address in it."""
    address = plain(address.partition("%")[0])
    if ":" not in address:
        return address
    return str(IPv6Address(int(IPv6Address(address)) >> 64 << 64))

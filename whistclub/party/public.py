"""What anyone with the link may see of a party on a phone: their seat, all tables, standings, rules. No login."""

import secrets
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_safe
from django_htmx.http import HttpResponseClientRefresh

from whistclub.party.access import Party, for_public
from whistclub.party.actions import door as door_actions
from whistclub.party.queries import parties
from whistclub.party.queries.door import is_open, name_of_phone
from whistclub.party.queries.parties import public_path
from whistclub.party.queries.positions import position_chart
from whistclub.party.queries.public_state import Phase, public_state
from whistclub.party.queries.standings import standings as standings_of
from whistclub.rules.summary import card_of
from whistclub.stats.access import may_view
from whistclub.web.errors import ActionRefused, error_page
from whistclub.web.polling import HtmxRequest, holds, nothing_new

ME_COOKIE = "me"
PHONE_COOKIE = "phone"
MOST_OF_A_PHONE = 32
MONTH = 60 * 60 * 24 * 30
MOST_DIGITS = 5


@for_public
@require_safe
def party(request: HttpRequest, party: Party) -> HttpResponse:
    """The party; the phone remembers `?me=7` as its owner's number, and forgets it with `?me=`."""
    response = _page(request, party, "party/public/party.html", parties.token_of_finished_tables(party))
    if "me" in request.GET:
        _remember(response, party, _number(request.GET["me"]))
    return response


@for_public
@require_GET
def live(request: HttpRequest, party: Party) -> HttpResponse:
    """What changes on that page; 204 while it holds the newest."""
    version = parties.token_of_finished_tables(party)
    if holds(request, version):
        return nothing_new()
    if request.GET.get("of", kind := _kind(party)) != kind:
        return HttpResponseClientRefresh()  # the page begins differently once the party is finished
    return _page(request, party, "party/public/_party.html", version)


@for_public
@require_safe
def standings(request: HttpRequest, party: Party) -> HttpResponse:
    """Ranks, points and prizes; 204 while the page holds the newest."""
    version = parties.token_of_results(party)
    if holds(request, version):
        return nothing_new()
    me = _me(request)
    found = None if party.winners_wait else standings_of(party)
    return render(
        request,
        "party/public/standings.html",
        {
            "party": party,
            "standings": found,
            "chart": found and position_chart(found.state, me=me),
            "me": me,
            "message": party.message_at(timezone.now()),
            "version": version,
            "shows_statistics": may_view(request, party.club),
        },
    )


@for_public
@require_safe
def rules(request: HttpRequest, party: Party) -> HttpResponse:
    """The rules that the games of this party are played by."""
    card = card_of(party.preset, party.rules, title=party.rules_name, currency=party.club.currency)
    return render(request, "party/public/rules.html", {"party": party, "card": card})


@for_public
@require_http_methods(["GET", "HEAD", "POST"])
def here(request: HtmxRequest, party: Party, door: str) -> HttpResponse:
    """The list at the door: a person writes their own name, and sees when the organiser has checked them in."""
    if not is_open(party, door):
        closed = door_actions.DoorClosed()
        return error_page(request, closed.status, _("The list at the door is closed"), closed.sentence)
    phone = request.COOKIES.get(PHONE_COOKIE, "")[:MOST_OF_A_PHONE] or secrets.token_urlsafe(16)
    context: dict[str, Any] = {"party": party, "door": door}
    status = 200
    if request.method == "POST":
        typed = request.POST.get("name", "")
        try:
            if "cancel" in request.POST:
                door_actions.take_off_list(party, phone)
            else:
                door_actions.put_on_list(party, door, typed, phone, at=timezone.now())
        except ActionRefused as refusal:
            status = refusal.status
            context |= {"refusal": refusal.sentence, "typed": typed[:MOST_OF_A_PHONE]}
        else:
            response = redirect(request.path)
            _keep(response, PHONE_COOKIE, phone, request.path)
            return response
    context["mine"] = mine = name_of_phone(party, phone)
    context["version"] = version = f"{mine.pk}.{mine.entrant_id}" if mine else "nobody"
    if request.htmx and holds(request, version):
        return nothing_new()
    page = render(request, f"party/public/{'_' if request.htmx else ''}here.html", context, status=status)
    # Before the name is sent: two taps at once are of one phone.
    _keep(page, PHONE_COOKIE, phone, request.path)
    return page


def _page(request: HttpRequest, party: Party, template: str, version: str) -> HttpResponse:
    """`version` was read before the rows, so that a change in between is sent with the next poll."""
    me = _me(request)
    at = timezone.now()
    state = public_state(party, at)
    context = {
        "party": party,
        "message": party.message_at(at),
        "public": state,
        "timer": state.timer,
        "my_seat": state.my_seat(me),
        "of": _kind(party),
        "wanted": request.GET.get("q", "").strip()[:40],
        "version": version,
    }
    if state.phase is Phase.FINISHED and not party.winners_wait:
        context["standings"] = found = standings_of(party)
        context["my_rank"] = found.of(me)
        context["chart"] = position_chart(found.state, me=me)
    return render(request, template, context)


def _kind(party: Party) -> str:
    """Which of the two pages a party has: of an evening, or of its winners."""
    return "winners" if party.state == Party.State.FINISHED else "evening"


def _me(request: HttpRequest) -> int | None:
    """The viewer's number: from the address, else from the phone's cookie."""
    return _number(request.GET.get("me", request.COOKIES.get(ME_COOKIE, "")))


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS else None


def _remember(response: HttpResponse, party: Party, me: int | None) -> None:
    """Let the phone remember its owner, for this party only."""
    path = public_path(party)
    if me is None:
        response.delete_cookie(ME_COOKIE, path=path, samesite="Lax")
        return
    _keep(response, ME_COOKIE, str(me), path)


def _keep(response: HttpResponse, cookie: str, value: str, path: str) -> None:
    response.set_cookie(
        cookie,
        value,
        max_age=MONTH,
        path=path,
        httponly=True,
        samesite="Lax",
        secure=settings.BEHIND_HTTPS,
    )

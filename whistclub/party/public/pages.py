"""The pages of a party on a phone: one's own seat, all tables, standings, rules, the sign-up list. No login.

Each page has a part `#round`, which is the same for everyone and follows results. On the first page `#own` comes along
with it when seats have changed.
"""

import secrets
from datetime import timedelta
from functools import partial
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString
from django.views.decorators.http import require_http_methods, require_safe

from whistclub.club.access import organises
from whistclub.club.queries import remark_text
from whistclub.party.access import for_public
from whistclub.party.actions import signup
from whistclub.party.actions.timer import timer_of
from whistclub.party.follow import kept, version_of_results, version_of_seats
from whistclub.party.models import Party
from whistclub.party.parties import public_path
from whistclub.party.public.seats import Phase, PublicParty, public_party
from whistclub.rules.summary import card_of
from whistclub.stats.evening import evening_of
from whistclub.web.errors import Refused, error_page
from whistclub.web.fields import whole
from whistclub.web.live import HtmxRequest, following, holds, nothing_new

ME_COOKIE = "me"
PHONE_COOKIE = "phone"
MOST_OF_A_PHONE = 32
MOST_SHOWN_AGAIN = 90
MONTH = 60 * 60 * 24 * 30
DOORS_OPEN = timedelta(hours=3)  # this long before it begins, people write that they are here
# Up to this many people (twelve tables), a phone shows a party on one page.
FEW_PEOPLE = 50
# A list of more names than this scrolls within the page.
MANY_NAMES = 20


@for_public
@require_safe
def party(request: HtmxRequest, party: Party) -> HttpResponse:
    """The party; the phone remembers `?me=7` as its owner's number, and forgets it with `?me=`."""
    version, shown = version_of_results(party), request.GET.get("v", "")
    if holds(request, version):
        return nothing_new()
    shared = _shared(party, version)
    round_now = _round(party, shared["public"], version)
    if not request.htmx:
        response = _page(request, "party", round=round_now, **_own(request, **shared))
    elif shown.startswith(f"{version_of_seats(party)}.") and party.state != Party.State.FINISHED:
        # The same seats: before the end, results change nothing of what is one's own.
        response = HttpResponse(round_now)
    else:
        own = render_to_string("party/public/_own.html", _own(request, **shared), request)
        response = HttpResponse(round_now + own)
    if "me" in request.GET:
        _remember(response, party, whole(request.GET, "me"))
    return response


@for_public
@require_safe
def tables(request: HtmxRequest, party: Party) -> HttpResponse:
    version = version_of_results(party)
    if holds(request, version):
        return nothing_new()
    shared = _shared(party, version)
    return _page(request, "tables", tables=_tables(shared["public"], version), **shared)


@for_public
@require_safe
def standings(request: HtmxRequest, party: Party) -> HttpResponse:
    version = version_of_results(party)
    if holds(request, version):
        return nothing_new()
    shared = _shared(party, version)
    return _page(request, "standings", standings=_standings(shared["public"], version), **shared)


@for_public
@require_safe
def rules(request: HttpRequest, party: Party) -> HttpResponse:
    card = card_of(party.preset, party.rules, title=party.rules_name, currency=party.club.currency)
    return render(request, "play/rules.html", {"party": party, "card": card})


def _page(request: HttpRequest, template: str, /, **context: Any) -> HttpResponse:
    context |= {"is_organiser": organises(request, context["party"].club)}
    return render(request, f"party/public/{template}.html", context)


def _shared(party: Party, version: str) -> dict[str, Any]:
    """`version` was read before the rows, so that a change in between is sent with the next answer."""
    public = public_party(party, version)
    message = public.party.now.message_at(timezone.now())
    return {"party": party, "public": public, "message": message, "version": version}


def _round(party: Party, public: PublicParty, version: str) -> SafeString:
    """What everyone sees alike: the round and, of a small party, its tables; at the end the standings."""

    def made() -> SafeString:
        # It is made without a request, for everyone: no context processor adds when it asks again.
        found = {"party": party, "public": public, "version": version, **following()}
        found["remark"] = remark_text(party, party.club_id) if party.remark_for_all else ""
        if public.phase is Phase.FINISHED:
            found["day"] = evening_of(began, party.club) if (began := party.began_at) else None
            found["standings"] = _standings(public, version)
        else:
            is_small = len(public.people) <= FEW_PEOPLE
            found["timer"] = timer_of(public.state, timezone.now())
            found["tables"] = _tables(public, version) if is_small and public.number else ""
        return render_to_string("party/public/_round.html", found)

    # The clock in it counts on from the second in which it was made.
    return kept(party, version, "round", made, seconds=1)


def _own(request: HttpRequest, party: Party, public: PublicParty, message: str, version: str) -> dict[str, Any]:
    """What is one's own: a seat, at the end a rank; or the names to tap."""
    me, wanted = _me(request), request.GET.get("q", "").strip()[:40]
    seat = public.seat_of(me)
    found = {"party": party, "public": public, "message": message, "me": me, "wanted": wanted, "seat": seat}
    if seat is None:
        return found | {"names": _names(public, version, wanted)}
    if public.phase is Phase.FINISHED:
        found |= {"rank": public.standings.of(me), "count": len(public.standings.lines)}
    return found


def _names(public: PublicParty, version: str, wanted: str) -> SafeString:
    """The names to tap, or those in which the wanted letters are."""

    def made() -> SafeString:
        people = public.people
        found = [each for each in people if wanted.lower() in each.player.name.lower()]
        context = {"party": public.party, "people": found, "wanted": wanted, "are_many": len(people) > MANY_NAMES}
        return render_to_string("party/public/_find_name.html", context)

    return made() if wanted else kept(public.party, version, "names", made)


def _tables(public: PublicParty, version: str) -> SafeString:
    made = partial(render_to_string, "party/public/_tables.html", {"public": public})
    return kept(public.party, version, "tables", made)


def _standings(public: PublicParty, version: str) -> SafeString:
    def made() -> SafeString:
        found = public.standings
        context = {"party": public.party, "standings": found, "positions": found.positions}
        return render_to_string("party/public/_standings.html", context)

    return kept(public.party, version, "standings", made)


def _me(request: HttpRequest) -> int | None:
    """The viewer's number: from the address, else from the phone's cookie."""
    return whole(request.GET, "me") if "me" in request.GET else whole(request.COOKIES, ME_COOKIE)


def _remember(response: HttpResponse, party: Party, me: int | None) -> None:
    path = public_path(party)
    if me is None:
        response.delete_cookie(ME_COOKIE, path=path, samesite="Lax")
        return
    keep_cookie(response, ME_COOKIE, str(me), path)


@for_public
@require_http_methods(["GET", "HEAD", "POST"])
def sign_up(request: HtmxRequest, party: Party, secret: str) -> HttpResponse:
    if not party.takes_names(secret):
        return error_page(request, 410, "This list is closed", signup.list_closed().sentence)
    phone = request.COOKIES.get(PHONE_COOKIE, "")[:MOST_OF_A_PHONE] or secrets.token_urlsafe(16)
    is_now = party.is_day and (party.starts is None or timezone.now() > party.starts_at - DOORS_OPEN)
    context: dict[str, object] = {"party": party, "secret": secret, "is_now": is_now}
    status = 200
    if request.method == "POST":
        typed = request.POST.get("name", "")
        try:
            if "cancel" in request.POST:
                signup.take_name_back(party, phone)
            else:
                signup.write_name(party, secret, typed, phone, at=timezone.now())
        except Refused as refusal:
            status = refusal.status
            context |= {"refusal": refusal.sentence, "typed": typed[:MOST_SHOWN_AGAIN]}
        else:
            response = redirect(request.path)
            keep_cookie(response, PHONE_COOKIE, phone, public_path(party))
            return response
    mine = party.sign_ups.filter(phone=phone).select_related("entrant").first()
    if mine and mine.entrant and not mine.entrant.present:
        mine = None  # they left, and may write again
    context["mine"] = mine
    context["version"] = version = f"{mine.pk}.{mine.entrant_id}" if mine else "nobody"
    if request.htmx and holds(request, version):
        return nothing_new()
    page = render(request, f"party/public/{'_' if request.htmx else ''}sign_up.html", context, status=status)
    # Before the first name is sent: two taps at once then belong to one phone.
    keep_cookie(page, PHONE_COOKIE, phone, public_path(party))
    return page


def keep_cookie(response: HttpResponse, cookie: str, value: str, path: str) -> None:
    response.set_cookie(
        cookie, value, max_age=MONTH, path=path, httponly=True, samesite="Lax", secure=settings.BEHIND_HTTPS
    )

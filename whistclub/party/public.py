"""What anyone with the link may see of a party on a phone: their seat, all tables, standings, rules. No login."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString
from django.views.decorators.http import require_GET, require_http_methods, require_safe
from django_htmx.http import HttpResponseClientRefresh, trigger_client_event

from whistclub.club.queries import remark_text
from whistclub.party import shared_html
from whistclub.party.access import Party, for_public
from whistclub.party.actions import door as door_actions
from whistclub.party.coming import MOST_SHOWN_AGAIN, coming_on, keep_cookie, keep_phone, phone_of
from whistclub.party.finished import kind, winners
from whistclub.party.follow import kept
from whistclub.party.queries import parties
from whistclub.party.queries.door import is_open, name_of_phone, people_text
from whistclub.party.queries.expected import name_expected
from whistclub.party.queries.parties import public_path
from whistclub.party.queries.public_state import Phase, PublicState, state_for_all
from whistclub.party.queries.standings import standings_for_all
from whistclub.rules.summary import card_of
from whistclub.web.errors import Refused, error_page
from whistclub.web.live import HtmxRequest, holds, nothing_new

ME_COOKIE = "me"
MOST_DIGITS = 5


@for_public
@require_safe
def party(request: HttpRequest, party: Party) -> HttpResponse:
    """The party; the phone remembers `?me=7` as its owner's number, and forgets it with `?me=`."""
    invited = coming_on(request, party)
    response = _page(request, party, parties.token_of_finished_tables(party), coming=invited)
    if invited:
        keep_phone(response, party, invited.phone)
    if "me" in request.GET:
        _remember(response, party, _number(request.GET["me"]))
    return response


@for_public
@require_GET
def live(request: HttpRequest, party: Party) -> HttpResponse:
    """What changes on that page; 204 while it holds the newest."""
    version = parties.token_of_finished_tables(party)
    if holds(request, _version(party, version)):
        return nothing_new()
    return _page(request, party, version, is_part=True)


@for_public
@require_GET
def own(request: HttpRequest, party: Party) -> HttpResponse:
    """What is one’s own on the page of an evening, which asks for it when it holds an old version of that."""
    version = parties.token_of_finished_tables(party)
    public = state_for_all(party, version)
    context = _own(request, public, version)
    if holds(request, context["own_version"]):
        return nothing_new()
    if public.phase is Phase.FINISHED or request.GET.get("of", context["of"]) != context["of"]:
        return HttpResponseClientRefresh()  # the page begins differently with a seat, with names or before the party
    return render(request, "party/public/_own.html", context | {"party": party})


@for_public
@require_safe
def tables(request: HttpRequest, party: Party) -> HttpResponse:
    """All tables of the round; nothing while the page holds the newest."""
    at = timezone.now()
    version = parties.token_of_finished_tables(party)
    if holds(request, version):
        return nothing_new()
    public = state_for_all(party, version)
    context = {
        "party": party,
        "public": public,
        "message": party.now.message_at(at),
        "tables": shared_html.tables(public, version, public.my_seat(_me(request))),
        "version": version,
    }
    return render(request, "party/public/tables.html", context)


@for_public
@require_safe
def standings(request: HttpRequest, party: Party) -> HttpResponse:
    """Ranks, points and prizes; nothing while the page holds the newest."""
    at = timezone.now()
    version = parties.token_of_finished_tables(party)
    if holds(request, version):
        return nothing_new()
    found, me = standings_for_all(party, version), _me(request)
    context = {
        "party": party,
        "message": party.now.message_at(at),
        "version": version,
        "standings": found,
        "ranks": shared_html.ranks(found, version, me),
        "positions": shared_html.positions(found, version, me),
    }
    return render(request, "party/public/standings.html", context)


@for_public
@require_safe
def rules(request: HttpRequest, party: Party) -> HttpResponse:
    """The rules that the games of this party are played by."""
    card = card_of(party.preset, party.rules, title=party.rules_name, currency=party.club.currency)
    return render(request, "play/rules.html", {"party": party, "card": card})


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


def _page(request: HttpRequest, party: Party, version: str, *, is_part: bool = False, **more: object) -> HttpResponse:
    """The page, or the part of it that changes. `version` was read before the rows, so that a change in between is
    sent with the next poll."""
    at = timezone.now()
    public, me = state_for_all(party, version), _me(request)
    held = request.GET.get("v")
    if is_part and held and not held.startswith(f"{kind(public.party)}."):
        return HttpResponseClientRefresh()  # the page begins differently once the party is finished
    my_seat = public.my_seat(me)
    context: dict[str, Any] = more | {
        "party": party,
        "public": public,
        "me": "" if me is None else me,
        "my_seat": my_seat,
        "version": _version(public.party, version),
        "message": public.party.now.message_at(at),
        "remark": remark_text(party, party.club_id) if party.remark_for_all else "",
    }
    if is_over := public.phase is Phase.FINISHED:
        context |= winners(request, party, version, at, public=public, my_seat=my_seat)
        context["names"] = shared_html.names(public, version, "")
    else:
        context["timer"] = public.timer_at(at)
        if public.is_small and public.number:
            context["tables"] = shared_html.tables(public, version, my_seat)
    if is_part:
        return _part(request, public, context, "winners" if is_over else "evening")
    sent = context.get("sent")
    context["summary"] = sent.headline if sent else ""
    context |= {} if is_over else _own(request, public, version)
    return render(request, f"party/public/{'winners' if is_over else 'evening'}.html", context)


def _part(request: HttpRequest, public: PublicState, context: dict[str, Any], name: str) -> HttpResponse:
    """What changes on the page; of a large party the same for everyone. What is one's own is asked for after it."""

    def made() -> SafeString:
        return render_to_string(f"party/public/_{name}.html", context, request)

    is_for_all = name == "evening" and not public.is_small
    html = kept(public.party, context["version"], name, made, seconds=1) if is_for_all else made()
    return trigger_client_event(HttpResponse(html), "public", after="swap")


def _own(request: HttpRequest, public: PublicState, version: str) -> dict[str, Any]:
    """What stands apart on the page of an evening: the seat of the person whose phone it is, or the names to tap."""
    me, wanted = _me(request), request.GET.get("q", "").strip()[:40]
    my_seat = public.my_seat(me)
    return {
        "of": "seat" if my_seat else "coming" if public.is_before else "names",
        "me": "" if me is None else me,
        "wanted": wanted,
        "own": lambda: shared_html.seat(public, my_seat) if my_seat else shared_html.names(public, version, wanted),
        "own_version": shared_html.own_version(public, my_seat, wanted),
    }


def _version(party: Party, version: str) -> str:
    """What the page holds, of `token_of_finished_tables`."""
    return f"{kind(party)}.{version}"


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
    keep_cookie(response, ME_COOKIE, str(me), path)

"""What everybody may see of a party on a phone: where one sits, all tables, the standings. No login."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_GET, require_safe

from whistclub.party.access import for_public
from whistclub.party.queries import hall as halls
from whistclub.party.queries import poll_tokens
from whistclub.party.queries.hall import Party, Phase
from whistclub.party.queries.ranks import ranks
from whistclub.rules.summary import card_of
from whistclub.stats.access import may_view
from whistclub.web.polling import holds, nothing_new

ME_COOKIE = "me"
MONTH = 60 * 60 * 24 * 30
MOST_DIGITS = 5


@for_public
@require_safe
def party(request: HttpRequest, party: Party) -> HttpResponse:
    """The party; `?me=7` says who is looking and is remembered on the phone, `?me=` is somebody else's phone again."""
    response = _page(request, party, "party/public.html", halls.version(party))
    if "me" in request.GET:
        _remember(response, party, _number(request.GET["me"]))
    return response


@for_public
@require_GET
def live(request: HttpRequest, party: Party) -> HttpResponse:
    """What changes on that page; 204 while it holds the newest."""
    version = halls.version(party)
    if holds(request, version):
        return nothing_new()
    return _page(request, party, "party/_public.html", version)


@for_public
@require_safe
def standings(request: HttpRequest, party: Party) -> HttpResponse:
    """Ranks, points and prizes; asked by a page that holds the newest, 204."""
    version = poll_tokens.of_results(party)
    if holds(request, version):
        return nothing_new()
    me = _me(request)
    found = ranks(party)
    return render(
        request,
        "party/public_standings.html",
        {
            "party": party,
            "ranks": found,
            "me": me,
            "version": version,
            "shows_statistics": may_view(request, party.club),
        },
    )


@for_public
@require_safe
def rules(request: HttpRequest, party: Party) -> HttpResponse:
    """The rules that the games of this party are played by."""
    card = card_of(party.preset, party.rules, title=party.rules_name, currency=party.club.currency)
    return render(request, "party/public_rules.html", {"party": party, "card": card})


def _page(request: HttpRequest, party: Party, template: str, version: str) -> HttpResponse:
    """`version` is from before the rows are read: what changes meanwhile is asked for again."""
    me = _me(request)
    hall = halls.hall(party, timezone.now())
    context = {
        "party": party,
        "hall": hall,
        "timer": hall.timer,
        "mine": hall.mine(me),
        "wanted": request.GET.get("q", "").strip()[:40],
        "version": version,
    }
    if hall.phase is Phase.FINISHED:
        context["ranks"] = found = ranks(party)
        context["my_rank"] = found.of(me)
    return render(request, template, context)


def _me(request: HttpRequest) -> int | None:
    """Who is looking: what the address says, else what the phone remembers."""
    return _number(request.GET.get("me", request.COOKIES.get(ME_COOKIE, "")))


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS else None


def _remember(response: HttpResponse, party: Party, me: int | None) -> None:
    """Let the phone remember for this party only whose it is."""
    path = reverse("party:public", args=[party.code])
    if me is None:
        response.delete_cookie(ME_COOKIE, path=path, samesite="Lax")
        return
    response.set_cookie(
        ME_COOKIE,
        str(me),
        max_age=MONTH,
        path=path,
        httponly=True,
        samesite="Lax",
        secure=settings.BEHIND_HTTPS,
    )

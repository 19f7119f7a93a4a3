"""What anyone with the link may see of a party on a phone: their seat, all tables, standings, rules. No login."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_GET, require_safe
from django_htmx.http import HttpResponseClientRefresh

from whistclub.party.access import Party, for_public
from whistclub.party.queries import parties
from whistclub.party.queries.parties import public_path
from whistclub.party.queries.positions import position_chart
from whistclub.party.queries.public_state import Phase, public_state
from whistclub.party.queries.standings import standings as standings_of
from whistclub.rules.summary import card_of
from whistclub.stats.access import may_view
from whistclub.web.polling import holds, nothing_new

ME_COOKIE = "me"
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
    found = standings_of(party)
    return render(
        request,
        "party/public/standings.html",
        {
            "party": party,
            "standings": found,
            "chart": position_chart(found.state, me=me),
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
    if state.phase is Phase.FINISHED:
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
    response.set_cookie(
        ME_COOKIE,
        str(me),
        max_age=MONTH,
        path=path,
        httponly=True,
        samesite="Lax",
        secure=settings.BEHIND_HTTPS,
    )

"""A table card leads to the pad of the game played there; a pad leads to the next round's table."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_GET, require_safe
from django_htmx.http import HttpResponseClientRedirect

from whistclub.party.access import Party, TableLink, for_table
from whistclub.party.queries import parties
from whistclub.party.queries import scorekeeper as queries
from whistclub.party.queries.scorekeeper import CardTarget
from whistclub.play.access import Pad, for_scorekeeper
from whistclub.play.queries import link
from whistclub.play.scorepad.responses import next_pad
from whistclub.web.live import HtmxRequest, holds, nothing_new


@for_table
@require_safe
def table(request: HttpRequest, party: Party, number: int) -> HttpResponse:
    """To the pad of the game being played; between rounds a page that waits for it."""
    target = queries.card_target(party, number)
    if target.game:
        return redirect("play:pad", link(target.game).token)
    return _waiting(request, "party/scorekeeper/waiting.html", party, target)


@for_table
@require_GET
def live(request: HtmxRequest, party: Party, number: int) -> HttpResponse:
    """Polled by the waiting page, which is sent on once the round is announced."""
    if holds(request, parties.token_of_seats(party)):
        return nothing_new()
    target = queries.card_target(party, number)
    if target.game:
        pad = redirect("play:pad", link(target.game).token)
        return HttpResponseClientRedirect(pad.url) if request.htmx else pad
    return _waiting(request, "party/scorekeeper/_waiting.html", party, target)


@for_scorekeeper
@require_safe
def next_table(request: HtmxRequest, pad: Pad) -> HttpResponse:
    """Where the phone's owner sits next: part of the pad of a finished game, or a page of its own."""
    played = get_object_or_404(queries.tables_of_game(pad.game))
    party = played.round.party
    version = parties.token_of_seats(party)
    if holds(request, version):
        return nothing_new()
    step = queries.next_step(played, pad.seat)
    template = "party/scorekeeper/_next_table.html" if request.htmx else "party/scorekeeper/next_table.html"
    context = {"pad": pad, "step": step, "party": step.party, "version": version}
    return render(request, template, context)


@for_scorekeeper
@require_safe
def go_to_next_table(request: HtmxRequest, pad: Pad) -> HttpResponse:
    """To the pad of the next table, with the phone's owner on their new seat."""
    played = get_object_or_404(queries.tables_of_game(pad.game))
    step = queries.next_step(played, pad.seat)
    return next_pad(request, pad, step.game) if step.game else redirect("party:next_table", pad.token)


def _waiting(request: HttpRequest, template: str, party: Party, target: CardTarget) -> HttpResponse:
    context = {
        "party": party,
        "target": target,
        "token": TableLink(party.pk, party.link_version, target.table).token,
        "message": party.now.message_at(timezone.now()),
        "last_token": link(target.last).token if target.last else "",
        "version": parties.token_of_seats(party),
    }
    return render(request, template, context)

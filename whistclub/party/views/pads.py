"""Phones that keep score all evening: from the pad of a table that is done to the next round's."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from whistclub.party.queries import next_table, poll_tokens
from whistclub.party.queries.next_table import Next
from whistclub.play.access import Pad, for_scorekeeper
from whistclub.play.scorepad.responses import next_pad
from whistclub.web.polling import holds, nothing_new


@for_scorekeeper
@require_safe
def next_place(request: HttpRequest, pad: Pad) -> HttpResponse:
    """Where the phone's owner sits next: part of the pad of a game that is over, or a page by itself."""
    table = next_table.table_of_game(pad.game)
    if table is None:
        raise Http404
    version = poll_tokens.of_seats(table.round.party)
    if holds(request, version):
        return nothing_new()
    step = next_table.next_step(table, pad.seat, timezone.now())
    template = "party/_next_place.html" if request.htmx else "party/next_place.html"
    context = {"pad": pad, "step": step, "party": step.party, "version": version}
    return render(request, template, context)


@for_scorekeeper
@require_safe
def go_on(request: HttpRequest, pad: Pad) -> HttpResponse:
    """To the pad of the next table, its owner on his new chair; nobody is asked again where he sits."""
    table = next_table.table_of_game(pad.game)
    if table is None:
        raise Http404
    step = next_table.next_step(table, pad.seat, timezone.now())
    return next_pad(pad, step.game) if step.kind is Next.TABLE else redirect("party:next_place", pad.token)

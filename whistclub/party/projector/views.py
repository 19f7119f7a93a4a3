"""The projector page: readable from the back of the room, for anyone with the link."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_GET, require_safe

from whistclub.party.access import Party, for_public
from whistclub.party.projector.slides import pages
from whistclub.party.queries import poll_tokens
from whistclub.party.queries.parties import public_path
from whistclub.party.queries.public_state import public_state
from whistclub.party.queries.standings import standings
from whistclub.web.polling import holds, nothing_new
from whistclub.web.qr import address_for_phones, qr_svg


@for_public
@require_safe
def projector(request: HttpRequest, party: Party) -> HttpResponse:
    return _page(request, party, "party/projector/projector.html", poll_tokens.of_results(party))


@for_public
@require_GET
def live(request: HttpRequest, party: Party) -> HttpResponse:
    """All slides again; 204 while the page holds the newest."""
    version = poll_tokens.of_results(party)
    if holds(request, version):
        return nothing_new()
    return _page(request, party, "party/projector/_pages.html", version)


def _page(request: HttpRequest, party: Party, template: str, version: str) -> HttpResponse:
    state, found = public_state(party, timezone.now()), standings(party)
    address = address_for_phones(request, public_path(party))
    context = {
        "party": party,
        "public": state,
        "timer": state.timer,
        "pages": pages(state, found),
        "standings": found,
        "address": address,
        "qr": qr_svg(address),
        "version": version,
    }
    return render(request, template, context)

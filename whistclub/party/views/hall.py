"""The projector's page: readable from the back of the hall, for everybody who has the code."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_GET, require_safe

from whistclub.party.access import for_public
from whistclub.party.queries import hall as halls
from whistclub.party.queries import poll_tokens, slides
from whistclub.party.queries.hall import Party
from whistclub.party.queries.ranks import ranks
from whistclub.web.polling import holds, nothing_new
from whistclub.web.qr import address_for_phones, qr_svg


@for_public
@require_safe
def screen(request: HttpRequest, party: Party) -> HttpResponse:
    return _shown(request, party, "party/screen.html", poll_tokens.of_results(party))


@for_public
@require_GET
def live(request: HttpRequest, party: Party) -> HttpResponse:
    """All pages of the screen again; 204 while it holds the newest."""
    version = poll_tokens.of_results(party)
    if holds(request, version):
        return nothing_new()
    return _shown(request, party, "party/_screen.html", version)


def _shown(request: HttpRequest, party: Party, template: str, version: str) -> HttpResponse:
    hall, found = halls.hall(party, timezone.now()), ranks(party)
    address = address_for_phones(request, reverse("party:public", args=[party.code]))
    context = {
        "party": party,
        "hall": hall,
        "timer": hall.timer,
        "pages": slides.pages(hall, found),
        "ranks": found,
        "address": address,
        "qr": qr_svg(address),
        "version": version,
    }
    return render(request, template, context)

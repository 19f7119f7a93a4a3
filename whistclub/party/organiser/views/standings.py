"""Standings, prizes and money; the log; parties of the past."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from whistclub.club.access import SignedInRequest, for_organiser
from whistclub.club.queries import Club
from whistclub.party.access import Party, for_organiser_of_party
from whistclub.party.actions import lifecycle as party_lifecycle
from whistclub.party.organiser.forms import PrizeForm
from whistclub.party.organiser.views.responses import button, organiser_page, to
from whistclub.party.queries import log as logs
from whistclub.party.queries import standings as queries
from whistclub.party.queries.parties import past_parties
from whistclub.web.errors import attempt, posted_only

draw_lot = button(party_lifecycle.draw_lot, back_to="standings")
undo_lot = button(party_lifecycle.undo_lot, back_to="standings")


@for_organiser_of_party
@require_safe
def standings(request: SignedInRequest, party: Party) -> HttpResponse:
    found = queries.standings(party)
    payments = queries.settlement(found.state)
    return organiser_page(request, party, "standings", tab="standings", standings=found, payments=payments)


@for_organiser_of_party
@posted_only
def award_prize(request: SignedInRequest, party: Party) -> HttpResponse:
    form = PrizeForm(request.POST)
    if form.is_valid():
        prize = form.cleaned_data
        attempt(request, lambda: party_lifecycle.give_prize(party, **prize, by=request.user, at=timezone.now()))
    else:
        messages.error(request, _("The prize was not awarded: choose a winner and try again."))
    return to("standings", party)


@for_organiser_of_party
@require_safe
def log(request: SignedInRequest, party: Party) -> HttpResponse:
    return organiser_page(request, party, "log", tab="log", page=logs.log(party, request.GET.get("page")))


@for_organiser
@require_safe
def archive(request: SignedInRequest, club: Club) -> HttpResponse:
    """Finished parties."""
    page = past_parties(club, request.GET.get("page"))
    return render(request, "party/organiser/archive.html", {"club": club, "page": page, "here": "history"})

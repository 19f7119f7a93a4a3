"""Standings, prizes and money; the log; parties of the past."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from whistclub.club.access import SignedInRequest, for_organiser
from whistclub.club.queries import Club
from whistclub.party.access import Party, for_organiser_of_party
from whistclub.party.actions import lifecycle as party_lifecycle
from whistclub.party.organiser.forms import PrizeForm
from whistclub.party.organiser.views.responses import attempt
from whistclub.party.queries import log as logs
from whistclub.party.queries import standings as queries
from whistclub.party.queries.parties import past_parties
from whistclub.web.errors import posted_only


@for_organiser_of_party
@require_safe
def standings(request: SignedInRequest, party: Party) -> HttpResponse:
    found = queries.standings(party)
    context = {
        "club": party.club,
        "party": party,
        "standings": found,
        "payments": queries.settlement(found.state),
        "tab": "standings",
        "here": "tonight",
    }
    return render(request, "party/organiser/standings.html", context)


@for_organiser_of_party
@posted_only
def award_prize(request: SignedInRequest, party: Party) -> HttpResponse:
    form = PrizeForm(request.POST)
    if form.is_valid():
        data = form.cleaned_data
        attempt(
            request,
            lambda: party_lifecycle.give_prize(
                party, data["title"], data["number"], by=request.user, at=timezone.now()
            ),
        )
    else:
        messages.error(request, _("The prize was not awarded: choose a winner and try again."))
    return redirect("party:standings", party.club.slug, party.code)


@for_organiser_of_party
@require_safe
def log(request: SignedInRequest, party: Party) -> HttpResponse:
    page = logs.log(party, request.GET.get("page"))
    return render(
        request,
        "party/organiser/log.html",
        {"club": party.club, "party": party, "page": page, "tab": "log", "here": "tonight"},
    )


@for_organiser
@require_safe
def archive(request: SignedInRequest, club: Club) -> HttpResponse:
    """Finished parties."""
    page = past_parties(club, request.GET.get("page"))
    return render(request, "party/organiser/archive.html", {"club": club, "page": page, "here": "history"})

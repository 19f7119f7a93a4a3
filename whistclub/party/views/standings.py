"""Standings, prizes and money; the log; parties of the past."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from whistclub.club.access import for_organiser
from whistclub.club.queries import Club
from whistclub.party.access import for_organiser_of_party
from whistclub.party.actions import lifecycle as party_lifecycle
from whistclub.party.forms import PrizeForm
from whistclub.party.queries import console as queries
from whistclub.party.queries import log as logs
from whistclub.party.queries import standings as standing_queries
from whistclub.party.queries.console import Party
from whistclub.party.views.answers import attempt
from whistclub.web.errors import posted_only


@for_organiser_of_party
@require_safe
def standings(request: HttpRequest, party: Party) -> HttpResponse:
    page = standing_queries.standings_page(party)
    context = {"club": party.club, "party": party, "page": page, "tab": "standings", "here": "tonight"}
    return render(request, "party/standings.html", context)


@for_organiser_of_party
@posted_only
def give_prize(request: HttpRequest, party: Party) -> HttpResponse:
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
        messages.error(request, _("The prize was not given: choose who gets it, and try again."))
    return redirect("party:standings", party.club.slug, party.code)


@for_organiser_of_party
@require_safe
def log(request: HttpRequest, party: Party) -> HttpResponse:
    page = logs.log(party, request.GET.get("page"))
    return render(
        request, "party/log.html", {"club": party.club, "party": party, "page": page, "tab": "log", "here": "tonight"}
    )


@for_organiser
@require_safe
def archive(request: HttpRequest, club: Club) -> HttpResponse:
    """Parties that are over."""
    page = queries.past_parties(club, request.GET.get("page"))
    return render(request, "party/archive.html", {"club": club, "page": page, "here": "history"})

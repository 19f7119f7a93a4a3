"""What statistics are to know of."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _

from whistclub.party.access import for_organiser_of_party
from whistclub.party.actions import lifecycle as party_lifecycle
from whistclub.party.queries.console import Party
from whistclub.party.views.answers import attempt
from whistclub.play.actions.refusals import StalePage
from whistclub.play.organiser.forms import InclusionForm
from whistclub.web.errors import error_page, posted_only


@for_organiser_of_party
@posted_only
def count(request: HttpRequest, party: Party) -> HttpResponse:
    """Leave a party with all its games out of statistics, or let it count again."""
    form = InclusionForm(request.POST)
    if not form.is_valid():
        refusal = StalePage()
        return error_page(request, refusal.status, _("Nothing was changed"), refusal.sentence)
    act, said = (
        party_lifecycle.exclude_party,
        _("The party is left out of the statistics, with all its games. Nothing is lost."),
    )
    if form.cleaned_data["counts"]:
        act, said = (
            party_lifecycle.include_party,
            _("The party counts in the statistics again, with all its games."),
        )
    if attempt(request, lambda: act(party, by=request.user, at=timezone.now())):
        messages.success(request, said)
    return redirect("party:settings", party.club.slug, party.code)

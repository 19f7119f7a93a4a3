"""Partners for the evening, on the check-in page."""

from django.http import HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_POST

from whistclub.club.access import SignedInRequest
from whistclub.party.access import Party, for_organiser_of_party
from whistclub.party.actions import people as actions
from whistclub.party.desk.people import people_page
from whistclub.party.organiser.forms import SwapForm
from whistclub.party.organiser.views.responses import button, to
from whistclub.web.errors import attempt

split_pair = button(actions.split_pair, back_to="people")
pair_rest = button(actions.pair_rest, back_to="people")


@for_organiser_of_party
@require_POST
def pair_up(request: SignedInRequest, party: Party) -> HttpResponse:
    """Make two people partners."""
    form = SwapForm(list(party.entrants.filter(present=True).values_list("pk", flat=True)), request.POST)
    if not form.is_valid():
        return people_page(request, party, refusal="Tap the two people who are partners.", status=422)
    attempt(request, lambda: actions.pair_up(party, *form.cleaned_data["who"], by=request.user, at=timezone.now()))
    return to("people", party)

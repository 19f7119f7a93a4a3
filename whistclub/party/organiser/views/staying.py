"""Who stays at a table while the others move around them."""

from django.http import HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from whistclub.club.access import SignedInRequest
from whistclub.party.access import Party, for_organiser_of_party, say
from whistclub.party.actions import seating as actions
from whistclub.party.organiser.forms import KeepForm
from whistclub.party.organiser.views.responses import organiser_page, to
from whistclub.party.state import load
from whistclub.web.errors import attempt
from whistclub.web.formatting import table_text


@for_organiser_of_party
@require_http_methods(["GET", "HEAD", "POST"])
def staying(request: SignedInRequest, party: Party) -> HttpResponse:
    """Who stays at which table; a post adds one."""
    state, form = load(party), KeepForm(request.POST or None)
    says_where = bool(state.movement.card_lines(1, 2))
    if form.is_valid():
        entrant, table = form.cleaned_data["entrant"], form.cleaned_data["table"]
        if attempt(request, lambda: actions.keep_table(party, entrant, table, by=request.user, at=timezone.now())):
            name = state.entrants[entrant].player.name
            done = f"From the next round on, {name} stays at {table_text(table)}."
            if says_where:
                done += " " + "Print the table cards again: the old ones send people to the wrong tables."
            say(request, party, done)
        return to("staying", party)
    people = sorted(state.present, key=lambda entrant: entrant.player.name.casefold())
    context = {
        "people": [entrant for entrant in people if entrant.fixed_table is None],
        "staying": [entrant for entrant in state.entrants.values() if entrant.fixed_table is not None],
        "says_where": says_where,
        "form": form,
    }
    return organiser_page(request, party, "staying", tab="settings", status=422 if form.is_bound else 200, **context)


@for_organiser_of_party
@require_POST
def give_up_table(request: SignedInRequest, party: Party, entrant: int) -> HttpResponse:
    """Somebody moves as the others do."""
    attempt(request, lambda: actions.keep_table(party, entrant, None, by=request.user, at=timezone.now()))
    return to("staying", party)

"""Wishes about who sits at one table, which only organisers see."""

from django.http import HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from whistclub.club.access import SignedInRequest
from whistclub.engine.movement.wishes import Wish, WishKind
from whistclub.party.access import Party, for_organiser_of_party, say
from whistclub.party.actions import wishes as actions
from whistclub.party.organiser.forms import SwapForm, WishForm
from whistclub.party.organiser.views.responses import organiser_page, to
from whistclub.party.wishes import wish_text
from whistclub.web.errors import attempt


@for_organiser_of_party
@require_http_methods(["GET", "HEAD", "POST"])
def wishes(request: SignedInRequest, party: Party) -> HttpResponse:
    """The wishes of a party; a post adds one."""
    names = {entrant.pk: entrant.player.name for entrant in party.entrants.select_related("player")}
    form = WishForm(list(names), request.POST or None)
    if form.is_valid():
        (one, other), kind = form.cleaned_data["who"], form.cleaned_data["kind"]
        if attempt(request, lambda: actions.add_wish(party, one, other, kind=kind, by=request.user, at=timezone.now())):
            text = wish_text(Wish(one, other, WishKind(kind)), names)
            say(request, party, f"Wish added: {text}.")
        return to("wishes", party)
    rows = [
        (each["one"], each["other"], wish_text(Wish(each["one"], each["other"], WishKind(each["kind"])), names))
        for each in party.wishes
    ]
    context = {"rows": rows, "people": sorted(names.items(), key=lambda each: each[1].casefold()), "form": form}
    return organiser_page(request, party, "wishes", tab="people", status=422 if form.is_bound else 200, **context)


@for_organiser_of_party
@require_POST
def remove_wish(request: SignedInRequest, party: Party) -> HttpResponse:
    form = SwapForm(list(party.entrants.values_list("pk", flat=True)), request.POST)
    if form.is_valid():
        who = form.cleaned_data["who"]
        attempt(request, lambda: actions.remove_wish(party, *who, by=request.user, at=timezone.now()))
    return to("wishes", party)

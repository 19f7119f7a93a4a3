"""Wishes about who sits at one table, which only organisers see."""

from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from whistclub.club.access import SignedInRequest
from whistclub.engine.movement.wishes import Wish, WishKind
from whistclub.party.access import Party, for_organiser_of_party, say
from whistclub.party.actions import wishes as actions
from whistclub.party.organiser.forms import SwapForm, WishForm
from whistclub.party.organiser.queries import console
from whistclub.party.organiser.queries import wishes as queries
from whistclub.party.organiser.views.responses import organiser_page, to
from whistclub.web.errors import ActionRefused, attempt


@for_organiser_of_party
@require_http_methods(["GET", "HEAD", "POST"])
def wishes(request: SignedInRequest, party: Party) -> HttpResponse:
    """The wishes of a party; a post adds one."""
    if request.method != "POST":
        return _page(request, party)
    form = WishForm(console.entrant_keys(party), request.POST)
    if not form.is_valid():
        return _page(request, party, sentence=_("Choose two different people."), status=422)
    data = form.cleaned_data
    one, other = data["who"]
    wish = Wish(one, other, WishKind(data["kind"]), data["hard"])
    try:
        replaced = actions.add_wish(
            party, one, other, kind=data["kind"], hard=data["hard"], by=request.user, at=timezone.now()
        )
    except ActionRefused as refusal:
        return _page(request, party, sentence=refusal.sentence, status=refusal.status)
    say(request, party, queries.added_text(party, wish, replaced))
    return to("wishes", party)


@for_organiser_of_party
@require_POST
def remove_wish(request: SignedInRequest, party: Party) -> HttpResponse:
    form = SwapForm(console.entrant_keys(party), request.POST)
    if form.is_valid():
        who = form.cleaned_data["who"]
        attempt(request, lambda: actions.remove_wish(party, *who, by=request.user, at=timezone.now()))
    return to("wishes", party)


def _page(request: SignedInRequest, party: Party, *, sentence: str = "", status: int = 200) -> HttpResponse:
    """The page; the wish of a form that was refused stands in it again."""
    typed = {"people": request.POST.getlist("who"), "kind": request.POST.get("kind"), "hard": "hard" in request.POST}
    page = queries.wishes(party)
    return organiser_page(
        request, party, "wishes", tab="people", page=page, typed=typed, sentence=sentence, status=status
    )

"""The list at the door, on the check-in page: open it, check in who is on it, close it."""

from collections.abc import Callable

from django.http import HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from whistclub.club.access import SignedInRequest
from whistclub.club.queries import returned_at
from whistclub.party.access import Party, for_organiser_of_party, say
from whistclub.party.actions import door as actions
from whistclub.party.organiser.forms import DoorForm
from whistclub.party.organiser.queries import people as queries
from whistclub.party.organiser.views.people import already_here, answer, door_panel, refuse
from whistclub.party.organiser.views.responses import button, organiser_page, to
from whistclub.party.queries.door import token_of_door
from whistclub.party.refusals import StalePartyState
from whistclub.web.errors import Refused, attempt
from whistclub.web.formatting import join_side, plural
from whistclub.web.live import holds, nothing_new

open_door = button(actions.open_door, back_to="people")
close_door = button(actions.close_door, back_to="people")
renew_door = button(actions.renew_door, back_to="people")


@for_organiser_of_party
@require_GET
def door(request: SignedInRequest, party: Party) -> HttpResponse:
    """The list as it is now; nothing while the page holds the newest."""
    version = token_of_door(party)
    if holds(request, version):
        return nothing_new()
    panel, page = door_panel(request, party, version), queries.numbers(party)
    return organiser_page(request, party, "_door_live", tab="people", door=panel, page=page)


@for_organiser_of_party
@require_POST
def remove(request: SignedInRequest, party: Party) -> HttpResponse:
    """One name of the list, or all that the page shows."""
    return _change(request, party, actions.remove_from_door)


@for_organiser_of_party
@require_POST
def put_back(request: SignedInRequest, party: Party) -> HttpResponse:
    """One of the removed names, or all that the last step removed."""
    return _change(request, party, actions.put_back_at_door)


def _change(request: SignedInRequest, party: Party, action: Callable[..., None]) -> HttpResponse:
    form = DoorForm(request.POST)
    if not form.is_valid():
        return refuse(request, party, StalePartyState().sentence)
    attempt(request, lambda: action(party, form.cleaned_data["who"], by=request.user, at=timezone.now()))
    return to("people", party)


@for_organiser_of_party
@require_POST
def check_in(request: SignedInRequest, party: Party) -> HttpResponse:
    """One person of the list, or all who were on it when the page showed it."""
    form = DoorForm(request.POST)
    if not form.is_valid():
        return refuse(request, party, StalePartyState().sentence)
    try:
        who, meant = form.cleaned_data["who"], form.cleaned_data["meant"]
        at = timezone.now()
        found = actions.check_in_from_door(party, who, meant=meant, by=request.user, at=at)
    except Refused as refusal:
        return refuse(request, party, refusal.sentence, refusal.status)
    if not found.here and len(found.stays) == len(found.stays[0]) == 1:
        return answer(request, party, question=already_here(found.stays[0][0]))
    names = [entrant.player.name for entrant in found.here]
    sentence = plural(len(names), "{names} is here.", "{names} are here.").format(names=", ".join(names))
    if found.stays:
        stays = "Already here, so still on the list: {names}.".format(names=", ".join(map(join_side, found.stays)))
        sentence = f"{sentence} {stays}" if names else stays
    sentence = f"{sentence} {returned_at(party.club, at)}".rstrip()
    if not request.htmx:
        say(request, party, sentence)
        return to("people", party)
    changed = [entrant.player_id for entrant in found.here]
    return answer(request, party, done=found.done, sentence=sentence, changed=changed)

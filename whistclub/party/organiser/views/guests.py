"""Players of the club at check-in: new names are marked as guests in one tap, and a misspelt one is corrected."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from whistclub.club.access import SignedInRequest
from whistclub.club.actions import rename_player, set_guests
from whistclub.club.forms import PlayerForm
from whistclub.party.access import Party, for_organiser_of_party
from whistclub.party.organiser.forms import GuestsForm
from whistclub.party.organiser.queries.people import player_of
from whistclub.party.organiser.views.people import answer, refuse
from whistclub.party.organiser.views.responses import organiser_page, to
from whistclub.play.refusals import refused
from whistclub.web.errors import ActionRefused
from whistclub.web.formatting import plural


@for_organiser_of_party
@require_POST
def mark_guests(request: SignedInRequest, party: Party) -> HttpResponse:
    """Mark players of the club as guests, or (undone) as players like the others."""
    form = GuestsForm(request.POST)
    if not form.is_valid():
        return refuse(request, party, refused("page_is_old").sentence)
    guest = not form.cleaned_data["undo"]
    players = form.cleaned_data["players"]
    changed = set_guests(party.club, players, guest=guest, by=request.user, at=timezone.now())
    names = ", ".join(player.name for player in changed)
    sentence = "Undone."
    if guest:
        text = plural(
            len(changed),
            "{names} is now a guest, not in ratings or statistics.",
            "{names} are now guests, not in ratings or statistics.",
        )
        sentence = text.format(names=names)
    if not request.htmx:
        messages.success(request, sentence)
        return to("people", party)
    keys = [player.pk for player in changed]
    return answer(request, party, sentence=sentence, changed=keys, guests=keys if guest else [])


@for_organiser_of_party
@require_http_methods(["GET", "HEAD", "POST"])
def rename(request: SignedInRequest, party: Party, entrant: int) -> HttpResponse:
    """Correct the name of somebody who is in the party."""
    player = player_of(party, entrant)
    if player is None:
        raise Http404
    before = player.name
    form = PlayerForm(request.POST or None, initial={"name": before})
    status = 422 if form.is_bound else 200
    if form.is_valid():
        try:
            rename_player(player, form.cleaned_data["name"], by=request.user, at=timezone.now())
        except ActionRefused as refusal:
            form.add_error("name", refusal.sentence)
            status = refusal.status
        else:
            if player.name != before:
                text = "{before} is now called {name}, in past games too."
                messages.success(request, text.format(before=before, name=player.name))
            return to("people", party)
    return organiser_page(request, party, "rename", tab="people", player=player, form=form, status=status)

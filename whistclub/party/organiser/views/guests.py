"""Guests at check-in: new names are marked in one tap, and unmarked again."""

from django.contrib import messages
from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from whistclub.club.access import SignedInRequest
from whistclub.club.actions import set_guests
from whistclub.party.access import Party, for_organiser_of_party
from whistclub.party.organiser.forms import GuestsForm
from whistclub.party.organiser.views.people import answer, refuse
from whistclub.party.organiser.views.responses import to
from whistclub.play.actions.refusals import StalePage
from whistclub.web.errors import posted_only


@for_organiser_of_party
@posted_only
def mark_guests(request: SignedInRequest, party: Party) -> HttpResponse:
    """Mark players of the club as guests, or (undone) as players like the others."""
    form = GuestsForm(request.POST)
    if not form.is_valid():
        return refuse(request, party, StalePage().sentence)
    guest = not form.cleaned_data["undo"]
    players = form.cleaned_data["players"]
    changed = set_guests(party.club, players, guest=guest, by=request.user, at=timezone.now())
    names = ", ".join(player.name for player in changed)
    sentence = _("Undone.")
    if guest:
        text = ngettext(
            "{names} is now a guest, not in ratings or statistics.",
            "{names} are now guests, not in ratings or statistics.",
            len(changed),
        )
        sentence = text.format(names=names)
    if not request.htmx:
        messages.success(request, sentence)
        return to("people", party)
    keys = [player.pk for player in changed]
    return answer(request, party, sentence=sentence, changed=keys, guests=keys if guest else [])

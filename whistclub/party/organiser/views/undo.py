"""Undo what was just done, from the notice about it or from the log."""

from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from whistclub.club.access import SignedInRequest
from whistclub.party.access import Party, for_organiser_of_party
from whistclub.party.actions.undoing import undo_step as undo
from whistclub.web.errors import attempt, posted_only


@for_organiser_of_party
@posted_only
def undo_step(request: SignedInRequest, party: Party, entry: int) -> HttpResponse:
    """Undo a step, by the key of its log entry; then back to the page of the desk where the button was."""
    attempt(request, lambda: undo(party, entry, by=request.user, at=timezone.now()), _("Undone."))
    desk, back = reverse("party:console", args=[party.club.slug, party.code]), request.POST.get("back", "")
    return redirect(back if back.startswith(desk) else desk)

"""Undo the newest change, from the notice about it or from the log."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST

from whistclub.club.access import SignedInRequest
from whistclub.party import changes
from whistclub.party.access import Party, for_organiser_of_party
from whistclub.party.log import undone_text
from whistclub.party.organiser.views.responses import organiser_page
from whistclub.web.errors import attempt


@for_organiser_of_party
@require_POST
def undo(request: SignedInRequest, party: Party, entry: int) -> HttpResponse:
    """Undo a change, by the key of its log entry; then back to the page of the desk where the button was."""
    if attempt(request, lambda: changes.undo(party, entry, by=request.user, at=timezone.now())):
        messages.success(request, undone_text(party, entry))
    if request.htmx:
        return organiser_page(request, party, "_done", tab="tables")
    desk, back = reverse("party:console", args=[party.club.slug, party.code]), request.POST.get("back", "")
    return redirect(back if back.startswith(desk) else desk)

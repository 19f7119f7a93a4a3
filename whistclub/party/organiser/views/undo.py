"""Undo what was just done, from the notice about it or from the log."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST

from whistclub.club.access import SignedInRequest
from whistclub.party.access import Party, for_organiser_of_party
from whistclub.party.actions.undoing import undo_step as undo
from whistclub.party.actions.undoing import undone_text
from whistclub.party.organiser.views.responses import organiser_page
from whistclub.party.queries.steps import is_undone
from whistclub.web.errors import attempt


@for_organiser_of_party
@require_POST
def undo_step(request: SignedInRequest, party: Party, entry: int) -> HttpResponse:
    """Undo a step, by the key of its log entry; then back to the page of the desk where the button was."""
    is_done_already = "again" in request.POST and is_undone(party, entry)  # only the answer was lost
    if is_done_already or attempt(request, lambda: undo(party, entry, by=request.user, at=timezone.now())):
        messages.success(request, undone_text(party, entry))
    if request.htmx:  # undone in the background
        return organiser_page(request, party, "_done", tab="tables")
    desk, back = reverse("party:console", args=[party.club.slug, party.code]), request.POST.get("back", "")
    return redirect(back if back.startswith(desk) else desk)

"""The log of a party, and Undo."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from whistclub.club.access import SignedInRequest
from whistclub.party import changes
from whistclub.party import log as logs
from whistclub.party.access import for_organiser_of_party
from whistclub.party.desk.pages import act, organiser_page, to
from whistclub.party.models import Party
from whistclub.web.fields import whole


@for_organiser_of_party
@require_http_methods(["GET", "HEAD", "POST"])
def log(request: SignedInRequest, party: Party) -> HttpResponse:
    """The log; a post undoes the newest change, named by its entry, and goes back to where the button was."""
    if request.method != "POST":
        return organiser_page(request, party, "log", tab="log", page=logs.log(party, request.GET.get("page")))
    entry = whole(request.POST, "undo")
    if entry is None:
        raise Http404
    if act(request, party, changes.undo, entry):
        messages.success(request, logs.undone_text(party, entry))
    if request.htmx:
        return organiser_page(request, party, "_done", tab="tables")
    desk, back = to("console", party).url, request.POST.get("back", "")
    return redirect(back if back.startswith(desk) else desk)

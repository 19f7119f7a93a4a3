"""Add many players at once: typed, pasted or from a file, looked at before they are added."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from whistclub.archive.forms import ListForm, PlayerListForm
from whistclub.archive.imports import actions
from whistclub.archive.imports.queries import imports_of
from whistclub.archive.player_list import queries
from whistclub.club.access import SignedInRequest, for_organiser
from whistclub.club.queries import Club
from whistclub.web.errors import Refused
from whistclub.web.formatting import plural

MOST_LISTED = 500
HEADINGS = {
    queries.Means.UNUSABLE: "Cannot be used",
    queries.Means.SIMILAR: "Similar to a known name",
    queries.Means.LEFT_OUT: "Left out",
    queries.Means.AGAIN: "Twice in the list",
    queries.Means.NEW: "New",
    queries.Means.KNOWN: "Already known",
}


@for_organiser
@require_http_methods(["GET", "HEAD", "POST"])
def players(request: SignedInRequest, club: Club) -> HttpResponse:
    form = PlayerListForm(request.POST or None, request.FILES or None)
    if not form.is_bound:
        return _page(request, club, form)
    if not form.is_valid():
        return _page(request, club, form, status=422)
    try:
        found = queries.player_list(
            club, form.cleaned_data["lines"], anyway=request.POST.getlist("anyway"), readings=form.readings_chosen
        )
        if "add" not in request.POST:
            return _preview(request, club, form, found)
        done = actions.import_players(
            club, found.adding, source=form.cleaned_data["source"], by=request.user, at=timezone.now()
        )
    except Refused as refusal:
        form.add_error("lines", refusal.sentence)
        return _page(request, club, form, status=refusal.status)
    messages.success(
        request, plural(done.players, "{n} player was added.", "{n} players were added.").format(n=done.players)
    )
    if not found.rest:
        return redirect("archive:players", club.slug)
    rest = PlayerListForm({"lines": found.rest})
    return _preview(request, club, rest, queries.player_list(club, found.rest))


def _preview(request: SignedInRequest, club: Club, form: ListForm, found: queries.PlayerList) -> HttpResponse:
    groups = [(kind, HEADINGS[kind], some[:MOST_LISTED], len(some)) for kind, some in found.of_kind]
    return _page(request, club, form, found=found, groups=groups)


def _page(request: SignedInRequest, club: Club, form: ListForm, *, status: int = 200, **more: object) -> HttpResponse:
    context = {"club": club, "form": form, "here": "people", "imports": imports_of(club, "players"), **more}
    return render(request, "archive/players.html", context, status=status)

"""The bin of a club: its page; put something in, restore it, delete it at once."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from whistclub.archive.bin import actions, queries
from whistclub.archive.bin.queries import Club
from whistclub.club.access import SignedInRequest, for_organiser, for_owner
from whistclub.web.errors import Refused, error_page


@for_organiser
@require_safe
def contents(request: SignedInRequest, club: Club) -> HttpResponse:
    page = queries.contents(club, request.GET.get("page"))
    return render(request, "archive/bin/contents.html", {"club": club, "page": page, "here": "club"})


@for_organiser
@require_POST
def put(request: SignedInRequest, club: Club, kind: str, ref: str) -> HttpResponse:
    """The next page says so, with an Undo beside it."""
    thing = queries.found(club, kind, ref, in_bin=False)
    if thing is None:
        raise Http404
    try:
        actions.put(thing, by=request.user, at=timezone.now())
    except Refused as refusal:
        back = (_path(club, thing), "Back")
        return error_page(request, refusal.status, "Nothing was changed", refusal.sentence, leads_to=back, club=club)
    sentence = f"Moved to the bin: {queries.title(thing)}. It stays there for 30 days."
    messages.success(request, sentence, extra_tags=reverse("bin:restore", args=[club.slug, kind, ref]))
    return redirect(_LISTS[kind], club.slug)


@for_organiser
@require_POST
def restore(request: SignedInRequest, club: Club, kind: str, ref: str) -> HttpResponse:
    """Leads to what was restored."""
    thing = queries.found(club, kind, ref, in_bin=True)
    try:
        if thing is None:
            raise actions.NotThere
        actions.restore(thing, by=request.user, at=timezone.now())
    except Refused as refusal:
        return _refused(request, club, refusal)
    messages.success(request, f"Restored: {queries.title(thing)}.")
    return redirect(_path(club, thing))


@for_owner
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: SignedInRequest, club: Club, kind: str, ref: str) -> HttpResponse:
    """Asks once; deletes when posted."""
    thing = queries.found(club, kind, ref, in_bin=True)
    if thing is None:
        return _refused(request, club, actions.NotThere())
    title = queries.title(thing)
    if request.method != "POST":
        context = {"club": club, "title": title, "here": "club"}
        return render(request, "archive/bin/delete.html", context)
    try:
        actions.delete(thing)
    except Refused as refusal:
        return _refused(request, club, refusal)
    messages.success(request, f"Deleted for good: {title}.")
    return redirect("bin:contents", club.slug)


_LISTS = {"player": "club:people", "game": "play:history", "party": "play:tonight", "rules": "rules:manage"}
_PAGES = {
    "player": "club:person",
    "game": "play:game",
    "party": "party:settings",
    "rules": "rules:edit",
}


def _path(club: Club, thing: queries.Thing) -> str:
    return reverse(_PAGES[queries.kind_of(thing)], args=[club.slug, queries.ref_of(thing)])


def _refused(request: SignedInRequest, club: Club, refusal: Refused) -> HttpResponse:
    back = (reverse("bin:contents", args=[club.slug]), "Open the bin")
    return error_page(request, refusal.status, "Nothing was changed", refusal.sentence, leads_to=back, club=club)

"""Undo an import."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_POST

from whistclub.archive.imports import actions
from whistclub.archive.imports.queries import import_of
from whistclub.club.access import SignedInRequest, for_organiser
from whistclub.club.queries import Club
from whistclub.web.errors import Refused
from whistclub.web.formatting import join_list


@for_organiser
@require_POST
def undo(request: SignedInRequest, club: Club, import_key: int) -> HttpResponse:
    found = import_of(club, import_key)
    if found is None:
        raise Http404
    try:
        stay = actions.undo_import(found, by=request.user, at=timezone.now())
    except Refused as refusal:
        messages.error(request, refusal.sentence)
    else:
        messages.success(request, "The import was undone.")
        if stay:
            names = join_list(stay[:20])
            messages.info(
                request,
                f"These players stay, because they have been used since the import: {names}",
            )
    return redirect(f"archive:{found.kind}", club.slug)

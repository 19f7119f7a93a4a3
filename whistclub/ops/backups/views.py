"""The page Backups: make one, download, look into one, and ask for a restore."""

import sqlite3
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import BinaryIO, Concatenate

from django import forms
from django.contrib import messages
from django.http import FileResponse, Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from whistclub.club.access import ClubView, P, SignedInRequest, for_owner
from whistclub.club.queries import Club, is_first_of_site
from whistclub.ops.backups import contents, daily, packing, restoring, shelf
from whistclub.ops.backups.making import make
from whistclub.ops.backups.shelf import Backup, Kind
from whistclub.ops.serving import MOST_OF_BODY
from whistclub.web.errors import ActionRefused, attempt, error_page

SECONDS_UNTIL_BACK = 5  # after which a page that waits for a restore asks again
KINDS = {
    Kind.DAILY: "daily",
    Kind.MANUAL: "made on request",
    Kind.BEFORE_UPDATE: "before an update",
    Kind.BEFORE_RESTORE: "before a restore",
    Kind.UPLOADED: "uploaded",
    Kind.FOUND: "copied into the folder",
}


def for_site_owner(view: Callable[Concatenate[SignedInRequest, Club, P], HttpResponseBase]) -> ClubView[P]:
    """The gate of those who own the site: owners of its first club. Other owners have their club's document."""

    @for_owner
    @wraps(view)
    def gate(request: SignedInRequest, club: Club, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        if not is_first_of_site(club):
            return error_page(
                request,
                403,
                "You do not have permission",
                "A backup holds all clubs of this site. Only owners of its first club can make and restore one.",
                leads_to=(reverse("club:hub", args=[club.slug]), "Go to “Club”"),
            )
        return view(request, club, *args, **kwargs)

    return gate


class UploadForm(forms.Form):
    file = forms.FileField(
        label="Backup file",
        help_text="Up to 16 MB. Downloads from this page are compressed (.gz): upload them as they are.",
        max_length=200,
        widget=forms.FileInput(
            attrs={
                "data-most": MOST_OF_BODY - 2**16,  # a form around it
                "data-too-large": "This file is larger than 16 MB. Copy it into the folder below.",
            }
        ),
    )


@for_site_owner
@require_safe
def backups(request: SignedInRequest, club: Club) -> HttpResponse:
    return _page(request, club, UploadForm())


@for_site_owner
@require_POST
def make_now(request: SignedInRequest, club: Club) -> HttpResponseBase:
    """Leads to the page, which lists it and begins the download."""
    page = reverse("ops:backups", args=[club.slug])
    try:
        return redirect(f"{page}?made={make(Kind.MANUAL).name}")
    except ActionRefused as refusal:
        messages.error(request, refusal.sentence)
        return redirect(page)


@for_site_owner
@require_safe
def download(request: SignedInRequest, club: Club, backup: str) -> HttpResponseBase:
    return _file(_named(backup).path)


@for_site_owner
@require_http_methods(["GET", "HEAD", "POST"])
def restore(request: SignedInRequest, club: Club, backup: str) -> HttpResponse:
    """GET is the dry run; POST asks `start` for the restore."""
    chosen = _named(backup)
    if request.method == "POST":
        attempt(request, lambda: restoring.request(chosen.name))
        return redirect("ops:backups", club.slug)
    context = {"club": club, "here": "club", "backup": chosen, "can_restore": restoring.can_be_requested()}
    try:
        found = contents.compare(chosen.path)
        context |= {"found": found, "last": found.then.last_entry}
    except ActionRefused as refusal:
        context["refusal"] = refusal.sentence
    return render(request, "ops/restore.html", context)


@for_site_owner
@require_POST
def upload(request: SignedInRequest, club: Club) -> HttpResponse:
    """Keep a backup from elsewhere, if it is one, and look into it."""
    form = UploadForm(request.POST, request.FILES)
    if form.is_valid():
        try:
            path = _kept(form.cleaned_data["file"])
        except ActionRefused as refusal:
            form.add_error("file", refusal.sentence)
        else:
            return redirect("ops:restore_backup", club.slug, path.name)
    return _page(request, club, form, status=422)


def _page(request: SignedInRequest, club: Club, form: UploadForm, status: int = 200) -> HttpResponse:
    is_restoring = restoring.is_requested()
    kept = shelf.kept()
    made = next((backup.name for backup in kept if backup.name == request.GET.get("made")), "")
    context = {
        "club": club,
        "here": "club",
        "form": form,
        "backups": [(backup, KINDS[backup.kind]) for backup in kept],
        "problem": daily.problem(),
        "is_restoring": is_restoring,
        "result": "" if is_restoring else restoring.last_result(),
        "made": made,
        "folder": shelf.folder(),
    }
    response = render(request, "ops/backups.html", context, status=status)
    if is_restoring:
        response["Refresh"] = str(SECONDS_UNTIL_BACK)
    elif made:
        response["Refresh"] = f"0; url={reverse('ops:download_backup', args=[club.slug, made])}"
    return response


def _named(name: str) -> Backup:
    for backup in shelf.kept():
        if backup.name == name:
            return backup
    raise Http404


def _file(path: Path) -> FileResponse:
    """The file, packed; a dump of PostgreSQL is so already."""
    try:
        if path.suffix != ".sqlite3":
            return FileResponse(path.open("rb"), as_attachment=True, filename=path.name)
        name = f"{path.name}{packing.PACKED}"
        # It is compressed already: no middleware need do it again.
        headers = {"Content-Encoding": "identity"}
        return FileResponse(
            packing.packed(path), as_attachment=True, filename=name, content_type="application/gzip", headers=headers
        )
    except FileNotFoundError as error:  # a newer one has just replaced it
        raise Http404 from error


def _kept(file: BinaryIO) -> Path:
    """The uploaded backup in the folder, unpacked. Raises NotABackup."""
    draft = shelf.folder() / f"{shelf.file_name(Kind.UPLOADED, timezone.now(), '.sqlite3')}.part"
    draft.touch(mode=0o600)
    try:
        with draft.open("wb") as out:
            packing.unpack(file, out, most=packing.MOST_UNPACKED)
        contents.read(draft)
        path = draft.with_suffix("")
        draft.replace(path)
    except (OSError, sqlite3.Error) as error:
        raise packing.NotABackup(str(error)) from error
    finally:
        draft.unlink(missing_ok=True)
    shelf.remove_outdated()
    return path

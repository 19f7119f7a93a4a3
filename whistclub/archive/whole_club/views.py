"""The page of the whole club as one document: download it; how it moves in elsewhere."""

import tempfile
from typing import BinaryIO, cast

from django.http import FileResponse, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from whistclub.archive.whole_club.contents import summary
from whistclub.archive.whole_club.writing import write
from whistclub.club.access import for_owner
from whistclub.club.queries import Club
from whistclub.web.errors import posted_only


@for_owner
@require_safe
def document(request: HttpRequest, club: Club) -> HttpResponse:
    return render(request, "archive/document.html", {"club": club, "counts": summary(club), "here": "club"})


@for_owner
@posted_only
def download(_request: HttpRequest, club: Club) -> FileResponse:
    """By POST, so that following a link never does it."""
    now = timezone.now()
    file = cast(BinaryIO, tempfile.TemporaryFile())  # noqa: SIM115 - the response closes it
    write(club, file, at=now)
    file.seek(0)
    name = f"{club.slug}-{timezone.localtime(now):%Y-%m-%d}.jsonl.gz"
    # It is compressed already: no middleware need do it again.
    headers = {"Content-Encoding": "identity"}
    return FileResponse(file, as_attachment=True, filename=name, content_type="application/gzip", headers=headers)

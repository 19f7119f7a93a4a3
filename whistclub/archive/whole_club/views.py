"""The page of the whole club as one document: download it; how it moves in elsewhere."""

import tempfile
from datetime import datetime
from typing import BinaryIO, cast

from django.http import FileResponse, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from whistclub.archive.whole_club.contents import summary
from whistclub.archive.whole_club.writing import write
from whistclub.club.access import for_owner
from whistclub.club.queries import Club


@for_owner
@require_safe
def document(request: HttpRequest, club: Club) -> HttpResponse:
    context = {"club": club, "counts": summary(club), "file": _file_name(club, timezone.now()), "here": "club"}
    return render(request, "archive/document.html", context)


@for_owner
@require_POST
def download(_request: HttpRequest, club: Club) -> FileResponse:
    """By POST, so that following a link never does it."""
    now = timezone.now()
    file = cast(BinaryIO, tempfile.TemporaryFile())  # noqa: SIM115 - the response closes it
    write(club, file, at=now)
    file.seek(0)
    # It is compressed already: no middleware need do it again.
    headers = {"Content-Encoding": "identity"}
    return FileResponse(
        file, as_attachment=True, filename=_file_name(club, now), content_type="application/gzip", headers=headers
    )


def _file_name(club: Club, at: datetime) -> str:
    return f"{club.slug}-{timezone.localtime(at):%Y-%m-%d}.jsonl.gz"

import tempfile

from django.conf import settings
from django.db import connection
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from whistclub.club import queries
from whistclub.club.access import SignedInRequest, for_owner
from whistclub.club.models import Club
from whistclub.ops import backups
from whistclub.web.errors import Refused, attempt


@never_cache
@require_safe
def health(request: HttpRequest) -> HttpResponse:
    """200 while the site reaches its database and can store something, 503 where the disk is full or read-only."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    status, text = 200, "ok\n"
    try:
        with tempfile.TemporaryFile(dir=settings.DATA_DIR) as file:
            file.write(bytes(2**16))
    except OSError as error:
        status, text = 503, f"Nothing can be stored: {error.strerror}.\n"
    return HttpResponse(text, content_type="text/plain; charset=utf-8", status=status)


@for_owner
@require_http_methods(["GET", "HEAD", "POST"])
def backups_page(request: SignedInRequest, club: Club) -> HttpResponse:
    """GET lists them, POST makes one."""
    _require_first(club)
    if request.method == "POST":
        attempt(request, lambda: backups.make(timezone.now()), "The backup was made.")
        return redirect("ops:backups", club.slug)
    found = [(path.name, backups.made_at(path), backups.kind_of(path), path.stat().st_size) for path in backups.kept()]
    problem = backups.folder() / backups.PROBLEM
    context = {"club": club, "here": "club", "is_sqlite": connection.vendor == "sqlite", "backups": found}
    context |= {"days": backups.DAYS, "months": backups.MONTHS, "others": backups.OTHERS, "folder": backups.folder()}
    context["problem"] = problem.read_text(encoding="utf-8") if problem.exists() else ""
    return render(request, "ops/backups.html", context)


@for_owner
@require_safe
def download_backup(_request: SignedInRequest, club: Club, backup: str) -> HttpResponseBase:
    _require_first(club)
    for path in backups.kept():
        if path.name == backup:
            return FileResponse(path.open("rb"), as_attachment=True)
    raise Http404


def _require_first(club: Club) -> None:
    if not queries.is_first_of_site(club):
        sentence = "A backup holds all clubs of this site. Only owners of its first club can make and download one."
        raise Refused("not_first_club", sentence, 403, title="You do not have permission")

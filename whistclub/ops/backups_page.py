from django.http import FileResponse, Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from whistclub.club.access import SignedInRequest, for_owner
from whistclub.club.models import Club
from whistclub.club.queries import is_first_of_site
from whistclub.ops import backups
from whistclub.web.errors import Refused, attempt


@for_owner
@require_http_methods(["GET", "HEAD", "POST"])
def page(request: SignedInRequest, club: Club) -> HttpResponse:
    """GET lists them, POST makes one."""
    _require_first(club)
    if request.method == "POST":
        attempt(request, lambda: backups.make(timezone.now()), "The backup was made.")
        return redirect("ops:backups", club.slug)
    found = [(path.name, backups.made_at(path), backups.kind_of(path), path.stat().st_size) for path in backups.kept()]
    problem = backups.folder() / backups.PROBLEM
    context = {
        "club": club,
        "here": "club",
        "backups": found,
        "folder": backups.folder(),
        "days": backups.DAYS,
        "months": backups.MONTHS,
        "others": backups.OTHERS,
        "problem": problem.read_text(encoding="utf-8") if problem.exists() else "",
    }
    return render(request, "ops/backups.html", context)


@for_owner
@require_safe
def download(_request: SignedInRequest, club: Club, backup: str) -> HttpResponseBase:
    _require_first(club)
    for path in backups.kept():
        if path.name == backup:
            return FileResponse(path.open("rb"), as_attachment=True)
    raise Http404


def _require_first(club: Club) -> None:
    if not is_first_of_site(club):
        sentence = "A backup holds all clubs of this site. Only owners of its first club can make and download one."
        raise Refused("not_first_club", sentence, 403, title="You do not have permission")

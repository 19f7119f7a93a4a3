"""How every page of statistics is answered: as HTML, or as CSV where the address asks for it."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.text import slugify

from whistclub.stats.access import Viewer
from whistclub.stats.reports import ReportTable, csv_response


@dataclass(frozen=True, slots=True)
class Shared:
    """What a chat shows of a page whose address is pasted: a title, a sentence, the address of a picture."""

    title: str
    summary: str
    picture: str


def shown(
    request: HttpRequest, visit: Viewer, template: str, page: Any, *, place: str, picture: str = "", **more: Any
) -> HttpResponse:
    """The page, which has a `title`, a `summary` and `tables`; `place` is the tab it stands under.

    `picture` is the path of its preview, that of the club where it has none of its own. Filters that cannot be read are
    said on the page, which is a bad request then.
    """
    if wants_csv(request):
        return csv_response(f"{visit.club.slug}-{slugify(page.title)}", tables_of(page))
    picture = picture or reverse("stats:picture", args=[visit.club.slug])
    context = {
        "visit": visit,
        "viewed": visit.club,
        "page": page,
        "place": place,
        "csv": _csv_address(request),
        "shared": Shared(page.title, page.summary, request.build_absolute_uri(picture)),
        "address": request.build_absolute_uri(),
        **more,
    }
    filters = getattr(page, "filters", None)
    return render(request, template, context, status=400 if filters and filters.errors else 200)


def wants_csv(request: HttpRequest) -> bool:
    return request.GET.get("as") == "csv"


def tables_of(page: Any) -> Iterable[ReportTable]:
    return page.tables


def _csv_address(request: HttpRequest) -> str:
    query = request.GET.copy()
    query["as"] = "csv"
    return f"?{query.urlencode()}"

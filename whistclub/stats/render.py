"""Render a statistics page as HTML, or as CSV with ?as=csv."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.text import slugify

from whistclub.stats.access import Viewer
from whistclub.stats.reports import csv_response


@dataclass(frozen=True, slots=True)
class SocialPreview:
    """What a chat shows for a link to the page: a title, a sentence and the address of a picture."""

    title: str
    summary: str
    picture: str


def render_page(
    request: HttpRequest, viewer: Viewer, template: str, page: Any, *, tab: str, picture: str = "", **more: Any
) -> HttpResponse:
    """Render a page object with `title`, `summary` and `tables`; `tab` is the tab to mark as current.

    `picture` is the path of the preview picture, by default the club's. Filters that cannot be read are explained on
    the page, with status 400.
    """
    if wants_csv(request):
        return csv_response(f"{viewer.club.slug}-{slugify(page.title)}", page.tables)
    picture = picture or reverse("stats:picture", args=[viewer.club.slug])
    context = {
        "viewer": viewer,
        "viewed": viewer.club,
        "page": page,
        "tab": tab,
        "csv": _csv_address(request),
        "preview": SocialPreview(page.title, page.summary, request.build_absolute_uri(picture)),
        "address": request.build_absolute_uri(),
        **more,
    }
    filters = getattr(page, "filters", None)
    return render(request, template, context, status=400 if filters and filters.errors else 200)


def wants_csv(request: HttpRequest) -> bool:
    return request.GET.get("as") == "csv"


def _csv_address(request: HttpRequest) -> str:
    query = request.GET.copy()
    query["as"] = "csv"
    return f"?{query.urlencode()}"

"""Render a statistics page as HTML, or as a file for a spreadsheet with ?as=csv or ?as=xlsx."""

from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.text import slugify

from whistclub.stats.access import Viewer
from whistclub.stats.reports import file_response
from whistclub.web.workbook import FORMATS


def render_page(
    request: HttpRequest, viewer: Viewer, template: str, page: Any, *, tab: str, **more: Any
) -> HttpResponseBase:
    """Render a page object with `title`, `summary` and `tables`; `tab` is where it is in the navigation.

    Filters that cannot be read are explained on the page, with status 400.
    """
    if wants_file(request):
        return file_response(f"{viewer.club.slug}-{slugify(page.title)}", page.tables, request.GET["as"])
    context = {
        "viewer": viewer,
        "viewed": viewer.club,
        "club": viewer.club,
        "page": page,
        "here": tab,
        "address": request.build_absolute_uri(),
        "files": [(kind.upper(), _file_address(request, kind)) for kind in FORMATS],
        **more,
    }
    filters = getattr(page, "filters", None)
    return render(request, template, context, status=400 if filters and filters.errors else 200)


def wants_file(request: HttpRequest) -> bool:
    """Whether the page is wanted as a file for a spreadsheet."""
    return request.GET.get("as") in FORMATS


def _file_address(request: HttpRequest, kind: str) -> str:
    query = request.GET.copy()
    query["as"] = kind
    return f"?{query.urlencode()}"

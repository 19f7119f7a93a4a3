"""A page of statistics, rendered as HTML, or as a file for a spreadsheet with ?as=csv or ?as=xlsx."""

from dataclasses import dataclass, field
from typing import Any

from django.core.paginator import Page as Pages
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.text import slugify

from whistclub.stats.access import Viewer
from whistclub.stats.filters import Choice, Filters
from whistclub.stats.reports import Cell, ReportTable, file_response
from whistclub.web.workbook import FORMATS


@dataclass(slots=True)
class Page:
    """What a page shows, from top to bottom. `summary` is what a chat shows below a link to it.

    `lead` and `notes` are sentences before and after the tables, `back` and `links` lead to other pages.
    `orders`: what the rows may be sorted by, `order` what they are.
    """

    title: str
    tables: list[ReportTable]
    lead: list[str] = field(default_factory=list)
    summary: str = ""
    filters: Filters | None = None
    pages: Pages[Any] | None = None
    notes: list[str] = field(default_factory=list)
    back: Cell | None = None
    links: list[Cell] = field(default_factory=list)
    orders: list[Choice] = field(default_factory=list)
    order: str = ""


def render_page(
    request: HttpRequest, viewer: Viewer, page: Page, *, tab: str, template: str = "stats/page.html", **more: Any
) -> HttpResponseBase:
    """`tab`: in the navigation. Filters that cannot be read are explained on the page, with status 400."""
    if request.GET.get("as") in FORMATS:
        return file_response(f"{viewer.club.slug}-{slugify(page.title)}", page.tables, request.GET["as"])
    context = {
        "viewer": viewer,
        "viewed": viewer.club,
        "club": viewer.club,
        "page": page,
        "here": tab,
        "address": request.build_absolute_uri(),
        "files": [(kind.upper(), _file_address(request, kind)) for kind in FORMATS] if page.tables else [],
        **more,
    }
    return render(request, template, context, status=400 if page.filters and page.filters.errors else 200)


def _file_address(request: HttpRequest, kind: str) -> str:
    query = request.GET.copy()
    query["as"] = kind
    return f"?{query.urlencode()}"

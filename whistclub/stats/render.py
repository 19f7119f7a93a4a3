"""A page of statistics, rendered as HTML, or as a file for a spreadsheet with ?as=csv or ?as=xlsx."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.core.paginator import Page as Pages
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.text import slugify

from whistclub.stats.filters import Choice, Filters
from whistclub.stats.reports import Cell, ReportTable
from whistclub.stats.viewer import Viewer
from whistclub.web.workbook import CSV_TYPE, FORMATS, csv_pieces, workbook_response


@dataclass(slots=True)
class Page:
    """What a page shows, from top to bottom. `summary` is what a chat shows below a link to it.

    `lead` and `notes` are sentences before and after the tables, `back` and `links` lead to other pages.
    `orders`: what the rows may be sorted by, `order` what they are sorted by.
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
        return _file(f"{viewer.club.slug}-{slugify(page.title)}", page.tables, request.GET["as"])
    of = "this page as " if page.pages and page.pages.has_other_pages() else ""
    context = {
        "viewer": viewer,
        "club": viewer.club,
        "page": page,
        "here": tab,
        "files": [(f"{of}{kind.upper()}", _file_address(request, kind)) for kind in FORMATS]
        if any(table.rows for table in page.tables)
        else [],
        **more,
    }
    return render(request, template, context, status=400 if page.filters and page.filters.errors else 200)


def _file(name: str, tables: Sequence[ReportTable], kind: str) -> HttpResponseBase:
    """All tables of a page: as "csv" one after the other, each below its title; as "xlsx" a sheet each."""
    if kind != "csv":
        return workbook_response(name, [(table.title, table.lines()) for table in tables])
    lines: list[Sequence[str | float]] = []
    for table in tables:
        lines += [*([[]] if lines else []), [table.title], *table.lines()]
    response = HttpResponse("".join(csv_pieces(lines)), content_type=CSV_TYPE)
    response["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    return response


def _file_address(request: HttpRequest, kind: str) -> str:
    query = request.GET.copy()
    query["as"] = kind
    return f"?{query.urlencode()}"

"""Help inside the program: how a table, a party, statistics and a club work. Each page is a template.

`tests/browser/test_help.py` takes the pictures.
"""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

PAGES = {
    "table": "Keeping score at a table",
    "party": "A party",
    "statistics": "Statistics",
    "club": "The club",
}


@require_safe
def contents(request: HttpRequest) -> HttpResponse:
    return render(request, "club/help/contents.html", {"pages": PAGES})


@require_safe
def page(request: HttpRequest, page: str) -> HttpResponse:
    if page not in PAGES:
        raise Http404
    return render(request, f"club/help/{page}.html", {"title": PAGES[page]})

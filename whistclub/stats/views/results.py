from datetime import date

from django.http import Http404, HttpRequest, HttpResponse

from whistclub.stats.access import Viewer, for_viewer
from whistclub.stats.queries.days import day_page
from whistclub.stats.queries.results import results_page
from whistclub.stats.render import shown, wants_csv


@for_viewer
def results(request: HttpRequest, visit: Viewer) -> HttpResponse:
    page = results_page(visit, request.GET.get("page"), whole=wants_csv(request))
    return shown(request, visit, "stats/results.html", page, place="results")


@for_viewer
def day(request: HttpRequest, visit: Viewer, day: str) -> HttpResponse:
    found = day_page(visit, _day(day))
    if found is None:
        raise Http404
    return shown(request, visit, "stats/day.html", found, place="results")


def _day(text: str) -> date:
    """A day as addresses of evenings write it; other ways to write the same are other addresses."""
    try:
        found = date.fromisoformat(text)
    except ValueError:
        raise Http404 from None
    if found.isoformat() != text:
        raise Http404
    return found

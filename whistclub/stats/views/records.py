from django.http import HttpRequest, HttpResponse

from whistclub.stats.access import Viewer, for_viewer
from whistclub.stats.queries.records import records_page
from whistclub.stats.render import shown


@for_viewer
def records(request: HttpRequest, visit: Viewer) -> HttpResponse:
    page = records_page(visit, request.GET.get("rules"))
    return shown(request, visit, "stats/records.html", page, place="records")

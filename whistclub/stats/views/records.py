from django.http import HttpRequest, HttpResponse

from whistclub.stats.access import Visit, for_viewer
from whistclub.stats.queries.records import records_page
from whistclub.stats.views.shown import shown


@for_viewer
def records(request: HttpRequest, visit: Visit) -> HttpResponse:
    page = records_page(visit, request.GET.get("rules"))
    return shown(request, visit, "stats/records.html", page, place="records")

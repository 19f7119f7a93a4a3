from django.http import HttpRequest, HttpResponse

from whistclub.stats.access import Visit, for_viewer
from whistclub.stats.queries.rules_done import rules_page
from whistclub.stats.views.shown import shown


@for_viewer
def rules(request: HttpRequest, visit: Visit) -> HttpResponse:
    page = rules_page(visit, request.GET.get("rules"), request.GET.get("period"))
    return shown(request, visit, "stats/rules.html", page, place="rules")

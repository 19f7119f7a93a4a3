from django.http import HttpRequest, HttpResponse

from whistclub.stats.access import Viewer, for_viewer
from whistclub.stats.render import shown
from whistclub.stats.rule_statistics.page import rules_page


@for_viewer
def rules(request: HttpRequest, visit: Viewer) -> HttpResponse:
    page = rules_page(visit, request.GET.get("rules"), request.GET.get("period"))
    return shown(request, visit, "stats/rules.html", page, place="rules")

"""Drill-down pages, for viewers who may see the statistics."""

from django.http import Http404, HttpRequest, HttpResponse

from whistclub.play.drilldown import queries as drilldown
from whistclub.stats.access import Viewer, for_viewer, seen_player
from whistclub.stats.render import shown, wants_csv


@for_viewer
def hands(request: HttpRequest, viewer: Viewer, player: int, kind: str) -> HttpResponse:
    """The hands behind one statistic of a player."""
    if not drilldown.is_kind(kind):
        raise Http404
    page = drilldown.hands_page(viewer, seen_player(viewer, player), kind, request.GET, whole=wants_csv(request))
    return shown(request, viewer, "play/drilldown.html", page, place="players")

"""Drill-down pages, for viewers who may see the statistics."""

from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase

from whistclub.play.drilldown import queries as drilldown
from whistclub.stats.access import Viewer, for_viewer, visible_player
from whistclub.stats.render import render_page, wants_file


@for_viewer
def hands(request: HttpRequest, viewer: Viewer, player: int, kind: str) -> HttpResponseBase:
    """The hands behind one statistic of a player."""
    if not drilldown.is_kind(kind):
        raise Http404
    page = drilldown.hands_page(viewer, visible_player(viewer, player), kind, request.GET, whole=wants_file(request))
    return render_page(request, viewer, "play/drilldown.html", page, tab="players")

"""What stands behind the numbers of statistics, for whoever may see those."""

from django.http import Http404, HttpRequest, HttpResponse

from whistclub.play.drilldown import queries as drilldown
from whistclub.stats.access import Viewer, for_viewer, seen_player
from whistclub.stats.render import shown, wants_csv


@for_viewer
def hands(request: HttpRequest, visit: Viewer, player: int, kind: str) -> HttpResponse:
    """The hands that make up one count of a player."""
    if not drilldown.is_kind(kind):
        raise Http404
    page = drilldown.hands_page(visit, seen_player(visit, player), kind, request.GET, whole=wants_csv(request))
    return shown(request, visit, "play/hands_behind.html", page, place="players")

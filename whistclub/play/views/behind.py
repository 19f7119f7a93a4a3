"""What stands behind the numbers of statistics, for whoever may see those."""

from django.http import Http404, HttpRequest, HttpResponse

from whistclub.play import behind
from whistclub.stats.access import Visit, for_viewer, seen_player
from whistclub.stats.views.shown import shown, wants_csv


@for_viewer
def hands(request: HttpRequest, visit: Visit, player: int, kind: str) -> HttpResponse:
    """The hands that make up one count of a player."""
    if not behind.is_kind(kind):
        raise Http404
    page = behind.hands_page(visit, seen_player(visit, player), kind, request.GET, whole=wants_csv(request))
    return shown(request, visit, "play/hands_behind.html", page, place="players")

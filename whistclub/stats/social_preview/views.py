"""The pictures that a chat shows of pasted addresses."""

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control

from whistclub.stats.access import Viewer, for_viewer, seen_player
from whistclub.stats.social_preview.drawing import club_picture, player_picture
from whistclub.stats.social_preview.queries import club_card, player_card

KEPT_SECONDS = 300


@for_viewer
def club(request: HttpRequest, visit: Viewer) -> HttpResponse:
    return _drawn(visit, club_picture(club_card(visit.club)))


@for_viewer
def player(request: HttpRequest, visit: Viewer, player: int) -> HttpResponse:
    return _drawn(visit, player_picture(player_card(seen_player(visit, player), visit.club)))


def _drawn(visit: Viewer, picture: bytes) -> HttpResponse:
    """What an organiser sees, others may not: only his own browser keeps it."""
    response = HttpResponse(picture, content_type="image/png")
    patch_cache_control(response, max_age=KEPT_SECONDS, **{"private" if visit.is_organiser else "public": True})
    return response

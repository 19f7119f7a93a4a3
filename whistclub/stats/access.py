"""Access to statistics: for everyone if the club shows them, with names or initials; always for its organisers."""

from collections.abc import Callable
from datetime import date
from functools import wraps
from typing import Concatenate, ParamSpec

from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from whistclub.club.access import inside, know_role, names_shown
from whistclub.club.models import Club, ClubChange, Player, Role
from whistclub.stats.models import GameFact, Season
from whistclub.stats.viewer import Viewer

P = ParamSpec("P")

StatsView = Callable[Concatenate[HttpRequest, Viewer, P], HttpResponseBase]


def for_viewer(view: StatsView[P]) -> Callable[..., HttpResponseBase]:
    """Pass the view a `Viewer` instead of the club's slug; 404 if this visitor may not see the statistics.

    The view runs `inside` the club. Where it shows initials, `club.names.NameField` makes them as a name is read.
    """

    @require_safe
    @wraps(view)
    def gate(request: HttpRequest, club: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        found = get_object_or_404(Club, slug=club)
        know_role(request, found)
        if not found.lets_see_statistics:
            raise Http404
        is_organiser = found.is_organised
        shown = Club.Shown.NAMES if is_organiser else found.shown_to_strangers
        with inside(request, found), names_shown(request, found, shown):
            return view(request, Viewer(found, is_organiser), *args, **kwargs)

    return gate


def visible_player(viewer: Viewer, key: int) -> Player:
    """The player with this key, or the one they were merged into; 404 if hidden from this viewer."""
    player = get_object_or_404(Player, pk=key, club=viewer.club)
    while player.merged_into is not None:
        player = player.merged_into
    if player.hidden and not viewer.is_organiser:
        raise Http404
    return player


def day_of(text: str) -> date:
    """A date like 2026-11-21. Raises Http404 for other spellings, so that each evening has one address."""
    try:
        found = date.fromisoformat(text)
    except ValueError:
        raise Http404 from None
    if found.isoformat() != text:
        raise Http404
    return found


def season_of(club: Club, key: int) -> Season:
    """The club's season with this key, or 404."""
    return get_object_or_404(Season, pk=key, club=club)


def asks_what_is_shown(club: Club) -> bool:
    """Whether the owner is to be asked what players may see: after the first finished game, until they have chosen."""
    chosen = ClubChange.objects.filter(club=club, kind=ClubChange.Kind.SHOWN)
    is_owner = club.role == Role.Kind.OWNER
    return is_owner and GameFact.objects.filter(club=club).exists() and not chosen.exists()

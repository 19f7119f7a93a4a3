"""Who plays with and against whom: everybody who plays much, and two sides head to head."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect

from whistclub.stats.access import Viewer, for_viewer, seen_player
from whistclub.stats.filters import filters
from whistclub.stats.head_to_head import chooser
from whistclub.stats.head_to_head.page import versus_page
from whistclub.stats.partnerships.page import together_page
from whistclub.stats.render import shown


@for_viewer
def together(request: HttpRequest, visit: Viewer) -> HttpResponse:
    return shown(request, visit, "stats/together.html", together_page(visit, request.GET), place="together")


@for_viewer
def choose(request: HttpRequest, visit: Viewer) -> HttpResponse:
    """Two sides to be chosen; their page, as soon as they are."""
    form = chooser.choosing(visit, request.GET)
    address = form.address(visit)
    if address is not None:
        return redirect(address)
    response = shown(request, visit, "stats/choose.html", form, place="together", csv="")
    response.status_code = 400 if form.wrong else 200
    return response


@for_viewer
def versus(request: HttpRequest, visit: Viewer, one: str, other: str) -> HttpResponse:
    sides = chooser.sides(one, other)
    if sides is None:
        raise Http404
    people = {key: seen_player(visit, key) for side in sides for key in side}
    if any(key != player.pk for key, player in people.items()):
        # Whoever turned out to be one person cannot stand on both sides.
        if len({player.pk for player in people.values()}) < len(people):
            raise Http404
        one, other = (tuple(people[key].pk for key in side) for side in sides)
        return redirect(chooser.address(visit, one, other))
    names = {key: player.name for key, player in people.items()}
    page = versus_page(visit, sides, names, filters(visit.club, request.GET), request.GET.get("page"))
    return shown(request, visit, "stats/versus.html", page, place="together")

"""Pages that follow what happens: they ask again and again with the revision they hold (`static/js/live.js`)."""

from datetime import datetime

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django_htmx.middleware import HtmxDetails

from whistclub.web.kept_answers import keep

# Seconds. Pages that many follow let their question wait so long for news: whistclub/ops/waiting.py.
LONGEST_WAIT = 5


class HtmxRequest(HttpRequest):
    """A request that says whether a page asks for a part of itself: htmx does, and so does `static/js/live.js`."""

    htmx: HtmxDetails


def poll_every(_request: HttpRequest) -> dict[str, int]:
    """For templates: the milliseconds between two questions of a page, and the seconds that one may wait."""
    return {"poll_every": settings.POLL_EVERY, "longest_wait": LONGEST_WAIT}


def holds(request: HttpRequest, version: str) -> bool:
    """Whether the asking page shows this version already (``?v=17``)."""
    return request.GET.get("v") == version


def nothing_new() -> HttpResponse:
    """204: the page keeps what it has, and no element of it is touched."""
    return HttpResponse(status=204, headers={"Cache-Control": "no-store"})


def nothing_new_for_anyone(*, until: datetime | None) -> HttpResponse:
    """The same, for all who ask with this version: `until` is when time alone makes a new one, or None."""
    return keep(nothing_new(), until=until, for_anyone=True)

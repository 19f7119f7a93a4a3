"""Pages that follow: htmx asks again and again with the version that a part shows.

A view may answer with its whole page: `static/js/live.js` takes the part with the same id from it.
"""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django_htmx.middleware import HtmxDetails


class HtmxRequest(HttpRequest):
    """A request that says whether a page asks for a part of itself."""

    htmx: HtmxDetails


def following(_request: HttpRequest | None = None) -> dict[str, str]:
    """For templates: when a part asks for itself again, by the names in `POLL_EVERY`."""
    return {name: f"every {every}ms, changed from:body" for name, every in settings.POLL_EVERY.items()}


def holds(request: HttpRequest, version: str) -> bool:
    """Whether the asking page shows this version already (``?v=17``)."""
    return request.GET.get("v") == version


def nothing_new() -> HttpResponse:
    """The page keeps what it has.

    After a 204 the server closes the connection: hundreds of open ones cost it more than a new one every few seconds.
    """
    return HttpResponse(status=204, headers={"Cache-Control": "no-store"})

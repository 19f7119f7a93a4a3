"""Pages that follow what happens: they ask every two seconds with the revision they hold."""

from django.http import HttpRequest, HttpResponse


def held_revision(request: HttpRequest) -> int | None:
    """The revision that the asking page shows (``?v=17``); None when it says none or nonsense."""
    text = request.GET.get("v", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def nothing_new() -> HttpResponse:
    """204: the page keeps what it has, and no element of it is touched."""
    return HttpResponse(status=204, headers={"Cache-Control": "no-store"})

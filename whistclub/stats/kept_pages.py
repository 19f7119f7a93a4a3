"""Pages of public statistics are given again until something that they show has changed.

The law: a page from memory equals the page that would be built now. Pages for signed-in people are never kept. Each
action that changes what statistics show raises `Club.statistics_revision` in the same transaction, so no page that was
made before is found any more; other clubs change nothing here. Time changes pages as well: days end, and winners come
out.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from hashlib import sha256

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.core.cache import caches
from django.db.models import OuterRef, QuerySet, Subquery
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

from whistclub.club.models import Club
from whistclub.stats.models import PartyFact
from whistclub.web.kept_answers import keep

# A day ends at a quarter of an hour in all time zones.
QUARTER = timedelta(minutes=15)
# More is a file of all games, which few ask for twice.
MOST_BYTES = 300_000
MESSAGES = CookieStorage.cookie_name


def clubs(at: datetime) -> QuerySet[Club]:
    """All clubs, each with the next moment at which winners come out, as `winners_out`."""
    coming = PartyFact.objects.filter(club=OuterRef("pk"), shown_from__gt=at).order_by("shown_from")
    return Club.objects.annotate(winners_out=Subquery(coming.values("shown_from")[:1]))


def kept_page(
    request: HttpRequest, club: Club, build: Callable[[], HttpResponseBase], *, at: datetime
) -> HttpResponseBase:
    """The answer to a visitor who is not signed in: one that still holds, or the one built now.

    The club is one of `clubs(at)`, read before anything that the page shows. A request with a
    message or a session gets a page of its own; a page with a form holds a secret of its visitor.
    """
    if {settings.SESSION_COOKIE_NAME, MESSAGES} & request.COOKIES.keys():
        return build()
    shows = (club.pk, club.statistics_revision, club.shown_to_strangers)
    asked = (request.scheme, request.get_host(), request.get_full_path(), "HX-Request" in request.headers)
    key = sha256(repr(shows + asked).encode()).hexdigest()
    found: tuple[datetime, datetime, HttpResponse] | None = caches["statistics"].get(key)
    if found and found[0] <= at < found[1]:
        return keep(found[2], until=found[1])
    until = _holds_until(club, at)
    response = build()
    is_own = response.cookies or "CSRF_COOKIE_NEEDS_UPDATE" in request.META
    if not isinstance(response, HttpResponse) or response.status_code != 200 or is_own:
        return response
    if len(response.content) > MOST_BYTES:
        return response
    caches["statistics"].set(key, (at, until, response))
    return keep(response, until=until)


def _holds_until(club: Club, at: datetime) -> datetime:
    """When time alone may change a page that is made now."""
    past = timedelta(minutes=at.minute % 15, seconds=at.second, microseconds=at.microsecond)
    coming: datetime | None = club.winners_out  # type: ignore[attr-defined] # annotated by `clubs`
    return min(filter(None, (at - past + QUARTER, coming)))

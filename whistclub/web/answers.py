"""Marks on the answers of the site, whatever their views say."""

from collections.abc import Callable

from django.contrib.auth import SESSION_KEY
from django.http import HttpRequest, HttpResponseBadRequest
from django.http.response import HttpResponseBase

GetResponse = Callable[[HttpRequest], HttpResponseBase]


def of_the_club(get_response: GetResponse) -> GetResponse:
    """Marks answers, errors too: scripts take what lacks the mark as no connection (`static/js/live.js`).

    A hotel's network asks for a sign-in with any status; without the mark its 403 would refuse a hand.
    """

    def answer(request: HttpRequest) -> HttpResponseBase:
        # Browsers send nothing else, and some of Python's decoders take a minute for a megabyte.
        charset = (request.content_params or {}).get("charset", "utf-8")
        is_read = charset.casefold() == "utf-8"
        response = get_response(request) if is_read else HttpResponseBadRequest("Only UTF-8 is read here.")
        response["Answered-By"] = "whistclub"
        # No browser and no proxy keeps what was made with the session of a signed-in user: after signing out, Back
        # does not show it. An answer that did not look at the session is the same for strangers.
        session = getattr(request, "session", None)
        if session is not None and session.accessed and SESSION_KEY in session:
            response["Cache-Control"] = "private, no-store"
        return response

    return answer

"""Marks on the answers of the site, whatever their views say."""

from collections.abc import Callable

from django.contrib.auth import SESSION_KEY
from django.http import HttpRequest, HttpResponseBase


class AnsweredByMiddleware:
    """Marks answers, errors too: scripts take what lacks the mark as no connection (`static/js/answers.js`).

    A hotel's network asks for a sign-in with any status; without the mark its 403 would refuse a hand.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        response["Answered-By"] = "whistclub"
        return response


class PrivateAnswersMiddleware:
    """Marks each answer that was made with the session of a signed-in user: no browser and no proxy keeps it.

    After signing out, Back does not show it. An answer that did not look at the session is the same for strangers.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if request.session.accessed and SESSION_KEY in request.session:
            response["Cache-Control"] = "private, no-store"
        return response

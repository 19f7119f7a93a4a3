"""A mark on every answer of the site, so that a page can tell it from one that another network gives in its place."""

from collections.abc import Callable

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

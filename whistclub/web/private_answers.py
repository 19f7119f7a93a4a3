"""What a signed-in user sees is kept by no browser and no proxy: after signing out, Back does not show it."""

from collections.abc import Callable

from django.contrib.auth import SESSION_KEY
from django.http import HttpRequest, HttpResponseBase


class PrivateAnswersMiddleware:
    """Marks each answer that was made with the session of a signed-in user, whatever its view says.

    An answer that did not look at the session is the same for strangers. 204 (whistclub/web/polling.py) says nothing
    about anyone, and may be given to all.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if response.status_code != 204 and request.session.accessed and SESSION_KEY in request.session:
            response["Cache-Control"] = "private, no-store"
        return response

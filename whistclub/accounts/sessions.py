"""Notes where users are signed in, and when they last used it."""

from collections.abc import Callable

from django.contrib.auth import SESSION_KEY
from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone
from django.utils.translation import gettext as _

from whistclub.accounts.actions import note_session
from whistclub.web.counted import Counted

MINUTES = 5
noted = Counted(MINUTES * 60, 1)

# The first word that occurs in what a browser says of itself: most also claim to be older ones.
BROWSERS = {
    "Edg": "Edge",
    "OPR": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "Chrome": "Chrome",
    "CriOS": "Chrome",
    "Safari": "Safari",
}
SYSTEMS = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "CrOS": "Chromebook",
    "Windows": "Windows",
    "Macintosh": "Mac",
    "Linux": "Linux",
}


class SessionsMiddleware:
    """Notes the session of a signed-in user once in five minutes, when a page has looked at it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if request.session.accessed and SESSION_KEY in request.session:
            note(request)
        return response


def note(request: HttpRequest) -> None:
    """Note the session of this request, unless that was done lately."""
    key = request.session.session_key
    if key and not noted.lately(key) and request.user.is_authenticated:
        noted.add(key)
        note_session(request.user, key, device_name(request.headers.get("User-Agent", "")), at=timezone.now())


def device_name(user_agent: str) -> str:
    """What a person calls the browser that says this of itself: "Safari on iPhone"."""
    browser = next((name for word, name in BROWSERS.items() if word in user_agent), "")
    system = next((name for word, name in SYSTEMS.items() if word in user_agent), "")
    if browser and system:
        return _("{browser} on {system}").format(browser=browser, system=system)
    return browser or system or _("Unknown browser")

"""The site as `start --https` serves it: twice, on plain http for every phone, and on https for those that trust it.

Organisers sign in on https. The pads of guests stay on plain http, where no certificate has to be installed.
"""

from collections.abc import Callable
from urllib.parse import urlsplit

from csp.decorators import csp_update
from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect

THIS_COMPUTER = ("127.0.0.1", "localhost", "::1")
FOR_ORGANISERS = ("/run/", "/sign-in/", "/welcome/", "/account/")


def host_name(request: HttpRequest) -> str:
    """The host a request asked for, without its port; an IPv6 address in brackets."""
    name = urlsplit(f"//{request.get_host()}").hostname or ""
    return f"[{name}]" if ":" in name else name


def secure_site(request: HttpRequest) -> str:
    """The https address of the host a request asked for; nothing unless https is served beside plain http.

    No certificate is for a name without a dot (whistclub/ops/https/authority.py): there it is the usual address.
    """
    if not settings.LAN_PORTS:
        return ""
    host = host_name(request)
    if host not in THIS_COMPUTER and not set(host) & set(".:"):
        host = urlsplit(settings.PUBLIC_ADDRESS).hostname or host
    return f"https://{host}:{settings.LAN_PORTS.secure}"


class LanHttpsMiddleware:
    """Sends organisers to https, and lets pads on plain http find out whether this phone trusts it.

    `request.secure_site` is the https address of this host on requests that came on plain http.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        if not settings.LAN_PORTS:
            raise MiddlewareNotUsed
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if request.is_secure():
            return self.get_response(request)
        secure = secure_site(request)
        request.secure_site = secure  # type: ignore[attr-defined] # read by templates
        if host_name(request).strip("[]") in THIS_COMPUTER:
            response = self.get_response(request)
            # What never leaves the computer is safe on plain http; not every browser knows that.
            if settings.SESSION_COOKIE_NAME in response.cookies:
                response.cookies[settings.SESSION_COOKIE_NAME]["secure"] = ""
            return response
        if request.path.startswith(FOR_ORGANISERS):
            return redirect(f"{secure}{request.get_full_path()}")
        return csp_update({"connect-src": [secure]})(self.get_response)(request)

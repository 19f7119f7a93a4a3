"""Limits on wrong passwords; beyond them signing in is refused without looking at the password.

django-axes counts those for one account from one address: after five it refuses all for fifteen minutes. This module
counts those of one address for all accounts, and those of all addresses for one account. It counts in the memory of
each process, and a restart forgets them. Where `start` serves the site, passwords are also checked one at a time
(whistclub/ops/gate.py).

A stranger could use up all of these to keep an organiser out. So a device on which an account has signed in before is
known by a cookie, and has five tries of its own, whatever others do.
"""

import secrets

from django.core.signing import BadSignature, Signer
from django.http import HttpRequest, HttpResponseBase

from whistclub.accounts.models import sign_in_name
from whistclub.web.addresses import neighbourhood
from whistclub.web.counted import Counted

MINUTES = 15
MOST_OF_DEVICE = 5
MOST_OF_ADDRESS = 30
MOST_OF_ACCOUNT = 100
COOKIE = "device"
COOKIE_SECONDS = 60 * 60 * 24 * 400

wrong = Counted(MINUTES * 60, MOST_OF_ACCOUNT)


def are_allowed(request: HttpRequest, name: str) -> bool:
    """Whether this visitor may try a password for the account of this name now."""
    if device_may_try(request, {"username": name}):
        return True
    return wrong.lately(_address(request)) < MOST_OF_ADDRESS and wrong.lately(sign_in_name(name)) < MOST_OF_ACCOUNT


def device_may_try(request: HttpRequest, credentials: dict[str, str] | None) -> bool:
    """Whether this device knows the account and has tries left: django-axes then neither counts nor refuses them."""
    device = _device(request, (credentials or {}).get("username") or request.POST.get("username", ""))
    return device is not None and wrong.lately(device) < MOST_OF_DEVICE


def count_wrong(request: HttpRequest, name: str) -> None:
    device = _device(request, name)
    if device and wrong.lately(device) < MOST_OF_DEVICE:
        wrong.add(device)
        return
    wrong.add(_address(request))
    wrong.add(sign_in_name(name))


def remember_device(response: HttpResponseBase, name: str, *, secure: bool) -> None:
    """Make the browser that gets this answer a known device of this account."""
    value = _signer(name).sign(secrets.token_urlsafe(12))
    response.set_cookie(COOKIE, value, COOKIE_SECONDS, secure=secure, httponly=True, samesite="Lax", path="/sign-in/")


def _device(request: HttpRequest, name: str) -> str | None:
    """What the cookie of a known device says; it is signed for one account."""
    try:
        return _signer(name).unsign(request.COOKIES.get(COOKIE, ""))
    except BadSignature:
        return None


def _signer(name: str) -> Signer:
    return Signer(salt=f"a device of {sign_in_name(name)}")


def _address(request: HttpRequest) -> str:
    return neighbourhood(request.META["REMOTE_ADDR"])

"""Limits on wrong passwords; beyond them signing in is refused without looking at the password.

django-axes counts those for one account from one address: after five it refuses all for fifteen minutes. This module
counts those of one address for all accounts, those of all addresses for one account, and all together. It counts in the
memory of each process, and a restart forgets them.

A signed-in user who changes their account types the password again, and has five tries of their own for that: nobody
else can use those up.

A stranger could use up all of the others to keep an organiser out. So a device on which an account has signed in before
is known by a cookie, and has five tries of its own, whatever others do. A new password can be chosen with a link in any
case.

Who has a link that creates accounts, or an account whose e-mail address they change, learns from a refusal that an
address is another account’s: those refusals are counted too.
"""

import secrets
from collections.abc import Hashable, Iterator
from contextlib import contextmanager

from django.core.signing import BadSignature, Signer
from django.http import HttpRequest, HttpResponseBase
from django.utils.translation import gettext as _

from whistclub.accounts.actions import EmailTaken
from whistclub.accounts.models import User, sign_in_name
from whistclub.web.addresses import neighbourhood
from whistclub.web.counted import Counted
from whistclub.web.errors import ActionRefused

MINUTES = 15
MOST_OF_DEVICE = 5
MOST_OF_USER = 5
MOST_OF_ADDRESS = 30
MOST_OF_ACCOUNT = 100
MOST_OF_ALL = 600
COOKIE = "device"
COOKIE_SECONDS = 60 * 60 * 24 * 400

MOST_TAKEN = 5  # with one link, or by one user
MOST_TAKEN_OF_ADDRESS = 20
ALL = None  # the key of what is counted for everybody together

wrong = Counted(MINUTES * 60, MOST_OF_ALL)
taken = Counted(MINUTES * 60, MOST_TAKEN_OF_ADDRESS)


class TooManyTaken(ActionRefused):
    """With a link or an account, too many e-mail addresses were tried that others use."""

    status = 429

    def __init__(self) -> None:
        super().__init__("too_many_taken", _("Too many e-mail addresses were tried. Try again in 15 minutes."))


def are_allowed(request: HttpRequest, name: str) -> bool:
    """Whether this visitor may try a password for the account of this name now."""
    if device_may_try(request, {"username": name}):
        return True
    limits = {_address(request): MOST_OF_ADDRESS, sign_in_name(name): MOST_OF_ACCOUNT, ALL: MOST_OF_ALL}
    return all(wrong.lately(key) < most for key, most in limits.items())


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
    wrong.add(ALL)


def user_may_try(user: User) -> bool:
    """Whether a signed-in user may type their password once more, to change their account."""
    return wrong.lately(user.pk) < MOST_OF_USER


def count_wrong_of_user(user: User) -> None:
    wrong.add(user.pk)


@contextmanager
def naming_email(request: HttpRequest, of: Hashable) -> Iterator[None]:
    """Count an EmailTaken that the block raises, for whose account or link it is: each says who has an account.

    Raises TooManyTaken instead of beginning the block, after too many.
    """
    address = ("taken", _address(request))
    if taken.lately(of) >= MOST_TAKEN or taken.lately(address) >= MOST_TAKEN_OF_ADDRESS:
        raise TooManyTaken
    try:
        yield
    except EmailTaken:
        taken.add(of)
        taken.add(address)
        raise


def forget(email: str) -> None:
    """Let an account be tried again from everywhere: its owner has a new password."""
    wrong.forget(sign_in_name(email))


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

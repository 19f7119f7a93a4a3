"""Links for other people and devices: addresses, the codes that phones scan, and links that nobody can guess."""

from functools import lru_cache
from urllib.parse import urlsplit

import segno
from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.http import HttpRequest
from django.utils.safestring import SafeString, mark_safe

THIS_COMPUTER = ("127.0.0.1", "localhost", "::1")


def address_for_phones(request: HttpRequest, path: str) -> str:
    """Absolute address of a path, as another device can reach it.

    Somebody who opened the site as "localhost" would otherwise print a code that leads every phone to itself.
    """
    host = urlsplit(f"//{request.get_host()}").hostname
    if settings.PUBLIC_ADDRESS and host in THIS_COMPUTER:
        return f"{settings.PUBLIC_ADDRESS}{path}"
    return request.build_absolute_uri(path)


@lru_cache(maxsize=256)  # a projector asks for the same one again and again
def qr_svg(text: str) -> SafeString:
    """The code as inline SVG, dark on white with its quiet zone, so that it scans in dark mode too."""
    code = segno.make(text, error="m", micro=False)
    # segno's output is made of numbers and our own class names only; the text itself is not in it.
    return mark_safe(code.svg_inline(border=4, omitsize=True, dark="#000", light="#fff", svgclass="qr-code"))  # noqa: S308 - made by the library, of an address


class SignedLinks:
    """Links that open a page for anyone who holds them: signed, so nobody can guess one; no secret is stored.

    They are of one kind; the `salt` keeps them apart from those of others.
    """

    def __init__(self, salt: str) -> None:
        self._signer = Signer(salt=salt, sep=".")

    def token(self, *parts: int | str) -> str:
        """The part of the address that cannot be guessed (256 bits of signature)."""
        return self._signer.sign("-".join(map(str, parts)))

    def read(self, token: str) -> list[str]:
        """What a token says; nothing if it is forged or damaged."""
        try:
            return self._signer.unsign(token).split("-")
        except BadSignature:
            return []

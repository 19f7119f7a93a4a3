"""Addresses for other devices, and the codes that phones scan."""

from functools import lru_cache
from urllib.parse import urlsplit

import segno
from django.conf import settings
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


@lru_cache(maxsize=256)  # a projector asks for the same one every other second
def qr_svg(text: str) -> SafeString:
    """The code as inline SVG, dark on white with its quiet zone, so that it scans in dark mode too."""
    code = segno.make(text, error="m", micro=False)
    # segno's output is made of numbers and our own class names only; the text itself is not in it.
    return mark_safe(code.svg_inline(border=4, omitsize=True, dark="#000", light="#fff", svgclass="qr-code"))  # noqa: S308 - made by the library, of an address

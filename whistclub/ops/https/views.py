"""The page from which a device installs this computer's certificate, while the site was started with `--https`."""

from pathlib import Path

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from whistclub.ops.https import authority
from whistclub.web.lan_https import secure_site
from whistclub.web.qr import address_for_phones, qr_svg

# Which instructions are open at first, by a word in the browser's description of itself. Android's has "Linux" too.
SYSTEMS = (("Android", "android"), ("iPhone", "apple"), ("iPad", "apple"), ("Windows", "windows"), ("Mac", "mac"))


@require_safe
@never_cache
def https(request: HttpRequest) -> HttpResponse:
    root = _root()
    browser = request.headers.get("User-Agent", "")
    address = address_for_phones(request, request.path)
    context = {
        "system": next((system for word, system in SYSTEMS if word in browser), "linux"),
        "fingerprint": authority.fingerprint(root),
        "name": authority.name(root),
        "until": authority.ends(root),
        "address": address,
        "code": qr_svg(address),
        "secure_site": secure_site(request),
    }
    return render(request, "ops/https.html", context)


@require_safe
@never_cache
def certificate(_request: HttpRequest) -> HttpResponse:
    return HttpResponse(_root().read_bytes(), content_type="application/x-x509-ca-cert")


def _root() -> Path:
    """The certificate to install; 404 unless https is served."""
    path: Path = settings.DATA_DIR / authority.FOLDER / authority.ROOT
    if not settings.LAN_PORTS or not path.exists():
        raise Http404
    return path

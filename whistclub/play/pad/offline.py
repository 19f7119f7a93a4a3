"""What lets a pad be installed on a phone and work offline: its manifest and its worker."""

import hashlib
import json
import re
from pathlib import Path
from posixpath import dirname, join, normpath

from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from whistclub.play import queries
from whistclub.play.access import Pad, for_scorekeeper
from whistclub.web.formatting import join_list
from whistclub.web.live import HtmxRequest

WORKER = "js/pad/worker.js"
# What the pages of pads and their rules cards load; the files that these import come with them.
NEEDED = (
    "css/elements.css",
    "css/parts.css",
    "css/table.css",
    "css/site.css",
    "css/pad.css",
    "css/hand-form.css",
    "css/rules.css",
    "django_htmx/htmx-2.min.js",
    "js/live.js",
    "js/clock.js",
    "js/print.js",
    "js/pad/pad.js",
    "img/icon.svg",
)
IMPORTED = re.compile(r"""(?:url\(|(?:from|import) )["']([^"':]+)["']""")
ICONS = (("img/icon-192.png", 192, "any"), ("img/icon-512.png", 512, "any"), ("img/icon-maskable.png", 512, "maskable"))
PAPER, FELT = "#f6f1e5", "#17563c"


def _content(name: str) -> bytes:
    found = finders.find(name)
    assert isinstance(found, str), name
    return Path(found).read_bytes()


def files() -> dict[str, bytes]:
    found: dict[str, bytes] = {}
    names = list(NEEDED)
    for name in names:
        if name in found:
            continue
        found[name] = _content(name)
        if name.startswith(("css/", "js/")):
            imported = IMPORTED.findall(found[name].decode())
            names += [normpath(join(dirname(name), each)) for each in imported]
    return found


@require_safe
@cache_control(no_cache=True)
def worker(_request: HttpRequest) -> HttpResponse:
    """The worker of all pads. It may answer for the addresses beside its own, so it has one in their folder."""
    found = files()
    digest = hashlib.sha256(b"".join(found.values())).hexdigest()[:16]
    addresses = json.dumps([static(name) for name in found])
    head = f'const NAME = "{digest}";\nconst FILES = {addresses};\n'
    return HttpResponse(head.encode() + _content(WORKER), content_type="text/javascript; charset=utf-8")


@for_scorekeeper
@require_safe
def manifest(_request: HtmxRequest, pad: Pad) -> JsonResponse:
    """What the phone shows of the installed pad. Its scope is all pads: *Play again* leads to another one."""
    address = reverse("play:pad", args=[pad.token])
    people = join_list(queries.game_view(pad.game).names)
    return JsonResponse(
        {
            "id": address,
            "start_url": address,
            "scope": reverse("play:pad_worker").removesuffix("worker.js"),
            "name": f"Score pad: {people}",
            "short_name": "Score pad",
            "lang": "en",
            "display": "standalone",
            "background_color": PAPER,
            "theme_color": FELT,
            "icons": [
                {"src": static(path), "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
                for path, size, purpose in ICONS
            ],
        },
        content_type="application/manifest+json",
    )

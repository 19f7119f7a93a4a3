"""What lets a pad be installed on a phone and work offline: its manifest and its worker."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from whistclub.play import queries
from whistclub.play.access import Pad, for_scorekeeper
from whistclub.web.formatting import join_list
from whistclub.web.live import HtmxRequest

WORKER = settings.BASE_DIR / "static" / "js" / "pad" / "worker.js"
ICONS = (("img/icon-192.png", 192, "any"), ("img/icon-512.png", 512, "any"), ("img/icon-maskable.png", 512, "maskable"))
PAPER, FELT = "#f6f1e5", "#17563c"


@require_safe
@cache_control(no_cache=True)
def worker(_request: HttpRequest) -> HttpResponse:
    """The worker of all pads. It may answer for the addresses beside its own, so it has one in their folder."""
    return HttpResponse(WORKER.read_bytes(), content_type="text/javascript; charset=utf-8")


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

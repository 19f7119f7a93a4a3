"""How the site is doing, for programs that watch over it: its health, its figures, and a log line for each request.

None of them says who asked, from where, or for whom: a page is known by the name of its address only. Answers that are
kept in front of the site (`web.kept_answers`) are not counted.
"""

import logging
import os
import time
from collections.abc import Callable

from django.conf import settings
from django.db import connection
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

from whistclub.environment import FIGURES_FOLDER

REQUESTS = Counter("whistclub_requests", "Requests that the site has answered.", ["page", "status"])
SECONDS = Histogram(
    "whistclub_request_seconds",
    "How long the site took for them.",
    ["page"],
    buckets=(0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10),
)
log = logging.getLogger("whistclub.requests")


class MonitoringMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        begun = time.perf_counter()
        response = self.get_response(request)
        took = time.perf_counter() - begun
        page = request.resolver_match.view_name if request.resolver_match else "none"
        REQUESTS.labels(page, response.status_code).inc()
        SECONDS.labels(page).observe(took)
        figures = {"page": page, "status": response.status_code, "milliseconds": round(took * 1000, 1)}
        log.info("%s", page, extra=figures | {"method": request.method})
        return response


@never_cache
@require_safe
def health(request: HttpRequest) -> HttpResponse:
    """200 while the site can answer and reach its database."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return HttpResponse("ok\n", content_type="text/plain; charset=utf-8")


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """The figures in the text format of Prometheus, for programs that send the token WHISTCLUB_METRICS."""
    if not settings.METRICS_TOKEN:
        raise Http404
    sent = request.headers.get("Authorization", "").removeprefix("Bearer ")
    if not constant_time_compare(sent.encode(), settings.METRICS_TOKEN.encode()):
        return HttpResponse("Send the token of WHISTCLUB_METRICS.\n", status=401, content_type="text/plain")
    return HttpResponse(generate_latest(_registry()), content_type=CONTENT_TYPE_LATEST)


def _registry() -> CollectorRegistry:
    if FIGURES_FOLDER not in os.environ:
        return REGISTRY
    of_all_processes = CollectorRegistry()
    MultiProcessCollector(of_all_processes)  # type: ignore[no-untyped-call] # declares no types
    return of_all_processes

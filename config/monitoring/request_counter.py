"""Counts the requests of this process for /metrics: how many, how they ended, how long they took."""

import time
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from prometheus_client import CollectorRegistry, Counter, Histogram

REGISTRY = CollectorRegistry()
"""Of this process. Several processes are several instances, each asked by itself."""
REQUESTS = Counter("auskunft_requests", "Requests by page and status.", ["method", "page", "status"], registry=REGISTRY)
SECONDS = Histogram(
    "auskunft_request_seconds",
    "Seconds until the answer began.",
    ["page"],
    buckets=(0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30),
    registry=REGISTRY,
)
METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}


class RequestCounterMiddleware:
    """Pages are named by their route, never by their address: addresses carry quotes and tokens."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        started = time.perf_counter()
        response = self.get_response(request)
        page = page_name(request)
        method = request.method if request.method in METHODS else "other"
        REQUESTS.labels(method, page, response.status_code).inc()
        SECONDS.labels(page).observe(time.perf_counter() - started)
        return response


def page_name(request: HttpRequest) -> str:
    match = request.resolver_match
    if match is None:
        return "none"
    # All of the admin is one page: its names come by the hundred.
    return "admin" if "admin" in match.namespaces else match.view_name or match.route

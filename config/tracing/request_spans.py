"""A span for each request, below that of whoever sent it (the header `traceparent`)."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from opentelemetry import trace
from opentelemetry.trace import SpanKind
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from config.tracing.record_and_export_spans import open_span

HEADERS = TraceContextTextMapPropagator()
QUIET = frozenset({"/healthz", "/readyz", "/metrics"})
"""Asked every few seconds by machines."""


class RequestSpanMiddleware:
    """Pages are named by their route, as in the metrics: addresses carry quotes and tokens."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path in QUIET:
            return self.get_response(request)
        asked_by = HEADERS.extract({"traceparent": request.headers.get("traceparent", "")})
        parent = trace.get_current_span(asked_by).get_span_context()
        with open_span("request", SpanKind.SERVER, {}, parent if parent.is_valid else None) as current:
            response = self.get_response(request)
            match = request.resolver_match
            current.update_name(f"{request.method} {match.view_name or match.route if match else 'none'}")
            current.set_attribute("http.response.status_code", response.status_code)
        return response

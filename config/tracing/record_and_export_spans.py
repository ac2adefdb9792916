"""Gathers the spans of this process and sends them in the background.

Made when what they tell of is over, from its length: nothing that answers people holds a span in its hands. All of this
is imported with the first span only.
"""

import os
import socket
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache

from django.conf import settings
from opentelemetry import context, trace
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import Link, SpanContext, SpanKind, Status, StatusCode

from config.tracing.parent_spans import TraceIdSampler, TurnIds, child_context, current_parent_span, turn_root_span

SECONDS_TO_SEND = 10.0
NANOSECONDS = 1_000_000_000
IDS = TurnIds()
Attributes = Mapping[str, str | int | float | bool]


def tracer_provider() -> TracerProvider:
    """Returns the provider of this process: a forked child has one of its own."""
    return build_tracer_provider(os.getpid())


@lru_cache(maxsize=1)
def build_tracer_provider(process: int) -> TracerProvider:
    resource = Resource(
        {
            "service.name": "auskunft",
            "service.instance.id": f"{socket.gethostname()}:{process}",
            "host.name": socket.gethostname(),
            "process.pid": process,
        }
    )
    made = TracerProvider(
        sampler=TraceIdSampler(settings.OTEL_TRACES_SAMPLER_ARG),
        resource=resource,
        id_generator=IDS,
        shutdown_on_exit=True,
    )
    exporter = OTLPSpanExporter(
        endpoint=settings.OTEL_EXPORTER_OTLP_ENDPOINT.rstrip("/") + "/v1/traces",
        headers=settings.OTEL_EXPORTER_OTLP_HEADERS,
        timeout=SECONDS_TO_SEND,
    )
    made.add_span_processor(BatchSpanProcessor(exporter))
    return made


def tracer() -> trace.Tracer:
    return tracer_provider().get_tracer("auskunft")


def record_span(
    name: str, seconds: float, attributes: Attributes, *, kind: SpanKind = SpanKind.INTERNAL, failed: bool = False
) -> None:
    """A span of what has just ended, below what is being done now; nothing where that is nothing."""
    if parent := current_parent_span():
        ended = time.time_ns()
        started = ended - int(seconds * NANOSECONDS)
        span = tracer().start_span(name, child_context(parent), kind, attributes, start_time=started)
        if failed:
            span.set_status(Status(StatusCode.ERROR))
        span.end(ended)


def record_turn(turn_id: str, seconds: float, attributes: Attributes) -> None:
    """The first span of a turn, which links to the request that brought the question."""
    request = trace.get_current_span().get_span_context()
    ended = time.time_ns()
    IDS.next_is(turn_root_span(turn_id))
    span = tracer().start_span(
        "question",
        context.Context(),
        SpanKind.SERVER,
        attributes,
        links=[Link(request)] if request.is_valid else [],
        start_time=ended - int(seconds * NANOSECONDS),
    )
    span.end(ended)


@contextmanager
def open_span(
    name: str, kind: SpanKind, attributes: Attributes, parent: SpanContext | None = None
) -> Iterator[trace.Span]:
    """Around work in this thread: what is recorded within hangs on it. Without a parent a trace begins with it."""
    with tracer().start_as_current_span(name, child_context(parent), kind, attributes) as current:
        yield current

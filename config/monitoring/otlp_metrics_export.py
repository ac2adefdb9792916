"""Exports the figures of /metrics to an OpenTelemetry collector by OTLP over HTTP, if one is configured.

Without OTEL_EXPORTER_OTLP_ENDPOINT no thread is started and no OpenTelemetry package is imported.
"""

import logging
import os
import socket
import threading
import time
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import DatabaseError, InterfaceError, close_old_connections
from prometheus_client.core import Metric
from prometheus_client.samples import Sample

from config.monitoring.request_counter import REGISTRY

if TYPE_CHECKING:
    from opentelemetry.exporter.otlp.proto.http.metric_exporter import OTLPMetricExporter
    from opentelemetry.sdk.metrics.export import HistogramDataPoint, MetricsData
    from opentelemetry.sdk.metrics.export import Metric as OtelMetric

logger = logging.getLogger(__name__)

PACKAGE = "opentelemetry.exporter.otlp.proto.http"
SECONDS_TO_SEND = 10.0
MISSING = (
    "OTEL_EXPORTER_OTLP_ENDPOINT is set, but the packages for it are not installed: install the extra 'otlp'. "
    "No figures are exported."
)


def start() -> threading.Event | None:
    """Sends the figures at once and then every OTEL_METRIC_EXPORT_INTERVAL, from a thread that ends with the process.

    Nothing without an endpoint; one line in the log where the packages are missing. Returns what ends the thread.
    """
    if not settings.OTEL_EXPORTER_OTLP_ENDPOINT:
        return None
    if not is_installed():
        logger.error(MISSING)
        return None
    ended = threading.Event()
    threading.Thread(target=export_until, args=(ended,), name="otlp", daemon=True).start()
    return ended


def is_installed() -> bool:
    try:
        return find_spec(PACKAGE) is not None
    except ModuleNotFoundError:
        return False


def export_until(ended: threading.Event) -> None:
    exporter, started = make_exporter(), time.time_ns()
    while not ended.is_set():
        close_old_connections()
        export_once(exporter, started)
        close_old_connections()  # the web process lends from a pool, and a minute is long
        ended.wait(settings.OTEL_METRIC_EXPORT_INTERVAL)


def make_exporter() -> "OTLPMetricExporter":
    """Makes one for the address of the settings, formed by the OpenTelemetry specification, with their headers."""
    from opentelemetry.exporter.otlp.proto.http.metric_exporter import OTLPMetricExporter

    return OTLPMetricExporter(
        endpoint=settings.OTEL_EXPORTER_OTLP_ENDPOINT.rstrip("/") + "/v1/metrics",
        headers=settings.OTEL_EXPORTER_OTLP_HEADERS,
        timeout=SECONDS_TO_SEND,
    )


def export_once(exporter: "OTLPMetricExporter", started: int) -> bool:
    """Reads the figures (a dozen short queries) and sends them; False when either fails, with a line in the log.

    A collector that is away costs figures, never an answer: the next round sends the present state. `started` is when
    the counters began, in nanoseconds.
    """
    from opentelemetry.sdk.metrics.export import MetricExportResult

    from config.monitoring.metrics import collect_shared_metrics

    try:
        families = [*collect_shared_metrics(), *REGISTRY.collect()]
    except (DatabaseError, InterfaceError) as error:
        logger.warning("No figures for OpenTelemetry: %s", error)
        return False
    sent: bool = exporter.export(build_otlp_message(families, started)) is MetricExportResult.SUCCESS
    if not sent:
        logger.warning("The OpenTelemetry collector did not take the figures.")
    return sent


def build_otlp_message(families: Iterable[Metric], started: int) -> "MetricsData":
    """The families as one message, in the name of this process."""
    from opentelemetry.sdk.metrics.export import MetricsData, ResourceMetrics, ScopeMetrics
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.util.instrumentation import InstrumentationScope

    resource = Resource({"service.name": "auskunft", "service.instance.id": f"{socket.gethostname()}:{os.getpid()}"})
    metrics = [found for family in families if (found := convert_metric(family, started))]
    scope = ScopeMetrics(InstrumentationScope("auskunft"), metrics, "")
    return MetricsData([ResourceMetrics(resource, [scope], "")])


def convert_metric(family: Metric, started: int) -> "OtelMetric | None":
    """A gauge, sum or histogram under the name that /metrics has; None where nothing was counted yet."""
    from opentelemetry.sdk.metrics.export import AggregationTemporality, Gauge, Histogram, NumberDataPoint, Sum
    from opentelemetry.sdk.metrics.export import Metric as OtelMetric

    now, total = time.time_ns(), AggregationTemporality.CUMULATIVE
    data: Gauge | Sum | Histogram
    if family.type == "histogram":
        data = Histogram(list(histogram_points(family.samples, started, now)), total)
    else:
        counted = [each for each in family.samples if not each.name.endswith("_created")]
        points = [NumberDataPoint(each.labels, started, now, float(each.value)) for each in counted]
        data = Sum(points, total, is_monotonic=True) if family.type == "counter" else Gauge(points)
    return OtelMetric(family.name, family.documentation, family.unit, data) if data.data_points else None


def histogram_points(samples: Iterable[Sample], started: int, now: int) -> "Iterator[HistogramDataPoint]":
    """A point for each set of labels. Prometheus adds its buckets up, OpenTelemetry counts each by itself."""
    from opentelemetry.sdk.metrics.export import HistogramDataPoint

    found: dict[tuple[tuple[str, str], ...], dict[str, list[Sample]]] = {}
    for each in samples:
        labels = tuple((name, value) for name, value in each.labels.items() if name != "le")
        found.setdefault(labels, {}).setdefault(each.name.rpartition("_")[2], []).append(each)
    for labels, parts in found.items():
        bounds = [float(each.labels["le"]) for each in parts["bucket"]]
        reached = [int(each.value) for each in parts["bucket"]]
        counts = [high - low for low, high in zip([0, *reached], reached, strict=False)]
        yield HistogramDataPoint(
            attributes=dict(labels),
            start_time_unix_nano=started,
            time_unix_nano=now,
            count=int(parts["count"][0].value),
            sum=parts["sum"][0].value,
            bucket_counts=counts,
            explicit_bounds=bounds[:-1],
            min=None,  # type: ignore[arg-type]  # unknown, and optional in the protocol
            max=None,  # type: ignore[arg-type]
        )

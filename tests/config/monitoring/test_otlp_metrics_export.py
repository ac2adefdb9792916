"""OTLP: a collector gets the figures of /metrics, decoded from what goes over the wire; off, nothing runs."""

import gzip
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.test import Client
from opentelemetry.proto.collector.metrics.v1.metrics_service_pb2 import (
    ExportMetricsServiceRequest,
    ExportMetricsServiceResponse,
)
from opentelemetry.proto.metrics.v1.metrics_pb2 import Metric

from apps.llm.models import ModelCall
from config.monitoring import otlp_metrics_export
from tests import factories


class Collector(ThreadingHTTPServer):
    """Keeps every export: its path, its headers, its metrics by name."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Receiver)
        self.exports: list[tuple[str, dict[str, str], ExportMetricsServiceRequest]] = []

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def metrics(self) -> dict[str, Metric]:
        _path, _headers, message = self.exports[-1]
        [resource] = message.resource_metrics
        return {metric.name: metric for scope in resource.scope_metrics for metric in scope.metrics}


class Receiver(BaseHTTPRequestHandler):
    server: Collector

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if self.headers.get("Content-Encoding") == "gzip":
            body = gzip.decompress(body)
        message = ExportMetricsServiceRequest.FromString(body)
        self.server.exports.append((self.path, {name.lower(): value for name, value in self.headers.items()}, message))
        reply = ExportMetricsServiceResponse().SerializeToString()
        self.send_response(200)
        self.send_header("Content-Type", "application/x-protobuf")
        self.send_header("Content-Length", str(len(reply)))
        self.end_headers()
        self.wfile.write(reply)

    def log_message(self, format: str, *args: object) -> None:
        """Quiet."""


@pytest.fixture
def collector(settings: Any) -> Iterator[Collector]:
    with Collector() as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        settings.OTEL_EXPORTER_OTLP_ENDPOINT = server.address
        settings.OTEL_EXPORTER_OTLP_HEADERS = {"authorization": "Bearer geheim"}
        yield server
        server.shutdown()


@pytest.mark.django_db
def test_a_collector_gets_the_figures_with_their_labels(collector: Collector, client: Client) -> None:
    factories.document()
    ModelCall.objects.create(purpose="answer", model="big", outcome="timeout", seconds=2, input_tokens=30)
    client.get("/healthz")
    assert otlp_metrics_export.export_once(otlp_metrics_export.make_exporter(), time.time_ns())
    path, headers, message = collector.exports[-1]
    assert (path, headers["authorization"]) == ("/v1/metrics", "Bearer geheim")
    names = {each.key: each.value.string_value for each in message.resource_metrics[0].resource.attributes}
    assert names["service.name"] == "auskunft"
    metrics = collector.metrics()
    documents = {labels(point)["status"]: point.as_double for point in metrics["auskunft_documents"].gauge.data_points}
    assert documents["ready"] == 1.0
    [calls] = metrics["auskunft_model_calls_last_hour"].gauge.data_points
    assert labels(calls) == {"purpose": "answer", "model": "big", "outcome": "timeout"}
    requests = metrics["auskunft_requests"].sum
    assert requests.is_monotonic
    assert any(labels(point)["page"] == "healthz" and point.as_double >= 1 for point in requests.data_points)


@pytest.mark.django_db
def test_buckets_count_each_request_once(collector: Collector, client: Client) -> None:
    for _ in range(3):
        client.get("/healthz")
    otlp_metrics_export.export_once(otlp_metrics_export.make_exporter(), time.time_ns())
    points = collector.metrics()["auskunft_request_seconds"].histogram.data_points
    [point] = [each for each in points if labels(each)["page"] == "healthz"]
    assert sum(point.bucket_counts) == point.count >= 3
    assert len(point.bucket_counts) == len(point.explicit_bounds) + 1
    assert not point.HasField("max")


def labels(point: Any) -> dict[str, str]:
    return {each.key: each.value.string_value for each in point.attributes}


@pytest.mark.django_db
def test_a_collector_that_is_away_costs_a_line_in_the_log(
    settings: Any, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.OTEL_EXPORTER_OTLP_ENDPOINT = "http://127.0.0.1:9"
    monkeypatch.setattr(otlp_metrics_export, "SECONDS_TO_SEND", 0.5)
    assert not otlp_metrics_export.export_once(otlp_metrics_export.make_exporter(), time.time_ns())
    assert "did not take the figures" in caplog.text


@pytest.mark.django_db(transaction=True)
def test_it_sends_at_its_start_and_again(collector: Collector, settings: Any) -> None:
    settings.OTEL_METRIC_EXPORT_INTERVAL = 0.05
    ended = otlp_metrics_export.start()
    assert ended is not None
    [exporting] = [thread for thread in threading.enumerate() if thread.name == "otlp"]
    deadline = time.monotonic() + 30
    while len(collector.exports) < 2 and time.monotonic() < deadline:
        time.sleep(0.02)
    ended.set()
    exporting.join(30)
    assert len(collector.exports) >= 2
    assert not exporting.is_alive()


def test_without_the_packages_one_line_says_what_to_install(
    settings: Any, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.OTEL_EXPORTER_OTLP_ENDPOINT = "http://collector:4318"
    monkeypatch.setattr(otlp_metrics_export, "PACKAGE", "opentelemetry_is_not_here.exporter")
    otlp_metrics_export.start()
    assert "install the extra 'otlp'" in caplog.text
    assert "otlp" not in {thread.name for thread in threading.enumerate()}


OFF = """
import sys, threading, django
django.setup()
from config.monitoring import otlp_metrics_export
otlp_metrics_export.start()
print("otlp" in {thread.name for thread in threading.enumerate()})
print(any(name.startswith(("opentelemetry.sdk", "opentelemetry.exporter")) for name in sys.modules))
"""


def test_off_by_default_nothing_is_started_and_nothing_imported() -> None:
    done = subprocess.run(
        [sys.executable, "-c", OFF], capture_output=True, text=True, check=True, env=environment(), timeout=120
    )
    assert done.stdout.split() == ["False", "False"]


@pytest.mark.parametrize("address", ["collector:4317", "grpc://collector:4317"])
def test_an_address_of_another_kind_is_refused_with_a_sentence(address: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", "import django; django.setup()"],
        capture_output=True, text=True, env=environment() | {"OTEL_EXPORTER_OTLP_ENDPOINT": address}, timeout=120,
    )  # fmt: skip
    assert ImproperlyConfigured.__name__ in done.stderr
    assert "such as http://collector:4318" in done.stderr


def environment() -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("OTEL_")}
    return kept | {"DJANGO_SETTINGS_MODULE": "config.settings"}

"""One question is one trace over all processes, as a collector receives it by OTLP; off, nothing is imported."""

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from gzip import decompress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from uuid import UUID

import pytest
from django.conf import settings as project
from django.db import connection
from django.db.backends.signals import connection_created
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory
from django_q.signals import post_execute_in_worker, pre_enqueue, pre_execute
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from apps.chat.models import Turn
from apps.database import async_access
from apps.llm.current_turn import CURRENT_TURN, NO_TURN, CurrentTurn
from apps.llm.question_and_call_observers import OBSERVERS
from config.tracing import instrument_process, record_and_export_spans
from config.tracing.parent_spans import TraceIdSampler
from config.tracing.request_spans import RequestSpanMiddleware
from tests.chat.conftest import collect, fees, profile  # noqa: F401 - fixtures
from tests.chat.second_reader.conftest import Answered, answered, calibrate, server  # noqa: F401 - fixtures
from tests.end_to_end.conftest import url_of_test_database
from tests.fakes.openai_server import FakeOpenAIServer
from tests.fakes.second_readers import talker

READ = (
    "import django; django.setup(); "
    "from apps.chat.second_reader.process_waiting_readings import process_waiting_readings; process_waiting_readings()"
)


class Collector(ThreadingHTTPServer):
    """Keeps the spans of every export, each with the process that made it."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Receiver)
        self.spans: list[tuple[int, Any]] = []

    def of_trace(self, turn: Turn) -> list[tuple[int, Any]]:
        record_and_export_spans.tracer_provider().force_flush()
        return [(process, span) for process, span in self.spans if span.trace_id == turn.pk.bytes]


class Receiver(BaseHTTPRequestHandler):
    server: Collector

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if self.headers.get("Content-Encoding") == "gzip":
            body = decompress(body)
        for found in ExportTraceServiceRequest.FromString(body).resource_spans:
            about = {each.key: each.value for each in found.resource.attributes}
            process = about["process.pid"].int_value
            self.server.spans += [(process, span) for scope in found.scope_spans for span in scope.spans]
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Quiet."""


@pytest.fixture
def collector(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Collector]:
    # A connection is watched from its beginning on: those that threads have kept of other tests are not.
    monkeypatch.setattr(async_access, "EXECUTOR", ThreadPoolExecutor(async_access.THREADS))
    with Collector() as found:
        threading.Thread(target=found.serve_forever, daemon=True).start()
        settings.OTEL_EXPORTER_OTLP_ENDPOINT = f"http://127.0.0.1:{found.server_port}"
        settings.OTEL_TRACES_SAMPLER_ARG = 1.0
        record_and_export_spans.build_tracer_provider.cache_clear()
        instrument_process.connect_tracing()
        instrument_process.watch_statements(connection=connection)
        yield found
        record_and_export_spans.tracer_provider().shutdown()
        record_and_export_spans.build_tracer_provider.cache_clear()
        OBSERVERS.clear()
        connection.execute_wrappers.remove(instrument_process.trace_statement)
        for signal, name in (
            (connection_created, "statements"),
            (pre_enqueue, "enqueue"),
            (pre_execute, "begin"),
            (post_execute_in_worker, "end"),
        ):
            signal.disconnect(dispatch_uid=f"config.tracing.{name}")
        found.shutdown()


@pytest.mark.django_db(transaction=True)
def test_a_question_is_one_trace_over_the_process_that_answers_and_the_one_that_reads_again(
    collector: Collector,
    server: FakeOpenAIServer,  # noqa: F811
    answered: Answered,  # noqa: F811
) -> None:
    calibrate()
    turn = answered()
    here = [span for process, span in collector.of_trace(turn) if process == os.getpid()]
    [question] = [span for span in here if span.name == "question"]
    assert (question.span_id, question.parent_span_id) == (turn.pk.bytes[8:], b"")
    others = [span for span in here if span is not question]
    assert {span.parent_span_id for span in others} == {question.span_id}
    # What is searched, what the turn is stored with, and the call that made the question's vector.
    names = {span.name for span in others}
    assert {"WITH documents_embedding", "WITH chat_conversation", "model embed"} <= names, names
    assert all(question.start_time_unix_nano <= span.start_time_unix_nano for span in others)

    server.default_reply = talker  # says nothing that rules would have to be loaded for
    environment = os.environ | {
        "DATABASE_URL": url_of_test_database(),
        "OTEL_EXPORTER_OTLP_ENDPOINT": project.OTEL_EXPORTER_OTLP_ENDPOINT,
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "MODEL_HOSTS": "127.0.0.0/8",
    }
    subprocess.run([sys.executable, "-c", READ], env=environment, cwd=project.BASE_DIR, check=True, timeout=200)
    there = [span for process, span in collector.of_trace(turn) if process != os.getpid()]
    assert {span.parent_span_id for span in there} == {question.span_id}
    [asked] = [span for span in there if span.name == "model second_reader"]
    about = {each.key: each.value for each in asked.attributes}
    assert about["gen_ai.request.model"].string_value == "leser-7b"
    assert about["gen_ai.usage.input_tokens"].int_value > 0
    assert "UPDATE chat_secondreading" in {span.name for span in there}
    [request] = server.chat_requests
    assert request.headers["traceparent"] == f"00-{turn.pk.hex}-{turn.pk.hex[16:]}-01"
    sent = b"".join(span.SerializeToString() for _, span in collector.spans).decode(errors="replace")
    assert "Anwohner" not in sent  # neither the question nor a statement that holds it


@pytest.mark.django_db(transaction=True)
def test_a_task_belongs_to_the_trace_of_who_wanted_it_done(collector: Collector) -> None:
    turn = UUID(int=2**127 + 5)
    task: dict[str, Any] = {"func": "apps.documents.tasks.sweep"}
    token = CURRENT_TURN.set(CurrentTurn(str(turn)))
    pre_enqueue.send(sender="django_q", task=task)
    CURRENT_TURN.reset(token)
    pre_execute.send(sender="django_q", func=None, task=task)
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM django_q_ormq WHERE payload = 'geheim'")
    post_execute_in_worker.send(sender="django_q", func=None, task=task)
    record_and_export_spans.tracer_provider().force_flush()
    statement, work = (span for _, span in collector.spans)
    assert {span.trace_id for span in (statement, work)} == {turn.bytes}
    assert (work.name, statement.name) == ("task apps.documents.tasks.sweep", "SELECT django_q_ormq")
    assert (work.parent_span_id, statement.parent_span_id) == (turn.bytes[8:], work.span_id)


@pytest.mark.django_db(transaction=True)
def test_what_nobody_asked_for_leaves_no_span(collector: Collector) -> None:
    task: dict[str, Any] = {"func": "apps.documents.tasks.sweep"}
    pre_enqueue.send(sender="django_q", task=task)
    pre_execute.send(sender="django_q", func=None, task=task)
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    post_execute_in_worker.send(sender="django_q", func=None, task=task)
    record_and_export_spans.tracer_provider().force_flush()
    assert (collector.spans, set(task)) == ([], {"func"})


def test_a_request_hangs_on_the_span_of_whoever_sent_it(collector: Collector) -> None:
    def answer(request: HttpRequest) -> HttpResponse:
        return HttpResponse(status=404)

    sent = RequestFactory().get("/geheim/", headers={"traceparent": f"00-{'ab' * 16}-{'cd' * 8}-01"})
    assert RequestSpanMiddleware(answer)(sent).status_code == 404
    RequestSpanMiddleware(answer)(RequestFactory().get("/healthz"))
    record_and_export_spans.tracer_provider().force_flush()
    [(_, request)] = collector.spans
    assert (request.trace_id, request.parent_span_id) == (bytes.fromhex("ab" * 16), bytes.fromhex("cd" * 8))
    assert request.name == "GET none"
    assert b"geheim" not in request.SerializeToString()


def test_a_share_of_the_traces_is_kept_whole() -> None:
    turns = [UUID(int=(number << 64) | (0b10 << 62) | number * 0x9E3779B97F4A7C15 % 2**62) for number in range(2_000)]
    kept = [TraceIdSampler(0.25).should_sample(None, turn.int, "").decision.is_sampled() for turn in turns]
    assert 0.2 < sum(kept) / len(kept) < 0.3
    assert all(TraceIdSampler(1).should_sample(None, turn.int, "").decision.is_sampled() for turn in turns)


def test_without_a_collector_nothing_is_imported() -> None:
    code = (
        "import django, sys; django.setup(); print([name for name in sys.modules if name.startswith('opentelemetry')])"
    )
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "config.settings"}
    environment.pop("OTEL_EXPORTER_OTLP_ENDPOINT", None)
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, cwd=project.BASE_DIR, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
    assert CURRENT_TURN.get() is NO_TURN

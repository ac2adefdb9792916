"""Instruments a process for traces: calls to models, statements, turns, and tasks that go through the queue."""

import re
import time
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from django_q.signals import post_execute_in_worker, pre_enqueue, pre_execute
from opentelemetry.trace import SpanContext, SpanKind, TraceFlags
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator
from psycopg.sql import Composable

from apps.llm.current_turn import CurrentTurn
from apps.llm.question_and_call_observers import OBSERVERS
from apps.llm.types import CallRecord
from config.tracing.parent_spans import child_context, current_parent_span
from config.tracing.record_and_export_spans import open_span, record_span, record_turn

OPERATION = re.compile(r"\s*(\w+)")
TABLE = re.compile(r'\b(?:FROM|INTO|UPDATE)\s+"?([a-z_]\w*)"?')
HEADERS = TraceContextTextMapPropagator()
TASK_KEY = "trace"
"""Of a task in the queue: (trace, span) of the code that put it there."""


class TraceObserver:
    def call_ended(self, call: CallRecord) -> None:
        failed = call.outcome != "ok"
        about: dict[str, str | int] = {
            "gen_ai.operation.name": call.purpose,
            "gen_ai.request.model": call.model,
            "gen_ai.usage.input_tokens": call.usage.input_tokens,
            "gen_ai.usage.output_tokens": call.usage.output_tokens,
            "server.address": call.endpoint or "built-in",
            "auskunft.attempts": call.attempts,
            "auskunft.outcome": call.outcome,
        }
        record_span(f"model {call.purpose}", call.seconds, about, kind=SpanKind.CLIENT, failed=failed)

    def turn_ended(self, turn: CurrentTurn) -> None:
        # Whose it was stays out: an asker is an address or a token.
        channel = turn.asker.partition(":")[0]
        seconds = time.perf_counter() - turn.started
        record_turn(turn.turn_id, seconds, {"auskunft.turn": turn.turn_id, "auskunft.channel": channel})

    def request_headers(self) -> dict[str, str]:
        headers: dict[str, str] = {}
        if parent := current_parent_span():
            HEADERS.inject(headers, child_context(parent))
        return headers


def connect_tracing() -> None:
    """Once in a process, before its first work; its forks have it too. Starts nothing."""
    OBSERVERS.append(TraceObserver())
    connection_created.connect(watch_statements, dispatch_uid="config.tracing.statements")
    pre_enqueue.connect(attach_trace_to_task, dispatch_uid="config.tracing.enqueue")
    pre_execute.connect(begin_task, dispatch_uid="config.tracing.begin")
    post_execute_in_worker.connect(end_task, dispatch_uid="config.tracing.end")


def watch_statements(*, connection: BaseDatabaseWrapper, **signal: object) -> None:
    if trace_statement not in connection.execute_wrappers:
        connection.execute_wrappers.append(trace_statement)


def trace_statement(execute: Callable[..., Any], sql: Any, params: Any, many: bool, context: dict[str, Any]) -> Any:
    """A statement with its time and its table; not its text, which may hold what somebody asked."""
    if current_parent_span() is None:
        return execute(sql, params, many, context)
    started, failed = time.perf_counter(), True
    try:
        result = execute(sql, params, many, context)
        failed = False
        return result
    finally:
        seconds = time.perf_counter() - started
        text = sql.as_string() if isinstance(sql, Composable) else str(sql)
        record_span(
            summarise_statement(text), seconds, {"db.system.name": "postgresql"}, kind=SpanKind.CLIENT, failed=failed
        )


def summarise_statement(statement: str) -> str:
    """`SELECT documents_chunk`: what is done, and the first table that is named."""
    operation, table = OPERATION.match(statement), TABLE.search(statement)
    return " ".join(found[1] for found in (operation, table) if found)


def attach_trace_to_task(*, task: dict[str, Any], **signal: object) -> None:
    """The task goes into the queue with the trace of its caller."""
    if parent := current_parent_span():
        task[TASK_KEY] = (parent.trace_id, parent.span_id)


RUNNING: list[ExitStack] = []
"""The span of the task that this process of the queue is working on: one at a time."""


def begin_task(*, task: dict[str, Any], **signal: object) -> None:
    if wanted := task.pop(TASK_KEY, None):
        trace_id, span_id = wanted
        parent = SpanContext(trace_id, span_id, is_remote=True, trace_flags=TraceFlags(TraceFlags.SAMPLED))
        stack = ExitStack()
        stack.enter_context(open_span(f"task {task['func']}", SpanKind.CONSUMER, {}, parent))
        RUNNING.append(stack)


def end_task(**signal: object) -> None:
    while RUNNING:
        RUNNING.pop().close()

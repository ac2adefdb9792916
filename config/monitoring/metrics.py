"""GET /metrics: how the service is doing, for Prometheus. What all processes share comes out of the database."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Count, F, Sum
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector, CollectorRegistry

from apps.chat.models import Turn
from apps.chat.turn_state.fallback_notices import NO_LANGUAGE_MODEL, OTHER_MODEL
from apps.llm.daily_spend import spend_today
from apps.llm.models import ModelCall
from apps.llm.outages.record_outages import open_outages
from apps.simplify.rewriting.rewrite_counters import rewrite_counts
from config.api.protocol.errors import read_only
from config.monitoring.proved_answer_share import proved_answers
from config.monitoring.request_counter import REGISTRY
from config.monitoring.service_status import PROCESSES, count_documents_by, oldest_waiting_seconds, steps_by_state
from config.processes import heartbeats

LOCAL = {"127.0.0.1", "::1"}
STAND_INS = (NO_LANGUAGE_MODEL, OTHER_MODEL)
FORWARDED = ("HTTP_X_FORWARDED_FOR", "HTTP_FORWARDED", "HTTP_X_REAL_IP")


@read_only
def metrics(request: HttpRequest) -> HttpResponse:
    """A dozen short queries. 403 for everybody who neither has the token nor asks from this machine."""
    if not may_read_metrics(request):
        return HttpResponse("The metrics are for this machine and for METRICS_TOKEN.\n", "text/plain", status=403)
    shared = CollectorRegistry()
    shared.register(SharedMetricsCollector())
    return HttpResponse(generate_latest(shared) + generate_latest(REGISTRY), CONTENT_TYPE_LATEST)


def may_read_metrics(request: HttpRequest) -> bool:
    """A proxy on this machine makes everybody local, so what it has forwarded does not count as local."""
    token = settings.METRICS_TOKEN
    if token and constant_time_compare(request.headers.get("Authorization", ""), f"Bearer {token}"):
        return True
    is_forwarded = any(name in request.META for name in FORWARDED)
    return request.META.get("REMOTE_ADDR") in LOCAL and not is_forwarded


class SharedMetricsCollector(Collector):
    """Collects what is the same in every process, because it is read from the tables."""

    def collect(self) -> Iterator[Metric]:
        yield labelled_gauge("auskunft_documents", "Documents by status.", "status", count_documents_by("status"))
        yield labelled_gauge("auskunft_steps", "Steps of the pipeline by state.", "state", steps_by_state())
        yield GaugeMetricFamily(
            "auskunft_oldest_waiting_seconds", "Age of the oldest waiting step.", value=oldest_waiting_seconds() or 0
        )
        yield labelled_gauge(
            "auskunft_heartbeat_age_seconds", "Seconds since a process last showed itself.", "process", heartbeat_ages()
        )
        yield labelled_gauge(
            "auskunft_worker_heartbeat_age_seconds",
            "Seconds since the worker of a host last showed itself.",
            "host",
            heartbeats.ages_by_host("worker"),
        )
        yield labelled_gauge(
            "auskunft_turns_last_hour", "Answers of the last hour by how they ended.", "state", count_recent_turns()
        )
        yield from spending_metrics()
        yield from model_call_metrics()
        yield rewrites_metric()
        yield outages_metric()
        yield stand_in_answers_metric()
        yield from proof_metrics()


def collect_shared_metrics() -> list[Metric]:
    """What all processes share, for exporters. A dozen short queries."""
    return list(SharedMetricsCollector().collect())


def labelled_gauge(name: str, text: str, label: str, values: dict[str, float] | dict[str, int]) -> Metric:
    family = GaugeMetricFamily(name, text, labels=[label])
    for key, value in values.items():
        family.add_metric([key], value)
    return family


def rewrites_metric() -> Metric:
    family = CounterMetricFamily("auskunft_simplify", "Rewrites of this process in plain language.", labels=["what"])
    for what, count in rewrite_counts().items():
        family.add_metric([what], count)
    return family


def outages_metric() -> Metric:
    """One line for each model server that is down."""
    labels = ["endpoint", "reason"]
    family = GaugeMetricFamily("auskunft_model_outage", "Model servers that are down now.", labels=labels)
    for outage in open_outages():
        family.add_metric([outage.endpoint, outage.reason], 1)
    return family


def stand_in_answers_metric() -> Metric:
    """How many answers of the last hour somebody else wrote than the model that was asked first."""
    turns = Turn.objects.filter(created_at__gt=hour_ago())
    counted = {kind: turns.filter(warnings__contains=[{"kind": kind}]).count() for kind in STAND_INS}
    return labelled_gauge("auskunft_stand_in_answers_last_hour", "Answers that a stand-in wrote.", "kind", counted)


def proof_metrics() -> Iterator[Metric]:
    """Answers of the last day by the model that wrote them, and how many of them were proved."""
    written = GaugeMetricFamily("auskunft_written_answers_last_day", "Answers a model wrote.", labels=["model"])
    proved = GaugeMetricFamily("auskunft_proved_answers_last_day", "Those that were proved.", labels=["model"])
    for row in proved_answers():
        written.add_metric([row.model], row.written)
        proved.add_metric([row.model], row.proved)
    yield from (written, proved)


def heartbeat_ages() -> dict[str, float]:
    return {name: age for name in PROCESSES if (age := heartbeats.age(name)) is not None}


def count_recent_turns() -> dict[str, int]:
    rows = Turn.objects.filter(created_at__gt=hour_ago()).values("state").order_by("state").annotate(count=Count("pk"))
    return {row["state"]: row["count"] for row in rows}


def hour_ago() -> datetime:
    return timezone.now() - timedelta(hours=1)


def spending_metrics() -> Iterator[Metric]:
    spent = spend_today()
    yield GaugeMetricFamily("auskunft_tokens_today", "Tokens of all models since midnight.", value=spent.tokens)
    yield GaugeMetricFamily("auskunft_cost_today", "Cost of all models since midnight.", value=float(spent.cost))


def model_call_metrics() -> Iterator[Metric]:
    """Calls of the last hour: how often each model failed is how often the next one had to answer."""
    labels = ["purpose", "model", "outcome"]
    calls = GaugeMetricFamily("auskunft_model_calls_last_hour", "Calls to models.", labels=labels)
    seconds = GaugeMetricFamily("auskunft_model_seconds_last_hour", "Seconds they took together.", labels=labels)
    tokens = GaugeMetricFamily("auskunft_model_tokens_last_hour", "Tokens in and out.", labels=labels)
    rows = ModelCall.objects.filter(created_at__gt=hour_ago()).values(*labels).order_by(*labels)
    for row in rows.annotate(count=Count("pk"), took=Sum("seconds"), used=Sum(F("input_tokens") + F("output_tokens"))):
        named = [row[label] for label in labels]
        calls.add_metric(named, row["count"])
        seconds.add_metric(named, row["took"] or 0)
        tokens.add_metric(named, row["used"] or 0)
    yield from (calls, seconds, tokens)

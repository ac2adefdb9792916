"""Finds the events of the last day, each with a key that tells it from others and whom it may be told."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from decimal import Decimal
from functools import partial
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Q
from django.db.models.functions import TruncDate
from django.urls import reverse
from django.utils import timezone

from apps.chat.models.service_settings import load_service_rules
from apps.documents.models import FAILED_AT, Collection, Document, ImportBudget, SourceRun, Status
from apps.documents.step_scheduling.daily_import_budgets import spent_by_imports
from apps.evaluation.gate.release_decision import decide_release, pinned_suite
from apps.evaluation.models import Draft, Run, RunKind, RunState, Suite
from apps.evaluation.statistics.judge_scores import WEAK_SCORE
from apps.llm.daily_spend import spend_today
from apps.llm.models import ModelOutage

LOOK_BACK = timedelta(days=1)
ALMOST_SPENT_SHARE = 0.8


@dataclass(frozen=True, slots=True)
class Event:
    """Something to tell people; `concerns` says of a person with the right of its kind whether it is theirs, too."""

    kind: str
    key: str
    url: str
    words: dict[str, Any] = field(default_factory=dict)
    late_words: Callable[[], dict[str, Any]] = dict
    """More of them, that take queries: asked for where somebody is told."""
    concerns: Callable[[User], bool] = lambda person: True


def find_recent_events() -> Iterator[Event]:
    """A few queries. Raises DatabaseError."""
    since = timezone.now() - LOOK_BACK
    yield from failed_import_events(since)
    yield from source_alarm_events(since)
    yield from budget_events()
    yield from outage_events(since)
    yield from measured_draft_events(since)
    yield from weak_sample_events(since)


def reader_check(collection_id: int) -> Callable[[User], bool]:
    """Whether a person may read the collection."""
    return lambda person: Collection.objects.readable_by(person).filter(pk=collection_id).exists()


def failed_import_events(since: datetime) -> Iterator[Event]:
    """One for a collection and the day of the failure, however many documents fail."""
    failed = Document.objects.filter(status__in=[Status.FAILED, Status.QUARANTINED], updated_at__gte=since)
    days = failed.order_by().annotate(at=FAILED_AT).filter(at__gte=since).annotate(day=TruncDate("at"))
    for pk, name, day in days.values_list("collection_id", "collection__name", "day").distinct():
        # Not before there is one: addresses of the console load it, and the worker looks every minute.
        address = reverse("admin:documents_document_changelist")
        url = f"{address}?collection__id__exact={pk}&status__in={Status.FAILED},{Status.QUARANTINED}"
        yield Event("import_failed", f"{pk}:{day}", url, {"collection": name}, concerns=reader_check(pk))


def source_alarm_events(since: datetime) -> Iterator[Event]:
    """Yields each alarm of a source once a day."""
    ended = SourceRun.objects.exclude(state__in=SourceRun.OPEN).exclude(reason_code="")
    for run in ended.filter(created_at__gte=since).select_related("source").order_by("pk"):
        yield Event(
            "source_alarm",
            f"{run.source_id}:{run.reason_code}:{timezone.localdate(run.created_at)}",
            reverse("admin:documents_sourcerun_change", args=[run.pk]),
            {"name": run.source.name, "code": run.reason_code, "detail": run.reason_detail},
            concerns=reader_check(run.source.collection_id),
        )


def budget_events() -> Iterator[Event]:
    """Another limit on the same day is another event."""
    in_force, imports = load_service_rules(), ImportBudget.objects.first()
    spent = spend_today()
    amounts: list[tuple[str, Decimal | int, Decimal | int | None]]
    amounts = [("cost", spent.cost, in_force.cost_per_day), ("tokens", spent.tokens, in_force.tokens_per_day)]
    if imports is not None:
        used = spent_by_imports()
        amounts += [
            ("import_cost", used.cost, imports.daily_cost),
            ("import_tokens", used.tokens, imports.daily_tokens),
        ]
    for name, amount, limit in amounts:
        if limit and float(amount) >= ALMOST_SPENT_SHARE * float(limit):
            is_spent = float(amount) >= float(limit)
            words = {"budget": name, "limit": float(limit), "is_spent": is_spent}
            url = f"{reverse('admin:llm_modelcall_changelist')}?created_at__date__gte={today_as_text()}"
            yield Event("budget", f"{name}:{limit}:{is_spent}:{today_as_text()}", url, words)


def outage_events(since: datetime) -> Iterator[Event]:
    """An outage may be over days after it began."""
    for outage in ModelOutage.objects.filter(Q(began_at__gte=since) | Q(ended_at__gte=since)).order_by("pk"):
        if outage.began_at >= since:
            yield outage_event(outage, is_back=False)
        if outage.ended_at is not None:
            yield outage_event(outage, is_back=True)


def outage_event(outage: ModelOutage, *, is_back: bool) -> Event:
    words: dict[str, Any] = {"endpoint": outage.endpoint, "reason": outage.reason, "is_back": is_back}
    if is_back and outage.ended_at is not None:
        words |= {"began": outage.began_at.isoformat(), "ended": outage.ended_at.isoformat()}
    url = reverse("admin:llm_modeloutage_change", args=[outage.pk])
    return Event("model_server", f"{outage.pk}:{is_back}", url, words)


def measured_draft_events(since: datetime) -> Iterator[Event]:
    """Tells who wrote the draft and who had it measured."""
    suite = pinned_suite()
    if suite is None:
        return
    runs = Run.objects.filter(state=RunState.FINISHED, finished_at__gte=since, draft__isnull=False, suite=suite)
    for run in runs.select_related("draft").order_by("pk"):
        if run.draft is None:
            continue
        people = {run.draft.created_by_id, run.created_by_id}
        yield Event(
            "gate_result",
            str(run.pk),
            reverse("admin:evaluation_draft_change", args=[run.draft.pk]),
            late_words=partial(gate_result_words, run.draft, suite),
            concerns=lambda person, people=people: person.pk in people,  # type: ignore[misc]
        )


def gate_result_words(draft: Draft, suite: Suite) -> dict[str, Any]:
    """A dozen queries."""
    return {"draft": str(draft), "passes": decide_release(draft, suite).passes}


def weak_sample_events(since: datetime) -> Iterator[Event]:
    weak = Run.objects.filter(kind=RunKind.SAMPLE, state=RunState.FINISHED, finished_at__gte=since, mean__lt=WEAK_SCORE)
    for run in weak:
        url = reverse("admin:evaluation_run_change", args=[run.pk])
        yield Event("weak_sample", str(run.pk), url, {"day": run.title, "mean": run.mean})


def today_as_text() -> str:
    return timezone.localdate().isoformat()

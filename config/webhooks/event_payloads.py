"""The payloads of webhook events: how each kind is found in the rows of the apps, and what is sent of it.

Numbers, states and addresses of the console; no comments, questions of a person or answers: to read more, people sign
in and see what their rights allow.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db.models import Case, Q, When
from django.urls import reverse

from apps.chat.models import Feedback, Gap, GapState
from apps.documents.models import (
    FAILED_AT,
    PUBLISHED,
    SEARCHABLE,
    TEXT_FIRST,
    WORDS_ONLY,
    Document,
    SourceRun,
    SourceRunState,
    Status,
)
from apps.documents.status_messages import OLDER_VERSION_SHOWN
from apps.evaluation.models import Release
from config.webhooks.models import WebhookEvent

Found = Iterable[tuple[int, Any]]
"""Number of the row and when it happened (a datetime)."""
ENDS = (SourceRunState.DONE, SourceRunState.FAILED, SourceRunState.NEEDS_DECISION)
FAILED = (Status.FAILED, Status.QUARANTINED)
DECISIONS = (*Release.IN_FORCE, Release.Action.HELD)


@dataclass(frozen=True, slots=True)
class EventKind:
    """`since` finds what has happened from a moment on; `data` is None when the row is gone. Each asks the database."""

    since: Callable[[datetime], Found]
    data: Callable[[int], dict[str, object] | None]


def runs_since(moment: datetime) -> Found:
    runs = SourceRun.objects.filter(finished_at__gte=moment, state__in=ENDS)
    return runs.values_list("pk", "finished_at")


def run_data(pk: int) -> dict[str, object] | None:
    run = SourceRun.objects.select_related("source__collection").filter(pk=pk).first()
    if run is None:
        return None
    counts = ("found", "new", "changed", "unchanged", "withdrawn", "fetched", "not_fetched")
    return {
        "run": run.pk,
        "source": run.source.name,
        "collection": run.source.collection.slug,
        "state": run.state,
        **{name: getattr(run, name) for name in counts},
        "reason_code": run.reason_code or None,
        "url": console_url("documents_sourcerun", run.pk),
    }


def documents_since(moment: datetime) -> Found:
    """Uploads and what commands import, once all of it is read or cannot be; those of a source are counted in its run.

    Each once for a file: neither when its text alone is searched first nor when its title is corrected.
    """
    failed = Q(status__in=FAILED) | Q(flags__overlap=[OLDER_VERSION_SHOWN, WORDS_ONLY])
    changed = Document.objects.filter(failed | Q(status__in=SEARCHABLE), updated_at__gte=moment, listings=None)
    ended = changed.annotate(ended=Case(When(failed, then=FAILED_AT), default=PUBLISHED))
    is_new = ended.filter(ended__gte=moment).exclude(flags__contains=[TEXT_FIRST])
    return is_new.values_list("pk", "ended")


def document_data(pk: int) -> dict[str, object] | None:
    document = Document.objects.select_related("collection").filter(pk=pk).first()
    if document is None:
        return None
    return {
        "document": document.pk,
        "collection": document.collection.slug,
        "state": document.status,
        "reason_code": document.reason_code or None,
        "url": console_url("documents_document", document.pk),
    }


def gaps_opened_since(moment: datetime) -> Found:
    return Gap.objects.filter(created_at__gte=moment).values_list("pk", "created_at")


def gaps_answered_since(moment: datetime) -> Found:
    answered = Gap.objects.filter(state=GapState.ANSWERED, checked_at__gte=moment)
    return answered.values_list("pk", "checked_at")


def gap_data(pk: int) -> dict[str, object] | None:
    gap = Gap.objects.filter(pk=pk).first()
    if gap is None:
        return None
    return {"gap": gap.pk, "state": gap.state, "count": gap.count, "url": console_url("chat_gap", gap.pk)}


def feedback_since(moment: datetime) -> Found:
    return Feedback.objects.filter(created_at__gte=moment).values_list("pk", "created_at")


def feedback_data(pk: int) -> dict[str, object] | None:
    feedback = Feedback.objects.select_related("turn").filter(pk=pk).first()
    if feedback is None:
        return None
    return {
        "feedback": feedback.pk,
        "turn": str(feedback.turn_id),
        "rating": feedback.rating,
        "reasons": feedback.reasons,
        "has_comment": bool(feedback.comment),
        "url": console_url("chat_conversation", feedback.turn.conversation_id),
    }


def decisions_since(moment: datetime) -> Found:
    return Release.objects.filter(created_at__gte=moment, action__in=DECISIONS).values_list("pk", "created_at")


def decision_data(pk: int) -> dict[str, object] | None:
    line = Release.objects.filter(pk=pk).first()
    if line is None:
        return None
    return {"line": line.pk, "action": line.action, "kind": line.kind, "target": line.target, "run": line.run_number}


def console_url(model: str, pk: object) -> str:
    return f"{settings.SITE_URL}{reverse(f'admin:{model}_change', args=[pk])}"


EVENTS = {
    WebhookEvent.IMPORT_FINISHED: EventKind(runs_since, run_data),
    WebhookEvent.DOCUMENT_FINISHED: EventKind(documents_since, document_data),
    WebhookEvent.GAP_OPENED: EventKind(gaps_opened_since, gap_data),
    WebhookEvent.GAP_ANSWERED: EventKind(gaps_answered_since, gap_data),
    WebhookEvent.FEEDBACK_GIVEN: EventKind(feedback_since, feedback_data),
    WebhookEvent.GATE_DECIDED: EventKind(decisions_since, decision_data),
}

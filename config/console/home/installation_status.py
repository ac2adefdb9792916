"""The state of the installation on the first page: what `status` says, in words for people."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import TypeVar

from django.contrib.auth.models import AnonymousUser, User
from django.core.cache import cache
from django.db.models import Count, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.timesince import timesince
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from apps.documents.models import Status
from apps.documents.parsing.ocr.tesseract import OcrUnavailableError, installed_languages
from apps.documents.vectors.fill_missing import rows_to_fill, vector_coverage
from apps.llm.model_registry import compares_meaning, embedding_model_row, models_in_order
from apps.llm.models import ModelCall, Purpose
from apps.retrieval.algorithms import ALGORITHMS
from apps.retrieval.preparation.active_retrieval_profile import NoActiveProfile, active_profile
from config.monitoring.proved_answer_share import ProvedAnswers, proved_answers
from config.monitoring.service_status import count_documents_by, oldest_waiting_seconds
from config.processes import heartbeats
from config.processes.heartbeats import STALE_AFTER

MUCH, KEPT_FOR = 10_000, 20
"""Rows from which on a count is remembered, and for how many seconds: to count reads all of them."""
PROBLEMS = (Status.FAILED, Status.QUARANTINED)


@dataclass(frozen=True, slots=True)
class OverviewNumber:
    """How many documents have a status, with the list that shows them."""

    count: int
    label: str
    url: str
    alarming: bool


@dataclass(frozen=True, slots=True)
class OverviewFact:
    """A line of the panel; `model` ("app.model") is what its list shows, for those who may see it."""

    label: str
    text: str
    model: str = ""
    alarming: bool = False

    def url(self, user: User | AnonymousUser) -> str:
        app, _dot, name = self.model.partition(".")
        if not name or not user.has_perm(f"{app}.view_{name}"):
            return ""
        return reverse(f"admin:{app}_{name}_changelist")


def installation_overview() -> tuple[list[OverviewNumber], list[OverviewFact]]:
    """What the panel shows. Reads the database; asks no model server. Raises DatabaseError."""
    beats, by_host = heartbeats.ages_and_hosts(("web", "worker"), "worker")
    facts = [
        oldest_step_fact(oldest_waiting_seconds()),
        heartbeat_fact(_("Web server"), beats["web"]),
        *worker_facts(beats["worker"], by_host),
        answering_models_fact(),
        search_model_fact(),
        recent_calls_fact(),
        *proved_answers_facts(),
        active_profile_fact(),
        text_recognition_fact(),
    ]
    by_status = cache_if_large(
        "documents-by-status", lambda: count_documents_by("status"), lambda found: sum(found.values())
    )
    return document_counts(by_status), facts


T = TypeVar("T")


def cache_if_large(name: str, counted: Callable[[], T], rows: Callable[[T], int]) -> T:
    """What was counted; some seconds old where there were many rows, so that a small installation sees every change."""
    key = f"console-overview:{name}"
    known: T | None = cache.get(key)
    if known is None:
        known = counted()
        if rows(known) > MUCH:
            cache.set(key, known, KEPT_FOR)
    return known


def document_counts(by_status: dict[str, int]) -> list[OverviewNumber]:
    """Counts documents in the order of the pipeline, without the statuses that no document has."""
    documents = reverse("admin:documents_document_changelist")
    return [
        OverviewNumber(by_status[state], str(state.label), f"{documents}?status__exact={state}", state in PROBLEMS)
        for state in Status
        if by_status.get(state)
    ]


def oldest_step_fact(seconds: float | None) -> OverviewFact:
    return OverviewFact(
        _("Oldest waiting step"), _("nothing waits") if seconds is None else format_duration(seconds), "documents.step"
    )


def worker_facts(latest: float | None, by_host: dict[str, float]) -> Iterator[OverviewFact]:
    """One for each host where there are several, so that none hides the death of another."""
    if len(by_host) < 2:
        yield heartbeat_fact(_("Worker"), latest)
        return
    for host, seconds in by_host.items():
        yield heartbeat_fact(_("Worker on %(host)s") % {"host": host}, seconds)


def heartbeat_fact(label: str, seconds: float | None) -> OverviewFact:
    if seconds is None:
        return OverviewFact(label, _("no heartbeat yet"), alarming=True)
    ago = _("heartbeat %(duration)s ago") % {"duration": format_duration(seconds)}
    return OverviewFact(label, ago, alarming=seconds > STALE_AFTER)


def format_duration(seconds: float) -> str:
    """Formats in the largest unit that fits: "12 seconds", "3 hours"."""
    if seconds < 60:
        return ngettext("%(count)d second", "%(count)d seconds", round(seconds)) % {"count": round(seconds)}
    now = timezone.now()
    return timesince(now - timedelta(seconds=seconds), now, depth=1)


def answering_models_fact() -> OverviewFact:
    """The models that write answers, in the order in which they are asked."""
    names = " → ".join(str(row) for row in models_in_order(Purpose.ANSWER))
    return OverviewFact(_("Models for answers"), names or _("built-in offline model"), "llm.modelorder")


def search_model_fact() -> OverviewFact:
    """What search compares, and how many of the vectors that come after it are made."""
    used = embedding_model_row()
    said = str(used) if compares_meaning(used) else _("%(model)s: compares spelling, not meaning") % {"model": used}
    for known in map(vector_coverage, rows_to_fill()):
        if not known.is_complete:
            progress = {"model": known.model, "done": known.done, "total": known.total}
            said += "; " + _("vectors of %(model)s: %(done)d of %(total)d texts") % progress
    return OverviewFact(_("Model for search"), said, "llm.embeddingmodel")


def recent_calls_fact() -> OverviewFact:
    """Whether the models answer at all: what the ledger of the last hour says."""
    calls = ModelCall.objects.filter(created_at__gt=timezone.now() - timedelta(hours=1))
    # An answer that a reader stopped is no failure.
    counted = calls.aggregate(all=Count("pk"), failed=Count("pk", filter=~Q(outcome__in=["ok", "interrupted"])))
    text = _("%(all)d, of which %(failed)d failed") % counted
    return OverviewFact(_("Model calls in the last hour"), text, "llm.modelcall", alarming=counted["failed"] > 0)


def proved_answers_facts() -> list[OverviewFact]:
    """One line when models have written answers: a model whose answers can no longer be proved looks busy."""
    by_model = cache_if_large("proved-answers", proved_answers, count_written_answers)
    rows = [row for row in by_model if row.written]
    if not rows:
        return []
    said = "; ".join(
        _("%(model)s: %(proved)d of %(written)d") % {"model": row.model, "proved": row.proved, "written": row.written}
        for row in rows
    )
    fallen = any(row.has_fallen for row in rows)
    text = _("%(counts)s (fewer than in the week before)") % {"counts": said} if fallen else said
    return [OverviewFact(_("Proved answers in the last day"), text, "chat.turn", alarming=fallen)]


def count_written_answers(by_model: list[ProvedAnswers]) -> int:
    return sum(row.written + row.written_before for row in by_model)


def active_profile_fact() -> OverviewFact:
    model = "retrieval.profile"
    try:
        active = active_profile()
    except NoActiveProfile:
        return OverviewFact(_("Active profile"), _("none, so nothing can be answered"), model, alarming=True)
    algorithm = ALGORITHMS.get(active.algorithm)
    label = str(algorithm.label) if algorithm else active.algorithm
    return OverviewFact(_("Active profile"), name if (name := str(active)) == label else f"{name} ({label})", model)


def text_recognition_fact() -> OverviewFact:
    try:
        found = installed_languages()
    except OcrUnavailableError:
        return OverviewFact(_("Text recognition"), _("not installed, so scans stay unread"), alarming=True)
    return OverviewFact(
        _("Text recognition"), _("ready (tesseract with %(languages)s)") % {"languages": "+".join(found)}
    )

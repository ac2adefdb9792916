"""Budgets of a day, for all imports and for single sources: what is spent waits until tomorrow, and says so.

Spending is looked up now and then, and calls that are under way are not called back: a budget may be exceeded by what
a batch takes.
"""

from collections.abc import Collection, Sequence
from datetime import timedelta

from django.db.models import Q, QuerySet
from django.utils import timezone

from apps.documents import jobs, outcomes
from apps.documents.models import ImportBudget, Listing, Source, Step
from apps.documents.sql import execute
from apps.documents.stages.stage import Job
from apps.llm.spending import Spent, midnight, spent_in, spent_today

REASON = "budget_spent"
REFERENCES = "document"
"""How the ledger begins what it says of calls for documents, see metering.py."""
CAREFUL_BATCH = 32
"""Documents claimed together while there is a budget, so that little is spent beyond it."""

FREE = "UPDATE documents_step SET next_retry_at = NULL WHERE state = 'waiting' AND error = %s"


def any_budget() -> bool:
    """Whether there is something to watch at all. Two queries."""
    return ImportBudget.objects.exclude(NO_LIMIT).exists() or limited_sources().exists()


NO_LIMIT = Q(daily_cost=None, daily_tokens=None)


def limited_sources() -> "QuerySet[Source]":
    return Source.objects.exclude(NO_LIMIT)


def affordable(claimed: Sequence[Job], paid_stages: Collection[str]) -> list[Job]:
    """Those that may call their models now; the rest waits until tomorrow. For jobs that this worker holds."""
    paying = [job for job in claimed if job.stage in paid_stages]
    too_dear = beyond_budget(paying) if paying else set()
    postpone([job for job in paying if job.document_id in too_dear])
    return [job for job in claimed if job.stage not in paid_stages or job.document_id not in too_dear]


def beyond_budget(paying: Sequence[Job]) -> set[int]:
    """The documents whose budget is spent."""
    documents = {job.document_id for job in paying}
    budget = ImportBudget.objects.exclude(NO_LIMIT).first()
    if budget is not None and spent_by_imports().reaches(budget.daily_cost, budget.daily_tokens):
        return documents
    spent = [
        source.pk
        for source in limited_sources()
        if spent_by_source(source).reaches(source.daily_cost, source.daily_tokens)
    ]
    listed = Listing.objects.filter(source__in=spent, document__in=documents) if spent else Listing.objects.none()
    return set(listed.values_list("document", flat=True))


def spent_by_imports() -> Spent:
    """Today, also on what became of no document."""
    return spent_today(REFERENCES)


def spent_by_source(source: Source) -> Spent:
    """By its documents, with their share of calls that several made together."""
    return spent_in(Step.objects.filter(started_at__gte=midnight(), revision__document__listings__source=source))


def postpone(claimed: Sequence[Job]) -> None:
    """Until tomorrow; the documents say why."""
    if claimed:
        delay = midnight() + timedelta(days=1, minutes=1) - timezone.now()
        jobs.postpone(claimed, delay, REASON)
        outcomes.say(REASON, [job.document_id for job in claimed])


def free() -> int:
    """A budget was changed: what waits for tomorrow is looked at again. How many steps that are."""
    return execute(FREE, [REASON])

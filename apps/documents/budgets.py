"""Budgets of a day, for all imports and for single sources: what is spent waits until tomorrow, and says so.

Spending is looked up now and then, and calls that are under way are not called back: a budget may be exceeded by what
a batch takes.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal

from django.db.models import F, Q, QuerySet, Sum
from django.utils import timezone

from apps.documents import jobs, outcomes
from apps.documents.models import ImportBudget, Listing, Source, Step
from apps.documents.sql import execute
from apps.documents.stages.stage import Job
from apps.llm.models import ModelCall

REASON = "budget_spent"
REFERENCES = "document"
"""How the ledger begins what it says of calls for documents, see metering.py."""
CAREFUL_BATCH = 32
"""Documents claimed together while there is a budget, so that little is spent beyond it."""

FREE = "UPDATE documents_step SET next_retry_at = NULL WHERE state = 'waiting' AND error = %s"


@dataclass(frozen=True, slots=True)
class Spent:
    """Of today. A limit that is None is none."""

    cost: Decimal
    tokens: int

    def reaches(self, cost: Decimal | None, tokens: int | None) -> bool:
        return (cost is not None and self.cost >= cost) or (tokens is not None and self.tokens >= tokens)


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
    if budget is not None and spent_today().reaches(budget.daily_cost, budget.daily_tokens):
        return documents
    spent = [
        source.pk
        for source in limited_sources()
        if spent_by_source(source).reaches(source.daily_cost, source.daily_tokens)
    ]
    listed = Listing.objects.filter(source__in=spent, document__in=documents) if spent else Listing.objects.none()
    return set(listed.values_list("document", flat=True))


def spent_today() -> Spent:
    """By all imports, also what became of no document."""
    calls = ModelCall.objects.filter(created_at__gte=midnight(), reference__startswith=REFERENCES)
    return summed(calls.aggregate(cost=Sum("cost"), tokens=Sum(F("input_tokens") + F("output_tokens"))))


def spent_by_source(source: Source) -> Spent:
    """By its documents, with their share of calls that several made together."""
    steps = Step.objects.filter(started_at__gte=midnight(), revision__document__listings__source=source)
    return summed(steps.aggregate(cost=Sum("cost"), tokens=Sum(F("input_tokens") + F("output_tokens"))))


def summed(totals: dict[str, object]) -> Spent:
    return Spent(Decimal(str(totals["cost"] or 0)), int(str(totals["tokens"] or 0)))


def postpone(claimed: Sequence[Job]) -> None:
    """Until tomorrow; the documents say why."""
    if claimed:
        delay = midnight() + timedelta(days=1, minutes=1) - timezone.now()
        jobs.postpone(claimed, delay, REASON)
        outcomes.say(REASON, [job.document_id for job in claimed])


def free() -> int:
    """A budget was changed: what waits for tomorrow is looked at again. How many steps that are."""
    return execute(FREE, [REASON])


def midnight() -> datetime:
    return timezone.localtime().replace(hour=0, minute=0, second=0, microsecond=0)

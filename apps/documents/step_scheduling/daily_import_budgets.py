"""Daily budgets of all imports and of single sources: what is spent waits until tomorrow, and says so.

Calls under way are counted as if they were like those before, so a budget is exceeded by little more than one call.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Q, QuerySet
from django.utils import timezone

from apps.database.execute_batch_sql import execute_sql, fetch_rows
from apps.documents.models import ImportBudget, Listing, Source, Step, StepState
from apps.documents.step_scheduling import claims, document_status_updates
from apps.documents.step_scheduling.stage_interface import Job
from apps.llm.daily_spend import Spend, spend_today, start_of_today, sum_spend

REASON = "budget_spent"
REFERENCES = "document"
"""How the ledger begins what it says of calls for documents, see cost_attribution.py."""
CAREFUL_BATCH = 32
"""Documents claimed together while there is a budget, so that few of them have to be put back."""
FIRST_CALLS = 8
"""Calls at once while it is not known yet what one of them takes."""
NEARLY_SPENT = "The budget of the day is nearly spent; calls under way may need the rest."
NEXT_LOOK = timedelta(seconds=1)

ANY_BUDGET = """
    SELECT EXISTS (SELECT FROM documents_importbudget WHERE daily_cost IS NOT NULL OR daily_tokens IS NOT NULL)
        OR EXISTS (SELECT FROM documents_source WHERE daily_cost IS NOT NULL OR daily_tokens IS NOT NULL)
"""
NO_LIMIT = Q(daily_cost=None, daily_tokens=None)
FREE = "UPDATE documents_step SET next_retry_at = NULL WHERE state = 'waiting' AND error = %s"


def has_any_budget() -> bool:
    """Whether there is something to watch at all. One query, asked with each claim."""
    [[is_any]] = fetch_rows(ANY_BUDGET, [])
    return bool(is_any)


def limited_sources() -> QuerySet[Source]:
    return Source.objects.exclude(NO_LIMIT)


@dataclass(frozen=True, slots=True)
class BudgetDemand:
    """A budget, what is spent of it today, and the jobs that want more of it."""

    budget: ImportBudget | Source
    spent: Spend
    jobs: Sequence[Job]
    others: int
    """Calls under way that will take their share."""

    @property
    def is_empty(self) -> bool:
        return self.spent.reaches(self.budget.daily_cost, self.budget.daily_tokens)

    @property
    def too_many(self) -> Sequence[Job]:
        """Returns the jobs for which nothing may be left when the others have taken their share."""
        left = self.spent.calls_left(self.budget.daily_cost, self.budget.daily_tokens)
        return self.jobs[max(0, (left if self.spent.calls else FIRST_CALLS) - self.others) :]


def keep_affordable_jobs(claimed: Sequence[Job], paid_stages: Collection[str]) -> list[Job]:
    """Keeps the jobs that may call their models now; the rest waits for calls under way or until tomorrow.

    For jobs that this worker holds.
    """
    stopped: set[Job] = set()
    waiting: set[Job] = set()
    for demand in budget_demands([job for job in claimed if job.stage in paid_stages], paid_stages):
        if demand.is_empty:
            stopped.update(demand.jobs)
        else:
            waiting.update(demand.too_many)
    wait_for_others(waiting - stopped)
    postpone_until_tomorrow(stopped)
    return [job for job in claimed if job not in stopped and job not in waiting]


def budget_demands(paying: Sequence[Job], paid_stages: Collection[str]) -> Iterator[BudgetDemand]:
    """Yields the demand on the budget of all imports and on those of sources. Three queries for each such source."""
    if not paying:
        return
    running = Step.objects.filter(state=StepState.RUNNING, stage__in=paid_stages).exclude(
        pk__in=[job.step_id for job in paying]
    )
    if budget := ImportBudget.objects.exclude(NO_LIMIT).first():
        yield BudgetDemand(budget, spent_by_imports(), paying, running.count())
    for source in limited_sources():
        listed = Listing.objects.filter(source=source, document__in=[job.document_id for job in paying])
        if ours := set(listed.values_list("document", flat=True)):
            others = running.filter(revision__document__listings__source=source).count()
            yield BudgetDemand(
                source, spent_by_source(source), [job for job in paying if job.document_id in ours], others
            )


def spent_by_imports() -> Spend:
    """Today, also on what became of no document."""
    return spend_today(REFERENCES)


def spent_by_source(source: Source) -> Spend:
    """By its documents, with their share of calls that several made together."""
    return sum_spend(Step.objects.filter(started_at__gte=start_of_today(), revision__document__listings__source=source))


def wait_for_others(claimed: Collection[Job]) -> None:
    """Until calls under way have ended and it is known what is left."""
    if claimed:
        claims.postpone_steps(claimed, NEXT_LOOK, NEARLY_SPENT)


def postpone_until_tomorrow(claimed: Collection[Job]) -> None:
    """Until tomorrow; the documents say why."""
    if claimed:
        delay = start_of_today() + timedelta(days=1, minutes=1) - timezone.now()
        claims.postpone_steps(claimed, delay, REASON)
        document_status_updates.explain_wait(REASON, [job.document_id for job in claimed])


def release_postponed() -> int:
    """A budget was changed: what waits for tomorrow is looked at again. How many steps that are."""
    return execute_sql(FREE, [REASON])

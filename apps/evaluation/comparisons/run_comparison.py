"""Starts, runs and resumes a comparison of two variants, and computes its result."""

from collections.abc import Mapping, Sequence
from typing import Any

from asgiref.sync import sync_to_async
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.contrib.auth.models import User as Person
from django.db import transaction

from apps.documents.models import Collection
from apps.evaluation.comparisons.compare_question import ComparisonSetup, compare_question
from apps.evaluation.comparisons.criteria import criteria_in_use
from apps.evaluation.comparisons.pairwise_judgements import figures_by_criterion
from apps.evaluation.dialogues.run_dialogues import RunBudget, finish_run, work_on_run
from apps.evaluation.dialogues.run_items_concurrently import Progress, RunBudgetSpent, run_parallel
from apps.evaluation.dialogues.stopped_and_stalled_runs import raise_if_stopped, reopen_run
from apps.evaluation.judging.record_model_calls import CallMeter, RecordedCalls
from apps.evaluation.models import ROWS_AT_ONCE, Comparison, Run, RunKind, RunState
from apps.evaluation.models import Ballot as BallotRow
from apps.evaluation.models.change_drafts_and_release_log import content_digest
from apps.evaluation.models.runs import DialogueTurnState, run_totals
from apps.evaluation.planning.create_run import OpeningQuestion
from apps.evaluation.planning.personas import persona_language
from apps.evaluation.planning.run_configuration import restore_configuration
from apps.evaluation.planning.variants import configuration_named, profile_names, variant_label
from apps.llm.call_ledger import Ledger
from apps.llm.model_registry import build_language_model
from apps.llm.models import Purpose
from apps.llm.prompts.prompt_store import load_published_prompt
from apps.retrieval.preparation.readable_collections import readable_collection_ids

User = AbstractBaseUser | AnonymousUser
FEWEST_REPEATS = 2
"""One in each order."""


def start_comparison(
    name_a: str,
    name_b: str,
    queries: Sequence[OpeningQuestion],
    *,
    repeats: int = 4,
    collections: Sequence[str] | None = None,
    budget: Any = None,
    user: User | None = None,
) -> Run:
    """Creates a comparison, or finds one of exactly this that has not ended, which goes on with this budget.

    Nothing is asked yet. Raises UnknownVariant, UnknownCollection, NoActiveProfile.
    """
    readable_collection_ids(collections, Person(is_superuser=True))
    a, b = configuration_named(name_a), configuration_named(name_b)
    options = {"a": name_a, "b": name_b, "repeats": repeats, "collections": collections and list(collections)}
    # A list: JSON objects in the database do not keep their order.
    options["criteria"] = [list(pair) for pair in criteria_in_use().items()]
    options["asks"] = content_digest([query.question for query in queries])
    configuration = {"a": a.as_stored, "b": b.as_stored}
    if found := unfinished_comparison(options, configuration):
        reopen_run(found)
        return found.with_budget(budget)
    profiles = profile_names()
    with transaction.atomic():
        run = Run.objects.create(
            kind=RunKind.COMPARISON,
            title=" / ".join(variant_label(name, profiles) for name in (name_a, name_b))[:200],
            options=options,
            configuration=configuration,
            budget=budget,
            created_by_id=user.pk if user else None,
        )
        create_comparisons(run, queries)
    return run


def unfinished_comparison(options: Mapping[str, object], configuration: Mapping[str, object]) -> Run | None:
    """The newest of exactly this that has not ended: it can go on. One query."""
    earlier = Run.objects.filter(kind=RunKind.COMPARISON, configuration=configuration)
    earlier = earlier.exclude(state__in=[RunState.FINISHED, RunState.FAILED]).order_by("-pk")
    return next((run for run in earlier[:20] if run.measured_options == options), None)


def create_comparisons(run: Run, queries: Sequence[OpeningQuestion]) -> None:
    rows = (
        Comparison(
            run=run, number=number, question=query.question, language=query.language or persona_language(query.question)
        )
        for number, query in enumerate(queries, start=1)
    )
    Comparison.objects.bulk_create(rows, batch_size=ROWS_AT_ONCE)


def run_comparison(run: Run, progress: Progress = lambda done, total: None, *, until: float | None = None) -> Run:
    """To the end, to the budget, until somebody stops it, or `until` (time.monotonic), when it waits for its next turn.

    Raises RunIsBusy, UnknownVariant, DatabaseError.
    """
    return work_on_run(run, compare_all_questions, finish_comparison, progress, until)


def finish_comparison(run: Run, state: RunState) -> None:
    finish_run(run, state, comparison_result(run))


def load_comparison_setup(run: Run, ledger: Ledger) -> ComparisonSetup:
    """What all comparisons of the run share; the judge writes its calls to `ledger`. A few queries."""
    prompt = load_published_prompt("compare")
    options = run.options
    in_house = Collection.objects.all().any_stays_in_house(options["collections"] or None)
    judge = build_language_model(Purpose.COMPARE, ledger=ledger, in_house=in_house, prompt=prompt, reads_json=False)
    return ComparisonSetup(
        restore_configuration(run.configuration["a"]),
        restore_configuration(run.configuration["b"]),
        options["collections"],
        judge,
        prompt,
        options["repeats"],
        dict(options["criteria"]),
    )


async def compare_all_questions(run: Run, budget: RunBudget, progress: Progress) -> bool:
    """Compares those that are not done. True when the budget, the time or a person stopped it."""
    ledger = Ledger()
    setup = await sync_to_async(load_comparison_setup)(run, ledger)
    await sync_to_async(budget.load_spent)()
    open_ones = run.comparisons.filter(is_done=False).order_by("number")
    waiting: list[Comparison] = await sync_to_async(list)(open_ones)  # type: ignore[call-arg]
    total = await sync_to_async(run.comparisons.count)()
    meter = CallMeter(ledger, budget.pay)

    async def compare(comparison: Comparison) -> None:
        await sync_to_async(raise_if_stopped)(run)
        if not budget.may_go_on():
            raise RunBudgetSpent
        await compare_question(setup, comparison, RecordedCalls(comparison, meter))

    stopped = await run_parallel(waiting, compare, progress, total=total)
    await sync_to_async(ledger.save)(f"run:{run.pk}")
    return stopped


def comparison_result(run: Run) -> dict[str, object]:
    """What the command prints. Three queries."""
    comparisons = list(run.comparisons.order_by("number"))
    states = list(BallotRow.objects.filter(comparison__run=run).values_list("state", flat=True))
    return {
        "run": str(run.pk),
        "a": run.options["a"],
        "b": run.options["b"],
        "questions": len(comparisons),
        "criteria": figures_by_criterion([each.results for each in comparisons], list(dict(run.options["criteria"]))),
        "order_disagreements": sum(each.orders_disagree for each in comparisons),
        "unparsable": states.count(DialogueTurnState.UNPARSABLE),
        "failed": states.count(DialogueTurnState.FAILED) + sum(bool(each.failed) for each in comparisons),
        "state": run.state,
        **run_totals(run),
    }

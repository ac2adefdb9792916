"""A comparison from two variants and questions to its figures: answers, ballots in both orders, result. Resumable."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from asgiref.sync import sync_to_async
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.contrib.auth.models import User as Person
from django.db import transaction
from django.utils import timezone

from apps.chat.answering import answer
from apps.chat.events import Done, Failed
from apps.chat.loading import Ask
from apps.chat.models import Channel
from apps.evaluation.comparing import (
    Ballot,
    UnreadableBallot,
    figures,
    read_winners,
    reasons_of,
    result_of,
    starts_with_a,
)
from apps.evaluation.configuration import Configuration, stored_configuration
from apps.evaluation.criteria import criteria_in_use
from apps.evaluation.judging import LANGUAGE_NAMES, TEMPERATURE
from apps.evaluation.models import ROWS_AT_ONCE, Comparison, Run
from apps.evaluation.models import Ballot as BallotRow
from apps.evaluation.models.releases import digest
from apps.evaluation.models.runs import TurnState, totals_of
from apps.evaluation.parallel import BudgetSpent, Progress, in_parallel
from apps.evaluation.personas import language_of
from apps.evaluation.recording import Calls, Meter, Place, is_stand_in
from apps.evaluation.running import Purse, held, mark
from apps.evaluation.starting import Query
from apps.evaluation.threads import run_with_connection
from apps.evaluation.variants import configuration_named
from apps.llm.errors import ModelError
from apps.llm.ledger import Ledger
from apps.llm.models import Purpose
from apps.llm.prompt_definitions.evaluation import comparison_schema
from apps.llm.prompts import PublishedPrompt, published
from apps.llm.registry import language_model
from apps.llm.trying import trying
from apps.llm.types import LanguageModel
from apps.retrieval.search import readable_ids

User = AbstractBaseUser | AnonymousUser
FEWEST_REPEATS = 2
"""One in each order."""


def start_comparison(
    name_a: str,
    name_b: str,
    queries: Sequence[Query],
    *,
    repeats: int = 4,
    collections: Sequence[str] | None = None,
    budget: Any = None,
    user: User | None = None,
) -> Run:
    """Rows only. Raises UnknownVariant, UnknownCollection, NoActiveProfile."""
    readable_ids(collections, Person(is_superuser=True))
    a, b = configuration_named(name_a), configuration_named(name_b)
    options = {"a": name_a, "b": name_b, "repeats": repeats, "collections": collections and list(collections)}
    # A list: JSON objects in the database do not keep their order.
    options["criteria"] = [list(pair) for pair in criteria_in_use().items()]
    options["asks"] = digest([query.question for query in queries])
    configuration = {"a": a.as_stored, "b": b.as_stored}
    earlier = Run.objects.filter(kind=Run.Kind.COMPARISON, options=options, configuration=configuration)
    if found := earlier.exclude(state__in=[Run.State.FINISHED, Run.State.FAILED]).order_by("-pk").first():
        return found
    with transaction.atomic():
        run = Run.objects.create(
            kind=Run.Kind.COMPARISON,
            title=f"{name_a} / {name_b}",
            options=options,
            configuration=configuration,
            budget=budget,
            created_by_id=user.pk if user else None,
        )
        Comparison.objects.bulk_create(
            (
                Comparison(
                    run=run,
                    number=number,
                    question=query.question,
                    language=query.language or language_of(query.question),
                )
                for number, query in enumerate(queries, start=1)
            ),
            batch_size=ROWS_AT_ONCE,
        )
    return run


def work_comparison(run: Run, progress: Progress = lambda done, total: None) -> Run:
    """To the end, or to the budget. Raises RunIsBusy, UnknownVariant, DatabaseError."""
    with held(run):
        run.refresh_from_db()
        if run.has_ended and run.state != Run.State.STOPPED:
            return run
        mark(run, Run.State.RUNNING)
        stopped = run_with_connection(all_comparisons(run, progress))
        run.state = Run.State.STOPPED if stopped else Run.State.FINISHED
        run.finished_at = timezone.now()
        run.result = result(run)
        run.save(update_fields=["state", "finished_at", "result"])
    return run


@dataclass(frozen=True, slots=True)
class Table:
    """What all comparisons of a run share."""

    a: Configuration
    b: Configuration
    collections: Sequence[str] | None
    judge: LanguageModel
    prompt: PublishedPrompt
    repeats: int
    criteria: Mapping[str, str]


def prepared(run: Run, ledger: Ledger) -> Table:
    prompt = published("compare")
    judge = language_model(Purpose.COMPARE, ledger=ledger, prompt_version=prompt.label, reads_json=False)
    options = run.options
    return Table(
        stored_configuration(run.configuration["a"]),
        stored_configuration(run.configuration["b"]),
        options["collections"],
        judge,
        prompt,
        options["repeats"],
        dict(options["criteria"]),
    )


async def all_comparisons(run: Run, progress: Progress) -> bool:
    """True when the budget stopped it."""
    ledger, purse = Ledger(), Purse(run)
    table = await sync_to_async(prepared)(run, ledger)
    await sync_to_async(purse.look)()
    open_ones = run.comparisons.filter(is_done=False).order_by("number")
    waiting: list[Comparison] = await sync_to_async(list)(open_ones)  # type: ignore[call-arg]
    total = await sync_to_async(run.comparisons.count)()
    meter = Meter(ledger, purse.pay)

    async def worked_on(comparison: Comparison) -> None:
        if not purse.may_go_on():
            raise BudgetSpent
        await one(table, comparison, Calls(comparison, meter))

    stopped = await in_parallel(waiting, worked_on, progress, total=total)
    await sync_to_async(ledger.save)(f"run:{run.pk}")
    return stopped


async def one(table: Table, comparison: Comparison, calls: Calls) -> None:
    """Both answers, then the ballots; a comparison whose answers failed has none."""
    await sync_to_async(calls.load)()
    if not comparison.answers_ready:
        a, b = await asyncio.gather(
            answered(table.a, table, comparison, Place(calls, "a")),
            answered(table.b, table, comparison, Place(calls, "b")),
        )
        comparison.answer_a, comparison.answer_b = a.answer, b.answer
        comparison.failed = a.failed or b.failed
        comparison.answers_ready = True
    ballots: list[tuple[int, BallotRow]] = []
    if comparison.answer_a.strip() == comparison.answer_b.strip():
        # Nobody needs to be paid to say that they are the same.
        comparison.results = dict.fromkeys(table.criteria, "tie")
    elif not comparison.failed:
        places = [Place(calls, f"ballot {number}") for number in range(table.repeats)]
        rows = await asyncio.gather(*(ballot(table, comparison, n, place) for n, place in enumerate(places)))
        ballots = list(enumerate(rows))
    await asyncio.shield(sync_to_async(store)(comparison, [row for _, row in ballots], list(table.criteria)))


@dataclass(frozen=True, slots=True)
class Answered:
    answer: str
    failed: str = ""


async def answered(configuration: Configuration, table: Table, comparison: Comparison, place: Place) -> Answered:
    ask = Ask(
        comparison.question,
        channel=Channel.REVIEW,
        language=comparison.language,
        user=Person(is_superuser=True),
        collections=table.collections,
    )
    end: Done | Failed | None = None
    with trying(replace(configuration.trial(), wrap=place.wrap)):
        async for event in answer(ask, profile=configuration.profile):
            if isinstance(event, Done | Failed):
                end = event
    if isinstance(end, Done) and end.state in ("done", "refused"):
        return Answered(end.answer)
    return Answered("", failed=end.code if isinstance(end, Failed) else end.state if end else "failed")


async def ballot(table: Table, comparison: Comparison, number: int, place: Place) -> BallotRow:
    """One reply of the judge, whatever it is."""
    a_first = starts_with_a(number)
    first, second = comparison.answer_a, comparison.answer_b
    if not a_first:
        first, second = second, first
    messages = table.prompt.messages(
        question=comparison.question,
        answer_one=first,
        answer_two=second,
        criteria="\n".join(f"- {name}: {meaning}" for name, meaning in table.criteria.items()),
        language=LANGUAGE_NAMES.get(comparison.language, comparison.language),
    )
    made = BallotRow(comparison=comparison, repetition=number, a_first=a_first, state=TurnState.FAILED)
    model = place.wrap("compare", table.judge)
    try:
        completion = await model.complete(
            messages, temperature=TEMPERATURE, schema=comparison_schema(tuple(table.criteria))
        )
    except ModelError as error:
        made.reason = error.code
        return made
    made.raw = completion.text.replace("\0", "")
    if is_stand_in(model, completion):
        made.reason = "stand_in"
        return made
    try:
        made.winners = dict(read_winners(completion.text, list(table.criteria), a_first=a_first))
        made.state, made.reason = TurnState.SCORED, reasons_of(completion.text)
    except UnreadableBallot as error:
        made.state, made.reason = TurnState.UNPARSABLE, str(error)
    return made


def store(comparison: Comparison, rows: Sequence[BallotRow], criteria: Sequence[str]) -> None:
    """Sync, one transaction."""
    read = [Ballot(row.a_first, row.winners) for row in rows if row.state == TurnState.SCORED]
    if rows:
        found = {name: result_of(read, name) for name in criteria}
        comparison.results = {name: winner for name, (winner, _) in found.items() if winner}
        comparison.orders_disagree = any(differ for _, differ in found.values())
    comparison.is_done = True
    with transaction.atomic():
        comparison.ballots.all().delete()
        BallotRow.objects.bulk_create(rows)
        comparison.save()


def result(run: Run) -> dict[str, Any]:
    """What the command prints. Sync, three queries."""
    comparisons = list(run.comparisons.order_by("number"))
    states = list(BallotRow.objects.filter(comparison__run=run).values_list("state", flat=True))
    return {
        "run": str(run.pk),
        "a": run.options["a"],
        "b": run.options["b"],
        "questions": len(comparisons),
        "criteria": figures([each.results for each in comparisons], list(dict(run.options["criteria"]))),
        "order_disagreements": sum(each.orders_disagree for each in comparisons),
        "unparsable": states.count(TurnState.UNPARSABLE),
        "failed": states.count(TurnState.FAILED) + sum(bool(each.failed) for each in comparisons),
        "state": run.state,
        **totals_of(run),
    }

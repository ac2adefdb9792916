"""A run of dialogues from its rows to its result: many at once, stopped by a budget, taken up again after a crash."""

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from decimal import Decimal

from asgiref.sync import sync_to_async
from django.utils import timezone

from apps.database.raw_sql import fetch
from apps.database.worker_connections import run_with_connection
from apps.evaluation.dialogues.assistant import Assistant
from apps.evaluation.dialogues.dialogue import converse
from apps.evaluation.dialogues.parallel import Progress, in_parallel
from apps.evaluation.dialogues.participants import Desk
from apps.evaluation.dialogues.results import result_of
from apps.evaluation.judging.call_recorder import Calls, Meter
from apps.evaluation.judging.claim_metrics import Anatomist
from apps.evaluation.models import Dialogue, Persona, Run
from apps.evaluation.planning.configuration import stored_configuration
from apps.llm.call_ledger import Ledger
from apps.llm.models import Purpose
from apps.llm.prompts.prompt_store import published
from apps.llm.registry import embedder, embedding_model_row, language_model

LOCK_CLASS = 7_345_202
PERSONA_PROMPTS = {"de": "persona", "en": "persona-en", "ja": "persona-ja"}


class RunIsBusy(Exception):  # noqa: N818 - an answer to the person who starts it
    """Another process works on it at this moment."""


@contextmanager
def held(run: Run) -> Iterator[None]:
    """One process at a time, by a lock of the database session: it is free when its holder dies. Raises RunIsBusy."""
    [[is_ours]] = fetch("SELECT pg_try_advisory_lock(%s, %s)", [LOCK_CLASS, run.pk])
    if not is_ours:
        raise RunIsBusy(f"Run {run.pk} is worked on by another process.")
    try:
        yield
    finally:
        fetch("SELECT pg_advisory_unlock(%s, %s)", [LOCK_CLASS, run.pk])


def work(run: Run, progress: Progress = lambda done, total: None) -> Run:
    """To the end, or to the budget; what is done already is not done again. Sync: enters the event loop once.

    Raises RunIsBusy, DatabaseError. The models' errors become states of turns.
    """
    with held(run):
        run.refresh_from_db()
        if run.has_ended and run.state != Run.State.STOPPED:
            return run
        mark(run, Run.State.RUNNING)
        state = Run.State.STOPPED if run_with_connection(all_dialogues(run, progress)) else Run.State.FINISHED
        conclude(run, state)
    return run


def mark(run: Run, state: Run.State) -> None:
    run.state, run.started_at = state, run.started_at or timezone.now()
    run.save(update_fields=["state", "started_at"])


def conclude(run: Run, state: Run.State) -> None:
    """Writes the result and how it ended. Sync."""
    run.state, run.finished_at = state, timezone.now()
    run.result = result_of(run)
    run.mean = run.result["mean"]
    run.low, run.high = run.result["interval_95"] or (None, None)
    run.save(update_fields=["state", "finished_at", "result", "mean", "low", "high"])


async def all_dialogues(run: Run, progress: Progress) -> bool:
    """True when the budget stopped it."""
    desk, purse, ledger = await sync_to_async(prepared)(run)
    await sync_to_async(purse.look)()
    waiting = await sync_to_async(open_dialogues)(run)
    total = await sync_to_async(run.dialogues.count)()
    meter = Meter(ledger, purse.pay)
    stopped = await in_parallel(
        waiting, lambda dialogue: converse(desk, dialogue, Calls(dialogue, meter)), progress, total=total
    )
    await sync_to_async(ledger.save)(f"run:{run.pk}")
    return stopped


def open_dialogues(run: Run) -> list[Dialogue]:
    return list(run.dialogues.exclude(state=Dialogue.State.DONE).select_related("conversation").order_by("number"))


@dataclass
class Purse:
    """What a run may cost, and has cost. What is under way when it is empty is still paid: a turn for each worker.

    Safe between threads.
    """

    run: Run
    spent: Decimal = Decimal(0)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def look(self) -> None:
        """What earlier work on this run has cost. Sync, one query; none without a budget."""
        if self.run.budget is not None:
            self.spent = self.run.cost()

    def pay(self, cost: Decimal) -> None:
        with self.lock:
            self.spent += cost

    def may_go_on(self) -> bool:
        return self.run.budget is None or self.spent < self.run.budget


def prepared(run: Run) -> tuple[Desk, Purse, Ledger]:
    """What the dialogues share, from the rows of the run. Sync."""
    ledger = Ledger()
    options = run.options
    purse = Purse(run)
    judge_prompt = published("judge")
    desk = Desk(
        assistant=Assistant(stored_configuration(run.configuration), options["collections"]),
        persona_model=language_model(Purpose.PERSONA, ledger=ledger, prompt_version=published("persona").label),
        persona_prompts={language: published(slug) for language, slug in PERSONA_PROMPTS.items()},
        persona_texts=persona_texts(),
        judge_model=language_model(Purpose.JUDGE, ledger=ledger, prompt_version=judge_prompt.label, reads_json=False),
        judge_prompt=judge_prompt,
        turns=options["turns"],
        judges=options["judges"],
        vote=options["vote"],
        may_go_on=purse.may_go_on,
        anatomist=anatomist(ledger) if options["judges_claims"] else None,
    )
    return desk, purse, ledger


def anatomist(ledger: Ledger) -> Anatomist:
    prompts = {slug: published(slug) for slug in ("judge-statements", "judge-support", "judge-questions")}
    label = prompts["judge-statements"].label
    model = language_model(Purpose.JUDGE, ledger=ledger, prompt_version=label, reads_json=False)
    return Anatomist(model, prompts, embedder(embedding_model_row(), ledger=ledger))


def persona_texts() -> Mapping[tuple[str, str], str]:
    languages = list(PERSONA_PROMPTS)
    return {(each.slug, language): each.text(language) for each in Persona.objects.all() for language in languages}

"""Runs the dialogues of a run concurrently until all are done or the budget is spent; resumable after a crash."""

import threading
from collections.abc import Callable, Coroutine, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from decimal import Decimal
from functools import partial
from time import monotonic
from typing import Any

from asgiref.sync import sync_to_async
from django.utils import timezone

from apps.database.advisory_lock import advisory_lock
from apps.database.worker_connections import run_with_connection
from apps.documents.models import Collection
from apps.evaluation.dialogues.ask_assistant import Assistant
from apps.evaluation.dialogues.conduct_dialogue import conduct_dialogue
from apps.evaluation.dialogues.dialogue_results import dialogue_run_result
from apps.evaluation.dialogues.dialogue_setup import Critic, DialogueSetup
from apps.evaluation.dialogues.run_items_concurrently import Progress, run_parallel
from apps.evaluation.dialogues.stopped_and_stalled_runs import RUN_LOCK, raise_if_stopped
from apps.evaluation.judging.claim_metrics import ClaimJudge
from apps.evaluation.judging.record_model_calls import CallMeter, RecordedCalls
from apps.evaluation.models import Dialogue, DialogueState, Persona, Run, RunState
from apps.evaluation.planning.run_configuration import restore_configuration
from apps.llm.call_ledger import Ledger
from apps.llm.model_registry import build_embedder, build_language_model, embedding_model_in_house, embedding_model_row
from apps.llm.models import Purpose
from apps.llm.prompts.prompt_store import load_published_prompt
from apps.llm.transport.priority_semaphore import in_background
from apps.llm.types import LanguageModel

PERSONA_PROMPTS = {"de": "persona", "en": "persona-en", "ja": "persona-ja"}


class RunIsBusy(Exception):  # noqa: N818 - an answer to the person who starts it
    """Another process works on it at this moment."""


@contextmanager
def run_lock(run: Run) -> Iterator[None]:
    """One process at a time, by a lock of the database session: it is free when its holder dies. Calls of models within
    leave the places at their server to whoever waits. Raises RunIsBusy.
    """
    with advisory_lock(RUN_LOCK, run.pk) as is_ours:
        if not is_ours:
            raise RunIsBusy(f"Run {run.pk} is worked on by another process.")
        with in_background():
            yield


def run_dialogues(run: Run, progress: Progress = lambda done, total: None, *, until: float | None = None) -> Run:
    """Works on the run until all dialogues are done, the budget is spent, somebody stops it or it is `until`.

    At `until` (time.monotonic) it waits to be taken up again. Runs an event loop of its own.

    Raises RunIsBusy, DatabaseError. The models' errors become states of turns.
    """
    return work_on_run(run, conduct_all_dialogues, finish_dialogue_run, progress, until)


WorkOnRun = Callable[[Run, "RunBudget", Progress], Coroutine[Any, Any, bool]]


def work_on_run(
    run: Run, work: WorkOnRun, finish: Callable[[Run, RunState], None], progress: Progress, until: float | None
) -> Run:
    """Lets `work` do what is left; `finish` writes the result of a run that has ended. Raises what they raise."""
    with run_lock(run):
        run.refresh_from_db()
        if run.has_ended and run.state != RunState.STOPPED:
            return run
        set_run_state(run, RunState.RUNNING)
        budget = RunBudget(run, until)
        state = budget.state_at_end(run_with_connection(work(run, budget, progress)))
        (set_run_state if state == RunState.WAITING else finish)(run, state)
    return run


def set_run_state(run: Run, state: RunState) -> None:
    """A run that was stopped and goes on is not to stop any more."""
    fields = ["state", "started_at"]
    if run.state == RunState.STOPPED:
        run.is_to_stop = False
        fields.append("is_to_stop")
    run.state, run.started_at = state, run.started_at or timezone.now()
    run.save(update_fields=fields)


def finish_dialogue_run(run: Run, state: RunState) -> None:
    result: dict[str, Any] = dialogue_run_result(run)
    run.mean = result["mean"]
    run.low, run.high = result["interval_95"] or (None, None)
    finish_run(run, state, result)


def finish_run(run: Run, state: RunState, result: dict[str, Any]) -> None:
    """Writes the result and how it ended."""
    run.state, run.finished_at, run.result = state, timezone.now(), result
    run.save(update_fields=["state", "finished_at", "result", "mean", "low", "high"])
    # Somebody may have stopped it meanwhile, by another object.
    run.refresh_from_db(fields=["is_to_stop"])


async def conduct_all_dialogues(run: Run, budget: "RunBudget", progress: Progress) -> bool:
    """Conducts those that are not done. True when the budget, the time or a person stopped it."""
    ledger = Ledger()
    setup = await sync_to_async(load_dialogue_setup)(run, budget, ledger)
    await sync_to_async(budget.load_spent)()
    waiting = await sync_to_async(open_dialogues)(run)
    total = await sync_to_async(run.dialogues.count)()
    meter = CallMeter(ledger, budget.pay)

    async def conduct(dialogue: Dialogue) -> None:
        await sync_to_async(raise_if_stopped)(run)
        await conduct_dialogue(setup, dialogue, RecordedCalls(dialogue, meter))

    stopped = await run_parallel(waiting, conduct, progress, total=total)
    await sync_to_async(ledger.save)(f"run:{run.pk}")
    return stopped


def open_dialogues(run: Run) -> list[Dialogue]:
    return list(run.dialogues.exclude(state=DialogueState.DONE).select_related("conversation").order_by("number"))


@dataclass
class RunBudget:
    """The budget of a run, what it has spent, and until when this worker has it in hand (time.monotonic).

    Turns under way when either is exhausted are still paid, one per worker. Thread-safe.
    """

    run: Run
    until: float | None = None
    spent: Decimal = Decimal(0)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def load_spent(self) -> None:
        """Loads what earlier work on this run has cost. One query; none without a budget."""
        if self.run.budget is not None:
            self.spent = self.run.cost()

    def pay(self, cost: Decimal) -> None:
        with self.lock:
            self.spent += cost

    def may_go_on(self) -> bool:
        return not self.is_spent() and not self.is_time_up()

    def is_spent(self) -> bool:
        return self.run.budget is not None and self.spent >= self.run.budget

    def is_time_up(self) -> bool:
        return self.until is not None and monotonic() >= self.until

    def state_at_end(self, is_cut_short: bool) -> RunState:
        """What becomes of the run: it waits for its next turn when nothing but the time was up. One query at most."""
        if not is_cut_short:
            return RunState.FINISHED
        is_stopped = self.is_spent() or Run.objects.filter(pk=self.run.pk, is_to_stop=True).exists()
        return RunState.STOPPED if is_stopped or not self.is_time_up() else RunState.WAITING


def load_dialogue_setup(run: Run, budget: RunBudget, ledger: Ledger) -> DialogueSetup:
    """The setup of the dialogues from the rows of the run; its models write their calls to `ledger`. A few queries."""
    options = run.options
    judge_prompt = load_published_prompt("judge")
    in_house = Collection.objects.all().any_stays_in_house(options["collections"] or None)
    model_for = partial(build_language_model, ledger=ledger, in_house=in_house)
    return DialogueSetup(
        assistant=Assistant(restore_configuration(run.configuration), options["collections"]),
        persona_model=model_for(Purpose.PERSONA, prompt=load_published_prompt("persona")),
        persona_prompts={language: load_published_prompt(slug) for language, slug in PERSONA_PROMPTS.items()},
        persona_texts=load_persona_texts(),
        judge_model=model_for(Purpose.JUDGE, prompt=judge_prompt, reads_json=False),
        judge_prompt=judge_prompt,
        turns=options["turns"],
        judges=options["judges"],
        vote=options["vote"],
        may_go_on=budget.may_go_on,
        claim_judge=build_claim_judge(ledger, in_house) if options["judges_claims"] else None,
        critic=build_critic(model_for, options) if options.get("aspects") else None,
    )


def build_claim_judge(ledger: Ledger, in_house: bool) -> ClaimJudge:
    prompts = {slug: load_published_prompt(slug) for slug in ("judge-statements", "judge-support", "judge-questions")}
    prompt = prompts["judge-statements"]
    model = build_language_model(Purpose.JUDGE, ledger=ledger, in_house=in_house, prompt=prompt, reads_json=False)
    row = embedding_model_in_house() if in_house else embedding_model_row()
    return ClaimJudge(model, prompts, build_embedder(row, ledger=ledger, is_query=True))


def build_critic(model_for: Callable[..., LanguageModel], options: Mapping[str, Any]) -> Critic:
    prompt = load_published_prompt("judge-dialogue")
    model = model_for(Purpose.JUDGE, prompt=prompt, reads_json=False)
    return Critic(model, prompt, options["aspects"], options["votes"])


def load_persona_texts() -> Mapping[tuple[str, str], str]:
    languages = list(PERSONA_PROMPTS)
    return {(each.slug, language): each.text(language) for each in Persona.objects.all() for language in languages}

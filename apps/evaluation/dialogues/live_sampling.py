"""Live sampling: the judge scores a share of yesterday's real answers, personal data masked. Off by default."""

import random
from collections.abc import Sequence
from datetime import datetime, timedelta

from asgiref.sync import sync_to_async
from django.db import transaction
from django.utils import timezone

from apps.chat.models import Channel, Turn, TurnState
from apps.chat.privacy.detect_personal_data import mask_personal_data
from apps.database.worker_connections import run_with_connection
from apps.evaluation.dialogues.ask_assistant import (
    ANSWERED_STATES,
    chunk_texts,
    is_answered,
    measure_chat_turn,
    passages_with_texts,
)
from apps.evaluation.dialogues.judge_turn import judge_turn
from apps.evaluation.dialogues.run_dialogues import (
    RunBudget,
    finish_dialogue_run,
    load_dialogue_setup,
    run_lock,
    set_run_state,
)
from apps.evaluation.dialogues.run_items_concurrently import run_parallel
from apps.evaluation.judging.record_model_calls import CallMeter, RecordedCalls
from apps.evaluation.models import Call, Dialogue, DialogueState, DialogueTurn, Run, RunKind, RunState, Sampling
from apps.evaluation.models.runs import DialogueTurnState
from apps.evaluation.planning.create_run import RunOptions
from apps.evaluation.planning.run_configuration import configuration_in_force
from apps.evaluation.statistics.judge_scores import mean
from apps.llm.call_ledger import Ledger


def score_yesterday() -> Run | None:
    """One run for yesterday, if sampling is on and there were answers; a second call the same day goes on with it."""
    sampling = Sampling.current()
    if not sampling.is_on:
        return None
    today = timezone.localtime().replace(hour=0, minute=0, second=0, microsecond=0)
    day = (today - timedelta(days=1)).date().isoformat()
    run = Run.objects.filter(kind=RunKind.SAMPLE, title=day).first()
    if run is None:
        turns = draw_turns(sampling, today, day)
        if not turns:
            return None
        run = create_sample_run(day, turns)
    judge_sample(run)
    return run


def draw_turns(sampling: Sampling, today: datetime, day: str) -> list[Turn]:
    """A reproducible share of the answers people got; those made for measuring are not among them."""
    turns = Turn.objects.filter(
        state__in=[*ANSWERED_STATES, TurnState.DONE_WITHOUT_LLM],
        created_at__gte=today - timedelta(days=1),
        created_at__lt=today,
    ).exclude(conversation__channel__in=[Channel.COMMAND, Channel.REVIEW])
    ids = [turn.pk for turn in turns.only("state", "warnings").order_by("pk") if is_answered(turn)]
    number = min(sampling.most, len(ids), max(1, round(len(ids) * sampling.share))) if ids else 0
    picked = random.Random(day).sample(ids, number)  # noqa: S311 - nothing secret is drawn
    return list(Turn.objects.filter(pk__in=picked).select_related("conversation").prefetch_related("citations"))


@transaction.atomic
def create_sample_run(day: str, turns: Sequence[Turn]) -> Run:
    """Copies of question, answer and passages without personal data; nothing leads back to the conversation.

    A few queries, whatever the number of turns.
    """
    configuration = configuration_in_force()
    run = Run.objects.create(
        kind=RunKind.SAMPLE,
        title=day,
        # Should the worker die, the sweep takes it up again.
        options=RunOptions(turns=1).as_json() | {"background": True},
        configuration=configuration.as_stored,
        fingerprint=configuration.fingerprint,
    )
    texts = chunk_texts(turns)
    questions = [mask_personal_data(turn.query or turn.question) for turn in turns]
    dialogues = Dialogue.objects.bulk_create(
        Dialogue(run=run, number=number, question=question, language=turn.conversation.language, ended_by="turns")
        for number, (turn, question) in enumerate(zip(turns, questions, strict=True), start=1)
    )
    DialogueTurn.objects.bulk_create(
        masked_turn_copy(dialogue, turn, passages_with_texts(turn, texts))
        for dialogue, turn in zip(dialogues, turns, strict=True)
    )
    return run


def masked_turn_copy(dialogue: Dialogue, turn: Turn, passages: list[dict[str, object]]) -> DialogueTurn:
    """The turn as it is judged, not saved: without personal data, with what can be measured without a judge."""
    proofs = [citation.verified for citation in turn.citations.all()]
    return DialogueTurn(
        dialogue=dialogue,
        number=1,
        said=dialogue.question,
        reply=mask_personal_data(turn.answer),
        chat_state=turn.state,
        passages=passages,
        metrics=measure_chat_turn(turn, dialogue.question, passages, proofs, expectation={}).as_json(),
    )


def judge_sample(run: Run) -> None:
    """Judges what is not judged yet. Raises RunIsBusy."""
    with run_lock(run):
        run.refresh_from_db()
        if run.has_ended:
            return
        set_run_state(run, RunState.RUNNING)
        run_with_connection(judge_open_turns(run))
        finish_dialogues(run)
        finish_dialogue_run(run, RunState.FINISHED)


def finish_dialogues(run: Run) -> None:
    """Each dialogue with the score of its one turn, if it has one. Four queries."""
    dialogues = list(run.dialogues.prefetch_related("turns"))
    for dialogue in dialogues:
        scores = [turn.score for turn in dialogue.turns.all() if turn.score is not None]
        dialogue.score, dialogue.state = (mean(scores) if scores else None), DialogueState.DONE
    Dialogue.objects.bulk_update(dialogues, ["score", "state"])
    Call.objects.filter(dialogue__run=run).update(text="")


async def judge_open_turns(run: Run) -> None:
    ledger = Ledger()
    setup = await sync_to_async(load_dialogue_setup)(run, RunBudget(run), ledger)
    turns = await sync_to_async(open_turns)(run)
    meter = CallMeter(ledger)

    async def judge(turn: DialogueTurn) -> None:
        calls = RecordedCalls(turn.dialogue, meter)
        await sync_to_async(calls.load)()
        await judge_turn(setup, turn.dialogue, turn, calls)

    await run_parallel(turns, judge, lambda done, total: None, total=len(turns))
    await sync_to_async(ledger.save)(f"run:{run.pk}")


def open_turns(run: Run) -> list[DialogueTurn]:
    return list(DialogueTurn.objects.filter(dialogue__run=run, state=DialogueTurnState.OPEN).select_related("dialogue"))

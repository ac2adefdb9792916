"""Asks the real assistant one turn: the code path of every channel, with the configuration that is measured."""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from typing import Any

from asgiref.sync import sync_to_async
from django.contrib.auth.models import User
from django.db import transaction

from apps.chat.admission.asked_question import AskedQuestion
from apps.chat.answering.answer_question import stream_turn_events
from apps.chat.models import Channel, Conversation, Turn, TurnState
from apps.chat.turn_state.fallback_notices import is_as_usual
from apps.chat.turn_state.turn_events import TurnDone, TurnFailed
from apps.documents.models import Chunk
from apps.evaluation.judging.record_model_calls import CallPlace
from apps.evaluation.models import Dialogue, DialogueTurn
from apps.evaluation.models.runs import DialogueTurnState
from apps.evaluation.planning.run_configuration import Configuration
from apps.evaluation.statistics.turn_metrics_without_judge import TurnMetrics, measure_turn

ANSWERED_STATES = {TurnState.DONE, TurnState.REFUSED}
TURN_COLUMNS = (
    "answer",
    "state",
    "error",
    "passages",
    "sentences",
    "seconds",
    "input_tokens",
    "output_tokens",
    "conversation_id",
)
"""Columns of the turn of the conversation that are read; the rest of its row is long."""


@dataclass(frozen=True, slots=True)
class Assistant:
    """What is measured, and which documents it may use."""

    configuration: Configuration
    collections: Sequence[str] | None

    async def reply(self, dialogue: Dialogue, number: int, said: str, place: CallPlace) -> DialogueTurn:
        """Asks and stores the turn."""
        ask = AskedQuestion(
            said,
            message_id=message_id(dialogue, number),
            token=dialogue.conversation.token if dialogue.conversation else None,
            channel=Channel.REVIEW,
            language=dialogue.language,
            # Whoever may start measurements can read the database anyway.
            user=User(is_superuser=True),
            collections=self.collections,
        )
        end = await final_event(ask, self.configuration, place)
        return await asyncio.shield(sync_to_async(store_turn)(dialogue, number, said, end))


async def final_event(ask: AskedQuestion, configuration: Configuration, place: CallPlace) -> TurnDone | TurnFailed:
    """How the assistant's turn ended. Calls models; finished calls are recorded in `place`."""
    end: TurnDone | TurnFailed | None = None
    trial = configuration.trial(place.wrap)
    async with aclosing(stream_turn_events(ask, profile=configuration.profile, trial=trial)) as events:
        async for event in events:
            if isinstance(event, TurnDone | TurnFailed):
                end = event
    assert end is not None, "An answer ends with Done or Failed."  # noqa: S101 - promised by answer_question.py
    return end


def message_id(dialogue: Dialogue, number: int) -> str:
    return f"evaluation-{dialogue.pk}-{number}"


def delete_orphaned_turns(dialogue: Dialogue) -> None:
    """Deletes turns of the conversation that a crashed process left behind and the dialogue does not have."""
    kept = DialogueTurn.objects.filter(dialogue=dialogue).values("chat_turn")
    loose = Turn.objects.filter(client_message_id__startswith=f"evaluation-{dialogue.pk}-").exclude(pk__in=kept)
    if dialogue.conversation_id is None:
        # The first turn broke off: the next try begins a conversation of its own.
        Conversation.objects.filter(turns__in=loose).delete()
    else:
        loose.delete()


def store_turn(dialogue: Dialogue, number: int, said: str, end: TurnDone | TurnFailed) -> DialogueTurn:
    """The turn of the dialogue from the turn of the conversation. A few queries, one transaction."""
    if isinstance(end, TurnFailed):
        failed, reason = DialogueTurnState.FAILED, f"{end.code}: {end.message}"
        return DialogueTurn.objects.create(dialogue=dialogue, number=number, said=said, state=failed, reason=reason)
    turn = Turn.objects.select_related("conversation").only(*TURN_COLUMNS, "conversation__token").get(pk=end.turn)
    passages = passages_with_texts(turn, chunk_texts([turn]))
    citations = list(turn.citations.values("number", "document", "external_id", "page", "quote", "verified"))
    expectation = dialogue.expectation if number == 1 else {}
    proofs = [citation["verified"] for citation in citations]
    metrics = measure_chat_turn(turn, said, passages, proofs, expectation)
    is_answer = is_answered(turn)
    with transaction.atomic():
        if dialogue.conversation_id is None:
            dialogue.conversation = turn.conversation
            dialogue.save(update_fields=["conversation"])
        return DialogueTurn.objects.create(
            dialogue=dialogue,
            number=number,
            said=said,
            reply=turn.answer,
            chat_turn=turn.pk,
            chat_state=turn.state,
            passages=passages,
            citations=citations,
            metrics=metrics.as_json() if is_answer else {},
            state=DialogueTurnState.OPEN if is_answer else DialogueTurnState.FAILED,
            reason="" if is_answer else f"{turn.state} {turn.error}".strip(),
        )


def is_answered(turn: Turn) -> bool:
    """Extracts in place of an unproved answer, or places that the built-in model names, are what readers get."""
    without_model = turn.state == TurnState.DONE_WITHOUT_LLM
    return turn.state in ANSWERED_STATES or (without_model and is_as_usual(turn.warnings))


def measure_chat_turn(
    turn: Turn,
    said: str,
    passages: Sequence[dict[str, Any]],
    proofs: Sequence[bool],
    expectation: Mapping[str, Any],
) -> TurnMetrics:
    """The metrics of a turn of the chat. `proofs` has for each citation whether its quote stands on its page.

    `expectation` is that of a case, empty where nobody said what is expected.
    """
    return measure_turn(
        said=said,
        reply=turn.answer,
        refused=turn.refused,
        must_refuse=expectation.get("must_refuse"),
        passages=passages,
        proved=sum(proofs),
        cited=len(proofs),
        levels=[sentence["level"] for sentence in turn.sentences],
        expected=[(name, page) for name, page in expectation.get("expected", [])],
        seconds=float(turn.seconds.get("total", 0.0)),
        tokens=turn.input_tokens + turn.output_tokens,
    )


def chunk_texts(turns: Iterable[Turn]) -> dict[int, str]:
    """The texts of the chunks that answers were made from, by id; those that are gone are missing. One query."""
    chunks = {passage["chunk"] for turn in turns for passage in turn.passages}
    return dict(Chunk.objects.filter(pk__in_array=chunks).values_list("pk", "text"))


def passages_with_texts(turn: Turn, texts: Mapping[int, str]) -> list[dict[str, object]]:
    """The passages the answer was made from, with their texts (chunk_texts)."""
    names = ("chunk", "document", "external_id", "title", "page", "kind", "score")
    return [
        {name: passage.get(name) for name in names} | {"text": texts.get(passage["chunk"], "")}
        for passage in turn.passages
    ]

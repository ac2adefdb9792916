"""Asks the real assistant one turn: the code path of every channel, with the configuration that is measured."""

import asyncio
from collections.abc import Sequence
from contextlib import aclosing
from dataclasses import dataclass

from asgiref.sync import sync_to_async
from django.contrib.auth.models import User
from django.db import transaction

from apps.chat.admission.asked_question import AskedQuestion
from apps.chat.answering.answer_question import answer
from apps.chat.models import Channel, Conversation, Turn, TurnState
from apps.chat.turn_state.fallback_notices import was_unproved
from apps.chat.turn_state.turn_events import TurnDone, TurnFailed
from apps.documents.models import Chunk
from apps.evaluation.judging.call_recorder import CallPlace
from apps.evaluation.models import Dialogue, DialogueTurn
from apps.evaluation.models.runs import DialogueTurnState
from apps.evaluation.planning.run_configuration import Configuration
from apps.evaluation.statistics.turn_metrics import measure_turn

ANSWERED = {TurnState.DONE, TurnState.REFUSED}
NEEDED = (
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
"""Of the turn of the conversation; the rest of its row is long."""


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
        end = await self.end_of(ask, place)
        return await asyncio.shield(sync_to_async(store_turn)(dialogue, number, said, end))

    async def end_of(self, ask: AskedQuestion, place: CallPlace) -> TurnDone | TurnFailed:
        end: TurnDone | TurnFailed | None = None
        trial = self.configuration.trial(place.wrap)
        async with aclosing(answer(ask, profile=self.configuration.profile, trial=trial)) as events:
            async for event in events:
                if isinstance(event, TurnDone | TurnFailed):
                    end = event
        assert end is not None, "An answer ends with Done or Failed."  # noqa: S101 - promised by answer_question.py
        return end


def message_id(dialogue: Dialogue, number: int) -> str:
    return f"evaluation-{dialogue.pk}-{number}"


def forget_loose_turns(dialogue: Dialogue) -> None:
    """Deletes turns of the conversation that a crashed process left behind and the dialogue does not have."""
    kept = DialogueTurn.objects.filter(dialogue=dialogue).values("chat_turn")
    loose = Turn.objects.filter(client_message_id__startswith=f"evaluation-{dialogue.pk}-").exclude(pk__in=kept)
    if dialogue.conversation_id is None:
        # The first turn broke off: the next try begins a conversation of its own.
        Conversation.objects.filter(turns__in=loose).delete()
    else:
        loose.delete()


def store_turn(dialogue: Dialogue, number: int, said: str, end: TurnDone | TurnFailed) -> DialogueTurn:
    """The turn of the dialogue from the turn of the conversation. One transaction."""
    if isinstance(end, TurnFailed):
        return DialogueTurn.objects.create(
            dialogue=dialogue,
            number=number,
            said=said,
            state=DialogueTurnState.FAILED,
            reason=f"{end.code}: {end.message}",
        )
    turn = Turn.objects.select_related("conversation").only(*NEEDED, "conversation__token").get(pk=end.turn)
    # Extracts in place of an unproved answer are what readers get of this model.
    is_answer = turn.state in ANSWERED or was_unproved(turn.warnings)
    passages = passages_of(turn)
    citations = list(turn.citations.values("number", "document", "external_id", "page", "quote", "verified"))
    expectation = dialogue.expectation if number == 1 else {}
    metrics = measure_turn(
        said=said,
        reply=turn.answer,
        refused=turn.refused,
        must_refuse=expectation.get("must_refuse"),
        passages=passages,
        proved=sum(citation["verified"] for citation in citations),
        cited=len(citations),
        levels=[sentence["level"] for sentence in turn.sentences],
        expected=[(name, page) for name, page in expectation.get("expected", [])],
        seconds=float(turn.seconds.get("total", 0.0)),
        tokens=turn.input_tokens + turn.output_tokens,
    )
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
            metrics=metrics.as_json(),
            state=DialogueTurnState.OPEN if is_answer else DialogueTurnState.FAILED,
            reason="" if is_answer else f"{turn.state} {turn.error}".strip(),
        )


def passages_of(turn: Turn) -> list[dict[str, object]]:
    """The passages the answer was made from, with their texts. One query."""
    texts = dict(Chunk.objects.filter(pk__in=[p["chunk"] for p in turn.passages]).values_list("pk", "text"))
    names = ("chunk", "document", "external_id", "title", "page", "kind", "score")
    return [
        {name: passage.get(name) for name in names} | {"text": texts.get(passage["chunk"], "")}
        for passage in turn.passages
    ]

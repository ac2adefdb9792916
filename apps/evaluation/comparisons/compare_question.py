"""Compares two variants on one question: both answers, the judge's ballots in both orders, the winner."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from asgiref.sync import sync_to_async
from django.contrib.auth.models import User
from django.db import transaction

from apps.chat.admission.asked_question import AskedQuestion
from apps.chat.models import Channel, Turn
from apps.chat.models.share_links import document_ids_behind
from apps.chat.turn_state.fallback_notices import is_as_usual
from apps.chat.turn_state.turn_events import TurnFailed
from apps.evaluation.comparisons.pairwise_judgements import (
    ReadableBallot,
    UnreadableBallot,
    decide_all_criteria,
    parse_reasons,
    parse_winners,
    starts_with_a,
)
from apps.evaluation.dialogues.ask_assistant import final_event
from apps.evaluation.judging.ask_judge import LANGUAGE_NAMES, TEMPERATURE
from apps.evaluation.judging.record_model_calls import CallPlace, RecordedCalls, is_stand_in
from apps.evaluation.models import Ballot as BallotRow
from apps.evaluation.models import Comparison
from apps.evaluation.models.runs import DialogueTurnState
from apps.evaluation.planning.run_configuration import Configuration
from apps.llm.errors import ModelError
from apps.llm.prompt_definitions.evaluation import comparison_schema
from apps.llm.prompts.fill_published_prompt import PublishedPrompt
from apps.llm.types import LanguageModel
from apps.text.strip_unstorable_characters import strip_unstorable


@dataclass(frozen=True, slots=True)
class ComparisonSetup:
    """What all comparisons of a run share."""

    a: Configuration
    b: Configuration
    collections: Sequence[str] | None
    judge: LanguageModel
    prompt: PublishedPrompt
    repeats: int
    criteria: Mapping[str, str]


async def compare_question(setup: ComparisonSetup, comparison: Comparison, calls: RecordedCalls) -> None:
    """Both answers, then the ballots; a comparison whose answers failed has none."""
    await sync_to_async(calls.load)()
    if not comparison.answers_ready:
        a, b = await asyncio.gather(
            ask_variant(setup.a, setup, comparison, CallPlace(calls, "a")),
            ask_variant(setup.b, setup, comparison, CallPlace(calls, "b")),
        )
        comparison.answer_a, comparison.answer_b = a.answer, b.answer
        comparison.failed = a.failed or b.failed
        comparison.documents = [{"document": key} for key in sorted(a.documents | b.documents)]
        comparison.answers_ready = True
    ballots: list[BallotRow] = []
    if comparison.failed:
        comparison.results = {}
    elif comparison.answer_a.strip() == comparison.answer_b.strip():
        # Nobody needs to be paid to say that they are the same.
        comparison.results = dict.fromkeys(setup.criteria, "tie")
    else:
        places = [CallPlace(calls, f"ballot {number}") for number in range(setup.repeats)]
        ballots = await asyncio.gather(*(ask_for_ballot(setup, comparison, n, place) for n, place in enumerate(places)))
    await asyncio.shield(sync_to_async(store_comparison)(comparison, ballots, list(setup.criteria)))


@dataclass(frozen=True, slots=True)
class VariantAnswer:
    """What one variant answered; `failed` is the code or the state it ended with instead, empty for an answer.

    `documents` are the keys of those that it had before it.
    """

    answer: str
    failed: str = ""
    documents: frozenset[int] = frozenset()


async def ask_variant(
    configuration: Configuration, setup: ComparisonSetup, comparison: Comparison, place: CallPlace
) -> VariantAnswer:
    """Asks the assistant as every channel does, with the configuration of the variant."""
    ask = AskedQuestion(
        comparison.question,
        channel=Channel.REVIEW,
        language=comparison.language,
        user=User(is_superuser=True),
        collections=setup.collections,
    )
    end = await final_event(ask, configuration, place)
    if isinstance(end, TurnFailed):
        return VariantAnswer("", failed=end.code)
    is_answer = end.state in ("done", "refused") or (end.state == "done_without_llm" and is_as_usual(end.warnings))
    if not is_answer:
        return VariantAnswer("", failed=end.state)
    return VariantAnswer(end.answer, documents=await sync_to_async(documents_of_turn)(end.turn))


def documents_of_turn(turn: str) -> frozenset[int]:
    """One query."""
    return frozenset(document_ids_behind(Turn.objects.only("passages", "nearest", "warnings").filter(pk=turn)))


async def ask_for_ballot(setup: ComparisonSetup, comparison: Comparison, number: int, place: CallPlace) -> BallotRow:
    """One reply of the judge, not stored yet. A failed call and an unreadable reply become states of the ballot."""
    a_first = starts_with_a(number)
    first, second = comparison.answer_a, comparison.answer_b
    if not a_first:
        first, second = second, first
    messages = setup.prompt.messages(
        question=comparison.question,
        answer_one=first,
        answer_two=second,
        criteria="\n".join(f"- {name}: {meaning}" for name, meaning in setup.criteria.items()),
        language=LANGUAGE_NAMES.get(comparison.language, comparison.language),
    )
    made = BallotRow(comparison=comparison, repetition=number, a_first=a_first, state=DialogueTurnState.FAILED)
    model = place.wrap("compare", setup.judge)
    try:
        completion = await model.complete(
            messages, temperature=TEMPERATURE, schema=comparison_schema(tuple(setup.criteria))
        )
    except ModelError as error:
        made.reason = error.code
        return made
    made.raw = strip_unstorable(completion.text)
    if is_stand_in(model, completion):
        made.reason = "stand_in"
        return made
    fill_ballot_from_reply(made, completion.text, list(setup.criteria))
    return made


def fill_ballot_from_reply(made: BallotRow, reply: str, criteria: Sequence[str]) -> None:
    """Sets winners, state and reason of the row, which is not stored."""
    try:
        made.winners = dict(parse_winners(reply, criteria, a_first=made.a_first))
        made.state, made.reason = DialogueTurnState.SCORED, parse_reasons(reply)
    except UnreadableBallot as error:
        made.state, made.reason = DialogueTurnState.UNPARSABLE, str(error)


def store_comparison(comparison: Comparison, rows: Sequence[BallotRow], criteria: Sequence[str]) -> None:
    """The comparison with its ballots, in place of those of an earlier attempt. One transaction.

    Replies as they came are not kept beside them.
    """
    read = [ReadableBallot(row.a_first, row.winners) for row in rows if row.state == DialogueTurnState.SCORED]
    if rows:
        comparison.results, comparison.orders_disagree = decide_all_criteria(read, criteria)
    comparison.is_done = True
    with transaction.atomic():
        comparison.ballots.all().delete()
        BallotRow.objects.bulk_create(rows)
        comparison.save()
        comparison.calls.update(text="")

"""Votes on the aspects of a dialogue: a critic model answers yes or no an odd number of times, the majority counts."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from apps.evaluation.dialogues.dialogue_setup import Critic
from apps.evaluation.judging.ask_judge import LANGUAGE_NAMES, TEMPERATURE
from apps.evaluation.judging.record_model_calls import CallPlace, RecordedCalls, is_stand_in
from apps.evaluation.models import Dialogue, DialogueTurn
from apps.evaluation.models.runs import DialogueTurnState
from apps.evaluation.statistics.majority_vote import UnreadableVote, majority_of, odd_number, parse_vote
from apps.llm.errors import ModelError
from apps.llm.prompt_definitions.evaluation import ASPECT_SCHEMA
from apps.llm.prompts.delimit_quoted_text import render_conversation
from apps.llm.types import LanguageModel, Message


@dataclass(frozen=True, slots=True)
class AspectVote:
    """One reply of the critic. `holds` is None unless it could be read; `reason` may be what went wrong."""

    state: DialogueTurnState
    holds: bool | None = None
    reason: str = ""


async def critique_dialogue(
    critic: Critic, dialogue: Dialogue, turns: Sequence[DialogueTurn], calls: RecordedCalls
) -> list[dict[str, object]]:
    """The verdict on each aspect, in the order of the aspects; a dialogue without a reply is skipped.

    A model that fails or cannot be read is a state, never a yes or a no. Calls that were made before are not repeated.
    """
    said = [(turn.said, turn.reply) for turn in turns if turn.reply]
    if not said:
        return [aspect_verdict(aspect, []) for aspect in critic.aspects]
    model = CallPlace(calls, "critic").wrap("judge", critic.model)
    language = LANGUAGE_NAMES.get(dialogue.language, dialogue.language)
    messages = [
        critic.prompt.messages(history=render_conversation(said), aspect=aspect, language=language)
        for aspect in critic.aspects
    ]
    voted = await asyncio.gather(*(collect_votes(model, each, critic.votes) for each in messages))
    return [aspect_verdict(aspect, votes) for aspect, votes in zip(critic.aspects, voted, strict=True)]


async def collect_votes(model: LanguageModel, messages: Sequence[Message], number: int) -> list[AspectVote]:
    return list(await asyncio.gather(*(vote_once(model, messages) for _ in range(odd_number(number)))))


async def vote_once(model: LanguageModel, messages: Sequence[Message]) -> AspectVote:
    """One call, never repeated because of what it said."""
    try:
        completion = await model.complete(messages, temperature=TEMPERATURE, schema=ASPECT_SCHEMA)
    except ModelError as error:
        return AspectVote(DialogueTurnState.FAILED, reason=error.code)
    if is_stand_in(model, completion):
        return AspectVote(DialogueTurnState.FAILED, reason="stand_in")
    try:
        return AspectVote(DialogueTurnState.SCORED, *parse_vote(completion.text))
    except UnreadableVote as error:
        return AspectVote(DialogueTurnState.UNPARSABLE, reason=str(error))


def aspect_verdict(aspect: str, votes: Sequence[AspectVote]) -> dict[str, object]:
    """`holds` is None where there is no majority; the reason is that of a vote that the majority shares."""
    holds = majority_of([vote.holds for vote in votes])
    return {
        "aspect": aspect,
        "state": aspect_verdict_state(votes, holds).value,
        "holds": holds,
        "votes": [vote.holds for vote in votes],
        "reason": next((vote.reason for vote in votes if vote.holds is holds and vote.reason), ""),
    }


def aspect_verdict_state(votes: Sequence[AspectVote], holds: bool | None) -> DialogueTurnState:
    if holds is not None:
        return DialogueTurnState.SCORED
    if not votes:
        return DialogueTurnState.SKIPPED
    failed = all(vote.state == DialogueTurnState.FAILED for vote in votes)
    return DialogueTurnState.FAILED if failed else DialogueTurnState.UNPARSABLE

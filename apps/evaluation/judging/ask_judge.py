"""Asks the judge about one reply, with the question and the passages of its turn, and reads the verdict."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from apps.evaluation.judging.record_model_calls import is_stand_in
from apps.evaluation.models.runs import DialogueTurnState
from apps.evaluation.statistics.parse_verdict import Marks, UnreadableVerdict, parse_marks
from apps.llm.errors import ModelError
from apps.llm.prompt_definitions.evaluation import JUDGE_SCHEMA
from apps.llm.prompts.delimit_quoted_text import render_source_block
from apps.llm.prompts.fill_published_prompt import PublishedPrompt
from apps.llm.types import LanguageModel
from apps.text.estimate_tokens import estimate_tokens

TEMPERATURE = 0.2
PASSAGE_SEPARATOR = "\n---\n"
NO_SOURCES = "(Der Auskunft lagen keine Quellen vor.)"
RESERVED_TOKENS = 3_500
"""Tokens of prompt, question, answer and verdict; the passages get what is left."""
LANGUAGE_NAMES = {"de": "Deutsch", "en": "Englisch", "ja": "Japanisch"}


@dataclass(frozen=True, slots=True)
class Judgement:
    """One reply of the judge. `marks` only when it was scored; `error` only when the call failed."""

    state: DialogueTurnState
    marks: Marks | None = None
    raw: str = ""
    model: str = ""
    error: str = ""


async def judge_reply(
    model: LanguageModel,
    prompt: PublishedPrompt,
    *,
    question: str,
    answer: str,
    passages: Sequence[dict[str, Any]],
    reference: str = "",
    language: str = "de",
) -> Judgement:
    """One call, never repeated because of what it said: an unreadable reply is a result, too."""
    messages = prompt.messages(
        context=judge_context(passages, model.context_window - RESERVED_TOKENS - estimate_tokens(answer)),
        question=question,
        answer=answer,
        reference=reference,
        language=LANGUAGE_NAMES.get(language, language),
    )
    try:
        completion = await model.complete(messages, temperature=TEMPERATURE, schema=JUDGE_SCHEMA)
    except ModelError as error:
        return Judgement(DialogueTurnState.FAILED, error=error.code)
    if is_stand_in(model, completion):
        return Judgement(DialogueTurnState.FAILED, raw=completion.text, model=completion.model, error="stand_in")
    try:
        return Judgement(DialogueTurnState.SCORED, parse_marks(completion.text), completion.text, completion.model)
    except UnreadableVerdict as error:
        return Judgement(DialogueTurnState.UNPARSABLE, None, completion.text, completion.model, str(error))


def judge_context(passages: Sequence[dict[str, Any]], room: int) -> str:
    """The passages as the answer saw them, with a line between; as many as fit `room` tokens, the first ones first."""
    framed: list[str] = []
    for number, passage in enumerate(passages, start=1):
        text = render_source_block(number, passage["text"], title=passage["title"], page=passage["page"])
        room -= estimate_tokens(text)
        if framed and room < 0:
            break
        framed.append(text)
    return PASSAGE_SEPARATOR.join(framed) or NO_SOURCES

"""Rewrites follow-ups of a question file to stand alone before they are searched, as the chat does."""

from collections.abc import Sequence
from contextlib import suppress

from apps.chat.question_search.rephrase_question import searchable_line
from apps.evaluation.planning.question_files import RankedQuestion
from apps.llm.call_ledger import Ledger
from apps.llm.errors import ModelError
from apps.llm.model_registry import language_model
from apps.llm.models import Purpose
from apps.llm.prompts.delimit_quoted_text import conversation
from apps.llm.prompts.prompt_store import published
from apps.llm.prompts.published_prompt import PublishedPrompt
from apps.llm.types import LanguageModel

LANGUAGE = "Deutsch"
SILENT = "…"
"""What stands for the answers before, which a file of questions does not hold."""


def rewriter(ledger: Ledger, *, in_house: bool) -> tuple[PublishedPrompt, LanguageModel]:
    """Reads the database."""
    prompt = published("rephrase")
    return prompt, language_model(Purpose.REPHRASE, ledger=ledger, in_house=in_house, prompt=prompt)


async def queries(questions: Sequence[RankedQuestion], prompt: PublishedPrompt, model: LanguageModel) -> list[str]:
    """What is searched with, in the order of the questions; one model call for each follow-up, none for others.

    A follow-up whose model fails is searched as it stands, as in the chat.
    """
    return [await query(question, prompt, model) if question.previous else question.text for question in questions]


async def query(question: RankedQuestion, prompt: PublishedPrompt, model: LanguageModel) -> str:
    history = conversation([(earlier, SILENT) for earlier in question.previous])
    with suppress(ModelError):
        completion = await model.complete(prompt.messages(history=history, question=question.text, language=LANGUAGE))
        return searchable_line(completion.text) or question.text
    return question.text

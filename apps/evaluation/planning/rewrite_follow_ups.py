"""Rewrites follow-ups of a question file to stand alone before they are searched, as the chat does."""

from collections.abc import Sequence
from contextlib import suppress

from apps.chat.question_search.rephrase_question import searchable_line
from apps.evaluation.planning.question_files import RankedQuestion
from apps.llm.call_ledger import Ledger
from apps.llm.errors import ModelError
from apps.llm.model_registry import build_language_model
from apps.llm.models import Purpose
from apps.llm.prompts.delimit_quoted_text import render_conversation
from apps.llm.prompts.fill_published_prompt import PublishedPrompt
from apps.llm.prompts.prompt_store import load_published_prompt
from apps.llm.types import LanguageModel

LANGUAGE = "Deutsch"
MISSING_ANSWER = "…"
"""What stands for the answers before, which a file of questions does not hold."""


def load_rewriter(ledger: Ledger, *, in_house: bool) -> tuple[PublishedPrompt, LanguageModel]:
    """Reads the database."""
    prompt = load_published_prompt("rephrase")
    return prompt, build_language_model(Purpose.REPHRASE, ledger=ledger, in_house=in_house, prompt=prompt)


async def rewrite_questions(
    questions: Sequence[RankedQuestion], prompt: PublishedPrompt, model: LanguageModel
) -> list[str]:
    """What is searched with, in the order of the questions; one model call for each follow-up, none for others.

    A follow-up whose model fails is searched as it stands, as in the chat.
    """
    return [
        await rewrite_question(question, prompt, model) if question.previous else question.text
        for question in questions
    ]


async def rewrite_question(question: RankedQuestion, prompt: PublishedPrompt, model: LanguageModel) -> str:
    history = render_conversation([(earlier, MISSING_ANSWER) for earlier in question.previous])
    with suppress(ModelError):
        completion = await model.complete(prompt.messages(history=history, question=question.text, language=LANGUAGE))
        return searchable_line(completion.text) or question.text
    return question.text

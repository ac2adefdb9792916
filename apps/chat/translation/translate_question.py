"""Translates a question into the documents' language, so that keywords find what only vectors would."""

import asyncio
from collections.abc import Collection
from dataclasses import dataclass

from apps.chat.translation.language_names_in_german import language_name
from apps.llm.errors import ModelError
from apps.llm.prompts.fill_published_prompt import PublishedPrompt
from apps.llm.semantic_embedding.detect_foreign_question_language import find_foreign_language
from apps.llm.types import LanguageModel

PROMPT = "translate-question"
PATIENCE = 8.0
"""Seconds. The search goes on without the translation: vectors of meaning read the question as it is."""
LONGEST = 500


@dataclass(frozen=True, slots=True)
class QuestionTranslator:
    prompt: PublishedPrompt
    model: LanguageModel

    async def translated(self, question: str, languages: Collection[str]) -> str:
        """The question in the first of the documents' languages. Calls the model for foreign questions only.

        Empty when the question is in one of these languages, when nobody here can tell, and when the model fails.
        """
        if not languages or not await find_foreign_language(question, languages):
            return ""
        target = "de" if "de" in languages else min(languages)
        messages = self.prompt.messages(question=question, language=language_name(target))
        try:
            async with asyncio.timeout(PATIENCE):
                completion = await self.model.complete(messages)
        except (ModelError, TimeoutError):
            return ""
        return parse_translated_question(completion.text, question)


def parse_translated_question(reply: str, question: str) -> str:
    """The reply's only line; empty when there are more, when it is none, or says the question as it was."""
    lines = [line.strip(" \"'„“”«»") for line in reply.splitlines() if line.strip()]
    return lines[0] if len(lines) == 1 and len(lines[0]) <= LONGEST and lines[0] != question.strip() else ""

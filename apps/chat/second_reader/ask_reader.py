"""Asks the second reader one question: the sentence and its quotes, and nothing else of the answer."""

from collections.abc import Sequence

from apps.chat.second_reader.parse_reading import parse_reading
from apps.llm.prompt_definitions.chat import READING_SCHEMA
from apps.llm.prompts.fill_published_prompt import PublishedPrompt
from apps.llm.types import LanguageModel

BETWEEN = "\n\n"


async def ask_second_reader(
    model: LanguageModel, prompt: PublishedPrompt, claim: str, quotes: Sequence[str]
) -> tuple[str, str]:
    """Verdict and deciding words. One call, never repeated because of what it said.

    Raises ModelError, UnreadableReading.
    """
    messages = prompt.messages(statement=claim, quote=BETWEEN.join(quotes))
    completion = await model.complete(messages, schema=READING_SCHEMA)
    return parse_reading(completion.text, quotes)

"""Detects a question in a language that none of the searched collections is written in."""

from django.conf import settings

from apps.llm.model_registry import compares_meaning
from apps.llm.models import EmbeddingModel
from apps.llm.semantic_embedding.detect_foreign_question_language import (
    find_foreign_language,
    guess_language_without_model,
)
from apps.retrieval.query.types import Query, RetrievalResult


async def language_if_foreign(text: str, query: Query) -> str:
    """Returns the language of a text that is certainly not in one of the collections'; may ask the model's process."""
    if query.understands or settings.MEANING:
        return await find_foreign_language(text, query.languages)
    return guess_language_without_model(text, query.languages)


async def is_language_of_documents(language: str, query: Query, found: RetrievalResult) -> bool:
    """Whether the best passage is in that language although its collection does not say so."""
    return bool(found.passages) and await language_if_foreign(found.passages[0].text, query) == language


def is_semantic_takeover_pending() -> bool:
    """Whether vectors of another model, which compares what is meant, fill in at the moment. One query."""
    row = EmbeddingModel.objects.filter(takes_over=True).first()
    return row is not None and compares_meaning(row)

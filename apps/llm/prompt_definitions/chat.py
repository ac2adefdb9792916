"""Prompts of a conversation: rephrasing the question, ordering passages, answering, checking each sentence."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from apps.llm.prompt_definitions.definition import PromptDefinition

READING_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "words": {"type": "string"},
        "verdict": {"type": "string", "enum": ["supported", "contradicted", "not_said"]},
    },
    "required": ["words", "verdict"],
    "additionalProperties": False,
}
"""The form of a second reader's reply: the deciding words come before the verdict."""
DEFINITIONS = (
    PromptDefinition("answer", _("Answer to a question"), ("context", "question"), ("history", "language")),
    PromptDefinition(
        "answer-numbers",
        _("Answer to a question, with numbers of sentences in place of quotes"),
        ("context", "question"),
        ("history", "language"),
    ),
    PromptDefinition("second-reader", _("Check a sentence against its quote (German)"), ("statement", "quote"), ()),
    PromptDefinition("second-reader-en", _("Check a sentence against its quote (English)"), ("statement", "quote"), ()),
    PromptDefinition("rerank", _("Order passages by the question"), ("text", "question"), ()),
    PromptDefinition("rephrase", _("Make a follow-up a complete question"), ("history", "question"), ("language",)),
    PromptDefinition(
        "improve-question", _("Put a question into the words of documents"), ("question",), ("history", "language")
    ),
    PromptDefinition(
        "translate-question", _("Put a question into the language of the documents"), ("question", "language"), ()
    ),
)

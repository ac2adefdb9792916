"""Prompts of a conversation."""

from typing import Any

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
    PromptDefinition("answer", "Antwort auf eine Frage", ("context", "question"), ("history", "language")),
    PromptDefinition("second-reader", "Einen Satz gegen sein Zitat prüfen (deutsch)", ("statement", "quote"), ()),
    PromptDefinition("second-reader-en", "Einen Satz gegen sein Zitat prüfen (englisch)", ("statement", "quote"), ()),
    PromptDefinition("rerank", "Fundstellen nach der Frage ordnen", ("text", "question"), ()),
    PromptDefinition(
        "rephrase", "Nachfrage in eine vollständige Frage umformen", ("history", "question"), ("language",)
    ),
    PromptDefinition(
        "translate-question", "Frage in die Sprache der Dokumente übertragen", ("question", "language"), ()
    ),
)

"""Prompts of a conversation."""

from apps.llm.prompts.definitions.definition import PromptDefinition

DEFINITIONS = (
    PromptDefinition("answer", "Antwort auf eine Frage", ("context", "question"), ("history", "language")),
    PromptDefinition("rerank", "Fundstellen nach der Frage ordnen", ("text", "question"), ()),
    PromptDefinition(
        "rephrase", "Nachfrage in eine vollständige Frage umformen", ("history", "question"), ("language",)
    ),
)

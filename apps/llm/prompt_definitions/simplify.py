"""Prompts that rewrite in plain language."""

from apps.llm.prompt_definitions.definition import PromptDefinition

DEFINITIONS: tuple[PromptDefinition, ...] = (
    PromptDefinition(
        "simplify",
        "Amtlichen Text in einfache Sprache umschreiben",
        ("text",),
        ("protected_words", "text_type", "draft", "instruction"),
    ),
    PromptDefinition(
        "simplify-english",
        "Rewrite an official text in plain English",
        ("text",),
        ("protected_words", "text_type", "draft", "instruction"),
    ),
    PromptDefinition(
        "simplify-repair",
        "Umgeschriebenen Satz berichtigen, der etwas verloren oder verändert hat",
        ("text", "draft", "violations"),
        ("protected_words", "text_type"),
    ),
    PromptDefinition(
        "simplify-repair-english",
        "Correct a rewritten English sentence that lost or changed something",
        ("text", "draft", "violations"),
        ("protected_words", "text_type"),
    ),
)

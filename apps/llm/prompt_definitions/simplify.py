"""Prompts that rewrite in plain language."""

from django.utils.translation import gettext_lazy as _

from apps.llm.prompt_definitions.definition import PromptDefinition

DEFINITIONS: tuple[PromptDefinition, ...] = (
    PromptDefinition(
        "simplify",
        _("Rewrite an official text in plain German"),
        ("text",),
        ("protected_words", "text_type", "draft", "instruction"),
    ),
    PromptDefinition(
        "simplify-english",
        _("Rewrite an official text in plain English"),
        ("text",),
        ("protected_words", "text_type", "draft", "instruction"),
    ),
    PromptDefinition(
        "simplify-repair",
        _("Correct a rewritten sentence that lost or changed something"),
        ("text", "draft", "violations"),
        ("protected_words", "text_type"),
    ),
    PromptDefinition(
        "simplify-repair-english",
        _("Correct a rewritten English sentence that lost or changed something"),
        ("text", "draft", "violations"),
        ("protected_words", "text_type"),
    ),
)

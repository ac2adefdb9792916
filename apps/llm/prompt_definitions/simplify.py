"""Prompts that rewrite in plain language."""

from apps.llm.prompt_definitions.definition import PromptDefinition

DEFINITIONS: tuple[PromptDefinition, ...] = ()

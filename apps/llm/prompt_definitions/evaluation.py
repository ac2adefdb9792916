"""Prompts of personas, judges and comparisons."""

from apps.llm.prompt_definitions.definition import PromptDefinition

DEFINITIONS: tuple[PromptDefinition, ...] = ()

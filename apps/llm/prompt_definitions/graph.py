"""Prompts that build and search the knowledge graph."""

from apps.llm.prompt_definitions.definition import PromptDefinition

DEFINITIONS: tuple[PromptDefinition, ...] = ()

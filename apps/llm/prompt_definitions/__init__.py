"""The prompts the code asks for, one file for each part of the product.

Editors change wordings in the admin; a shipped wording that changes becomes a new version (prompt_store.py).

May import from this app: its root.
"""

from apps.llm.prompt_definitions import chat, documents, evaluation, graph, simplify
from apps.llm.prompt_definitions.definition import PromptDefinition

__all__ = ["PROMPTS", "PromptDefinition"]

PROMPTS: dict[str, PromptDefinition] = {
    definition.slug: definition
    for part in (chat, documents, simplify, graph, evaluation)
    for definition in part.DEFINITIONS
}

"""Prompts of the pipeline."""

from typing import Any

from apps.llm.prompt_definitions.definition import PromptDefinition

TAGS_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"tags": {"type": "array", "items": {"type": "string"}, "minItems": 1, "maxItems": 10}},
    "required": ["tags"],
    "additionalProperties": False,
}
"""What prompt `tag` asks for. A reply that is a bare array is accepted too (json_output.py)."""

DEFINITIONS = (
    PromptDefinition("summarise", "Dokument oder Teil davon zusammenfassen", ("text",), ("title", "language")),
    PromptDefinition("summarise-parts", "Zusammenfassungen der Teile verbinden", ("text",), ("title", "language")),
    PromptDefinition("tag", "Schlagwörter vergeben", ("text",), ("title", "language")),
)

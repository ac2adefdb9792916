"""Definitions of the prompts of the document pipeline: summary, tags."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from apps.llm.prompt_definitions.definition import PromptDefinition

TAGS_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"tags": {"type": "array", "items": {"type": "string"}, "minItems": 1, "maxItems": 10}},
    "required": ["tags"],
    "additionalProperties": False,
}
"""What prompt `tag` asks for. A reply that is a bare array is accepted too (parse_json_output.py)."""

DEFINITIONS = (
    PromptDefinition("summarise", _("Summarise a document or a part of it"), ("text",), ("title", "language")),
    PromptDefinition("summarise-parts", _("Join summaries of parts"), ("text",), ("title", "language")),
    PromptDefinition("tag", _("Give keywords"), ("text",), ("title", "language")),
)

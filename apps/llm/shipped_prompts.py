"""The prompts the code asks for: their variables, and the wordings as shipped (wordings/*.md).

Editors change wordings in the admin; a shipped wording that changes becomes a new version (prompts.py).
"""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

WORDINGS = Path(__file__).parent / "wordings"

TAGS_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"tags": {"type": "array", "items": {"type": "string"}, "minItems": 1, "maxItems": 10}},
    "required": ["tags"],
    "additionalProperties": False,
}
"""What prompt `tag` asks for. A reply that is a bare array is accepted too (json_output.py)."""


@dataclass(frozen=True)
class PromptDefinition:
    """A prompt with the variables the code fills in: required ones must stand in every wording."""

    slug: str
    title: str
    required: tuple[str, ...]
    optional: tuple[str, ...]

    @property
    def variables(self) -> tuple[str, ...]:
        return self.required + self.optional

    @cached_property
    def system(self) -> str:
        """The shipped system message."""
        return self._wording("system")

    @cached_property
    def user(self) -> str:
        """The shipped user message."""
        return self._wording("user")

    def _wording(self, role: str) -> str:
        return (WORDINGS / f"{self.slug}.{role}.md").read_text(encoding="utf-8").strip()


PROMPTS: dict[str, PromptDefinition] = {
    definition.slug: definition
    for definition in (
        PromptDefinition("answer", "Antwort auf eine Frage", ("context", "question"), ("history", "language")),
        PromptDefinition(
            "rephrase", "Nachfrage in eine vollständige Frage umformen", ("history", "question"), ("language",)
        ),
        PromptDefinition("summarise", "Dokument oder Teil davon zusammenfassen", ("text",), ("title", "language")),
        PromptDefinition("summarise-parts", "Zusammenfassungen der Teile verbinden", ("text",), ("title", "language")),
        PromptDefinition("tag", "Schlagwörter vergeben", ("text",), ("title", "language")),
    )
}

"""The definition of a prompt: its name, its variables, and the wording as shipped (wordings/*.md)."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from django.utils.functional import Promise

WORDINGS = Path(__file__).parent.parent / "prompts" / "wordings"


@dataclass(frozen=True)
class PromptDefinition:
    """A prompt with the variables the code fills in: required ones must stand in every wording."""

    slug: str
    title: Promise
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

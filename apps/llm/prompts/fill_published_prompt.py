"""A prompt as calls use it: the wording in force, filled with values in a single pass."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from apps.llm.errors import PromptError
from apps.llm.prompt_definitions import PromptDefinition
from apps.llm.prompt_definitions.validate_prompt import PLACEHOLDER, format_placeholders, prompt_definition
from apps.llm.prompts.delimit_quoted_text import render_block
from apps.llm.types import Message, MessagesByModel

BLOCK_OF_VARIABLE: Mapping[str, str] = {
    "question": "frage", "history": "verlauf", "text": "text", "answer": "antwort", "answer_one": "antwort_1",
    "answer_two": "antwort_2", "reference": "referenz", "statements": "aussagen", "task": "aufgabe",
    "notes": "notizen", "protected_words": "schutz", "draft": "entwurf", "instruction": "auftrag",
    "violations": "fehler", "statement": "aussage", "quote": "zitat", "aspect": "massstab",
}  # fmt: skip
"""These values come from outside and are put into a block, which they cannot close. `context` is framed already."""


@dataclass(frozen=True, slots=True)
class PublishedPrompt:
    """The wording in force, ready to be filled."""

    slug: str
    number: int
    system: str
    user: str
    by_model: tuple[tuple[str, "PublishedPrompt"], ...] = ()
    """Models with a wording of their own, by the name that their server gives them."""

    @classmethod
    def from_facts(cls, facts: Mapping[str, Any]) -> "PublishedPrompt":
        """Rebuilds what `dataclasses.asdict` made of one, also by way of JSON."""
        by_model = tuple((model, cls.from_facts(own)) for model, own in facts.get("by_model", ()))
        return cls(**{**facts, "by_model": by_model})

    def for_model(self, name: str) -> "PublishedPrompt":
        """The wording that the model of that name is sent: its own, or this one."""
        return next((own for model, own in self.by_model if model == name), self)

    @property
    def label(self) -> str:
        """What answers and the ledger store, such as "answer/3"."""
        return f"{self.slug}/{self.number}"

    def messages(self, **values: str) -> list[Message]:
        """The system and the user message with the values filled in.

        `context` is expected framed (framing.frame); question, history and text are framed here.
        Models with a wording of their own are sent that (MessagesByModel).
        Raises PromptError for a required variable without a value and for an unknown one.
        """
        definition = prompt_definition(self.slug)
        filled = frame_values_in_blocks(complete_values(definition, values))
        if not self.by_model:
            return self._filled(filled)
        return MessagesByModel(self._filled(filled), lambda name: self.for_model(name)._filled(filled))

    def _filled(self, values: Mapping[str, str]) -> list[Message]:
        messages = [
            Message("system", fill_placeholders(self.system, values)),
            Message("user", fill_placeholders(self.user, values)),
        ]
        return [message for message in messages if message.text]


def complete_values(definition: PromptDefinition, values: Mapping[str, str]) -> dict[str, str]:
    """All variables of the prompt with their values, optional ones empty. Raises PromptError."""
    missing = [name for name in definition.required if name not in values]
    if missing:
        raise PromptError(f"Prompt '{definition.slug}' was given no value for {format_placeholders(missing)}.")
    unknown = [name for name in values if name not in definition.variables]
    if unknown:
        raise PromptError(f"Prompt '{definition.slug}' has no variable {format_placeholders(unknown)}.")
    return {name: values.get(name, "") for name in definition.variables}


def frame_values_in_blocks(values: Mapping[str, str]) -> dict[str, str]:
    return {
        name: render_block(BLOCK_OF_VARIABLE[name], value) if name in BLOCK_OF_VARIABLE else value
        for name, value in values.items()
    }


def fill_placeholders(text: str, values: Mapping[str, str]) -> str:
    """One pass: braces in values and JSON in the prompt stay as they are. A line that has only empty values goes."""
    lines = [
        PLACEHOLDER.sub(lambda found: values.get(found[1], found[0]), line) if "{" in line else line
        for line in text.splitlines()
        if not has_only_empty_values(line, values)
    ]
    return "\n".join(lines).strip()


def has_only_empty_values(line: str, values: Mapping[str, str]) -> bool:
    # Most lines have no placeholder, and an import fills thousands of prompts.
    names = PLACEHOLDER.findall(line) if "{" in line else []
    return bool(names) and not any(values.get(name, name) for name in names)

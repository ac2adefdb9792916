"""Prompts: declared variables, one published version each, filled in a single pass."""

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from apps.llm.errors import PromptError
from apps.llm.framing import block
from apps.llm.models import Prompt, PromptVersion
from apps.llm.prompt_definitions import PROMPTS, PromptDefinition
from apps.llm.publishing import PublicationHeld
from apps.llm.remembering import remembered
from apps.llm.trying import current_trial
from apps.llm.types import Message

__all__ = ["PROMPTS", "PromptDefinition", "PublishedPrompt", "install_shipped_prompts", "publish", "published"]

PLACEHOLDER = re.compile(r"\{([a-z_]+)\}")

BLOCK_OF_VARIABLE: Mapping[str, str] = {
    "question": "frage", "history": "verlauf", "text": "text", "answer": "antwort", "answer_one": "antwort_1",
    "answer_two": "antwort_2", "reference": "referenz", "statements": "aussagen", "task": "aufgabe",
    "notes": "notizen", "protected_words": "schutz", "draft": "entwurf", "instruction": "auftrag",
    "violations": "fehler",
}  # fmt: skip
"""These values come from outside and are put into a block, which they cannot close. `context` is framed already."""


@dataclass(frozen=True, slots=True)
class PublishedPrompt:
    """The wording in force, ready to be filled."""

    slug: str
    number: int
    system: str
    user: str

    @property
    def label(self) -> str:
        """What answers and the ledger store, such as "answer/3"."""
        return f"{self.slug}/{self.number}"

    def messages(self, **values: str) -> list[Message]:
        """The system and the user message with the values filled in.

        `context` is expected framed (framing.frame); question, history and text are framed here.
        Raises PromptError for a required variable without a value and for an unknown one.
        """
        definition = definition_of(self.slug)
        filled = framed(checked(definition, values))
        messages = [Message("system", fill(self.system, filled)), Message("user", fill(self.user, filled))]
        return [message for message in messages if message.text]


def definition_of(slug: str) -> PromptDefinition:
    try:
        return PROMPTS[slug]
    except KeyError:
        known = ", ".join(sorted(PROMPTS))
        raise PromptError(_("Unknown prompt '%(slug)s'. Known: %(known)s.") % {"slug": slug, "known": known}) from None


def checked(definition: PromptDefinition, values: Mapping[str, str]) -> dict[str, str]:
    """All variables of the prompt with their values, optional ones empty. Raises PromptError."""
    missing = [name for name in definition.required if name not in values]
    if missing:
        raise PromptError(f"Prompt '{definition.slug}' was given no value for {braced(missing)}.")
    unknown = [name for name in values if name not in definition.variables]
    if unknown:
        raise PromptError(f"Prompt '{definition.slug}' has no variable {braced(unknown)}.")
    return {name: values.get(name, "") for name in definition.variables}


def framed(values: Mapping[str, str]) -> dict[str, str]:
    return {
        name: block(BLOCK_OF_VARIABLE[name], value) if name in BLOCK_OF_VARIABLE else value
        for name, value in values.items()
    }


def fill(text: str, values: Mapping[str, str]) -> str:
    """One pass: braces in values and JSON in the prompt stay as they are. A line that has only empty values goes."""
    lines = [
        PLACEHOLDER.sub(lambda found: values.get(found[1], found[0]), line) if "{" in line else line
        for line in text.splitlines()
        if not says_nothing(line, values)
    ]
    return "\n".join(lines).strip()


def says_nothing(line: str, values: Mapping[str, str]) -> bool:
    # Most lines have no placeholder, and an import fills thousands of prompts.
    names = PLACEHOLDER.findall(line) if "{" in line else []
    return bool(names) and not any(values.get(name, name) for name in names)


def validate_prompt(slug: str, system: str, user: str) -> None:
    """Raises PromptError with a sentence for the editor when a variable is missing or unknown."""
    definition = definition_of(slug)
    used = PLACEHOLDER.findall(system + "\n" + user)
    for name in definition.required:
        if name not in used:
            raise PromptError(
                _("Prompt '%(slug)s' needs {%(name)s}, but the text does not contain it.")
                % {"slug": slug, "name": name}
            )
    for name in used:
        if name not in definition.variables:
            raise PromptError(
                _("Prompt '%(slug)s' does not know {%(name)s}. Known: %(known)s.")
                % {"slug": slug, "name": name, "known": braced(definition.variables)}
            )


def braced(names: tuple[str, ...] | list[str]) -> str:
    return ", ".join(f"{{{name}}}" for name in names)


def published(slug: str) -> PublishedPrompt:
    """The version in force, or the one on trial. One query. Raises PromptError for a name that is not in PROMPTS."""
    definition_of(slug)
    if tried := current_trial().prompts.get(slug):
        return tried
    version = remembered(("prompt", slug), lambda: version_in_force(slug))
    if version is None:
        install_shipped_prompts()
        version = version_in_force(slug)
    if version is None:
        raise PromptError(_("Prompt '%(slug)s' has no published version.") % {"slug": slug})
    return as_published(slug, version)


def as_published(slug: str, version: PromptVersion) -> PublishedPrompt:
    """The version as the code fills it, whether it is in force or on trial."""
    return PublishedPrompt(slug=slug, number=version.number, system=version.system, user=version.user)


def version_in_force(slug: str) -> PromptVersion | None:
    prompt = Prompt.objects.select_related("published").filter(slug=slug).first()
    return prompt.published if prompt else None


def publish(prompt: Prompt, version: PromptVersion) -> None:
    """Puts a version in force; the next call uses it.

    Raises PromptError when it is not fit or of another prompt, PublicationHeld when it may not go live (publishing.py).
    """
    if version.prompt_id != prompt.pk:
        raise PromptError(
            _("Version '%(version)s' does not belong to prompt '%(slug)s'.")
            % {"version": str(version), "slug": prompt.slug}
        )
    validate_prompt(prompt.slug, version.system, version.user)
    prompt.published = version
    prompt.save(update_fields=["published"])


def install_shipped_prompts() -> None:
    """Brings the shipped wordings into the database. May run twice.

    A wording that has changed becomes a new version; it is put in force only where the shipped wording before it was in
    force, so that an editor's choice is never replaced.
    """
    for definition in PROMPTS.values():
        with transaction.atomic():
            prompt, _created = Prompt.objects.get_or_create(slug=definition.slug)
            # Several processes may migrate at once: the row of the prompt is the lock.
            prompt = Prompt.objects.select_for_update(of=("self",)).select_related("published").get(pk=prompt.pk)
            install_wording(prompt, definition)


def install_wording(prompt: Prompt, definition: PromptDefinition) -> None:
    shipped = prompt.versions.filter(is_shipped=True).order_by("-number").first()
    if shipped and (shipped.system, shipped.user) == (definition.system, definition.user):
        return
    version = PromptVersion(
        prompt=prompt, system=definition.system, user=definition.user, is_shipped=True, note="Auslieferung"
    )
    version.save()
    # An older shipped version in force was chosen by somebody who went back to it: that choice stays.
    if prompt.published is None or prompt.published == shipped:
        # Where changes are measured before they go live, a new shipped wording waits like any other.
        with suppress(PublicationHeld):
            publish(prompt, version)

"""Validates the wording of a prompt: required variables present, no unknown ones."""

import re

from django.utils.translation import gettext as _

from apps.llm.errors import PromptError
from apps.llm.prompt_definitions import PROMPTS, PromptDefinition

PLACEHOLDER = re.compile(r"\{([a-z_]+)\}")


def prompt_definition(slug: str) -> PromptDefinition:
    try:
        return PROMPTS[slug]
    except KeyError:
        known = ", ".join(sorted(PROMPTS))
        raise PromptError(_("Unknown prompt '%(slug)s'. Known: %(known)s.") % {"slug": slug, "known": known}) from None


def validate_prompt(slug: str, system: str, user: str) -> None:
    """Raises PromptError with a sentence for the editor when a variable is missing or unknown."""
    definition = prompt_definition(slug)
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
                % {"slug": slug, "name": name, "known": format_placeholders(definition.variables)}
            )


def format_placeholders(names: tuple[str, ...] | list[str]) -> str:
    return ", ".join(f"{{{name}}}" for name in names)

"""Prompts in the database: the version in force, publication, and the shipped wordings."""

from collections.abc import Collection
from contextlib import suppress

from django.db.models import F, Q
from django.utils.translation import gettext as _

from apps.database.settings_cache import load_cached
from apps.llm.errors import PromptError
from apps.llm.models import Prompt, PromptUse, PromptVersion
from apps.llm.prompt_definitions import PROMPTS, PromptDefinition
from apps.llm.prompt_definitions.validate_prompt import prompt_definition, validate_prompt
from apps.llm.prompts.fill_published_prompt import PublishedPrompt
from apps.llm.prompts.wordings_in_force import USUAL_SCOPE, PromptWordings, WordingScope
from apps.llm.publication_hooks import PublicationHeld, one_change_at_a_time


def load_published_prompt(slug: str, profile: str = "") -> PublishedPrompt:
    """The wordings in force, where this profile answers. One query. Raises PromptError for a name not in PROMPTS."""
    prompt_definition(slug)
    wordings = load_cached(("prompt", slug), lambda: load_wordings_in_force([slug]).get(slug))
    if wordings is None:
        install_shipped_prompts()
        wordings = load_wordings_in_force([slug]).get(slug)
    if wordings is None:
        raise PromptError(_("Prompt '%(slug)s' has no published version.") % {"slug": slug})
    return wordings.in_profile(profile)


def as_published_prompt(slug: str, version: PromptVersion) -> PublishedPrompt:
    """The version as the code fills it, whether it is in force or on trial."""
    return PublishedPrompt(slug=slug, number=version.number, system=version.system, user=version.user)


def load_wordings_in_force(slugs: Collection[str]) -> dict[str, PromptWordings]:
    """Loads wordings by prompt: the usual one and those for models and profiles. One query."""
    in_force = Q(prompt__published=F("pk")) | Q(uses__isnull=False)
    rows = (
        PromptVersion.objects.filter(in_force, prompt__slug__in=slugs, prompt__published__isnull=False)
        .annotate(slug=F("prompt__slug"), usual=F("prompt__published"))
        .annotate(model=F("uses__model"), profile=F("uses__profile"))
        .order_by("pk")
    )
    found: dict[str, dict[WordingScope, PublishedPrompt]] = {}
    for row in rows:
        wording = as_published_prompt(row.slug, row)
        if row.usual == row.pk:
            found.setdefault(row.slug, {})[USUAL_SCOPE] = wording
        if row.model is not None:
            found.setdefault(row.slug, {})[row.model, row.profile] = wording
    return {slug: PromptWordings(wordings) for slug, wordings in found.items()}


def publish_version(prompt: Prompt, version: PromptVersion) -> None:
    """Puts a version in force; the next call uses it.

    Raises PromptError when it is not fit or of another prompt, PublicationHeld when it may not go live.
    """
    if version.prompt_id != prompt.pk:
        raise PromptError(
            _("Version '%(version)s' does not belong to prompt '%(slug)s'.")
            % {"version": str(version), "slug": prompt.slug}
        )
    validate_prompt(prompt.slug, version.system, version.user)
    prompt.published = version
    prompt.save(update_fields=["published"])


def publish_wording(use: PromptUse, version: PromptVersion) -> None:
    """Puts a version in force for a model or a profile; the next call uses it.

    Raises PromptError when it is not fit or of another prompt, PublicationHeld when it may not go live.
    """
    validate_prompt(use.prompt.slug, version.system, version.user)
    use.version = version
    use.save()


def install_shipped_prompts() -> None:
    """Brings the shipped wordings into the database. May run twice.

    A wording that has changed becomes a new version; it is put in force only where the shipped wording before it was in
    force, so that an editor's choice is never replaced.
    """
    shipped = newest_shipped_wordings()
    for definition in PROMPTS.values():
        if shipped.get(definition.slug) == (definition.system, definition.user):
            continue
        with one_change_at_a_time():
            prompt, _created = Prompt.objects.get_or_create(slug=definition.slug)
            # Several processes may migrate at once: the row of the prompt is the lock.
            prompt = Prompt.objects.select_for_update(of=("self",)).select_related("published").get(pk=prompt.pk)
            install_wording(prompt, definition)


def newest_shipped_wordings() -> dict[str, tuple[str, str]]:
    """System and user message by name of the prompt. One query: every start of the service asks this."""
    newest = PromptVersion.objects.filter(is_shipped=True).order_by("prompt_id", "-number").distinct("prompt_id")
    return {slug: (system, user) for slug, system, user in newest.values_list("prompt__slug", "system", "user")}


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
            publish_version(prompt, version)

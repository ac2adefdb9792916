"""Activates stored content, so that people are answered with it: a prompt version, a profile, an order of models.

Each goes through `checked_publication`, so that the gate sees it.
"""

from collections.abc import Mapping
from typing import Any

from apps.documents.models import Collection
from apps.evaluation.models.change_drafts_and_release_log import ChangeKind
from apps.evaluation.planning.run_configuration import DraftTargetMissing, profile_from_content, prompt_slug_from_target
from apps.llm.models import ChatModel, PromptUse, PromptVersion, store_model_order
from apps.llm.prompts.prompt_store import publish_version as publish_prompt
from apps.llm.prompts.prompt_store import publish_wording
from apps.retrieval.models import ACTIVE_PROFILE, Profile, ProfileUse, answering_values

Content = Mapping[str, Any]


def activate_change(kind: ChangeKind, target: str, content: Content) -> None:
    """Raises PublicationHeld, PromptError, DraftTargetMissing."""
    match kind:
        case ChangeKind.PROMPT:
            activate_prompt(target, content)
        case ChangeKind.PROFILE if target == ACTIVE_PROFILE:
            profile_from_content(content).answer_everywhere()
        case ChangeKind.PROFILE if target.startswith("use "):
            activate_profile_use(target, content)
        case ChangeKind.PROFILE:
            profile_from_content(content).save()
        case ChangeKind.MODEL_ORDER:
            activate_model_order(target, content)


def activate_prompt(target: str, content: Content) -> None:
    slug = prompt_slug_from_target(target)
    if "model" in content:
        activate_own_wording(slug, content)
    else:
        version = load_prompt_version(slug, content)
        publish_prompt(version.prompt, version)


def activate_own_wording(slug: str, content: Content) -> None:
    """A model or profile gets this wording; without a version the usual one is back there."""
    where = {"model": content["model"], "profile": content["profile"]}
    use = PromptUse.objects.filter(prompt__slug=slug, **where).first()
    if "version" in content:
        version = load_prompt_version(slug, content)
        publish_wording(use or PromptUse(prompt=version.prompt, **where), version)
    elif use is not None:
        use.delete()


def load_prompt_version(slug: str, content: Content) -> PromptVersion:
    """Loads a version with its prompt, in one query. Raises DraftTargetMissing."""
    found = PromptVersion.objects.select_related("prompt").filter(pk=content.get("version", 0), prompt__slug=slug)
    version = found.first()
    if version is None:
        raise DraftTargetMissing(f"Version {content.get('number')} of prompt '{slug}' is not there any more.")
    return version


def activate_profile_use(place: str, content: Content) -> None:
    """A channel or a collection is answered by this profile, which must be as it was measured."""
    profile = profile_from_content(content)
    if answering_values(Profile.objects.get(pk=profile.pk)) != answering_values(profile):
        raise DraftTargetMissing(f"Profile '{profile.slug}' has changed since.")
    channel, _slash, collection = place.removeprefix("use ").partition("/")
    if collection != "*" and not Collection.objects.filter(pk=int(collection)).exists():
        raise DraftTargetMissing(f"Collection {collection} is not there any more.")
    where = {
        "channel": "" if channel == "*" else channel,
        "collection_id": None if collection == "*" else int(collection),
    }
    use = ProfileUse.objects.filter(**where).first() or ProfileUse(**where)
    use.profile = profile
    use.save()


def activate_model_order(purpose: str, content: Content) -> None:
    after = list(content["models"])
    if ChatModel.objects.filter(pk__in=after).count() != len(after):
        raise DraftTargetMissing("A model of this order is not there any more.")
    store_model_order(purpose, after)

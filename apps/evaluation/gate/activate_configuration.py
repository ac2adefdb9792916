"""Activates stored content, so that people are answered with it: a prompt version, a profile, an order of models.

Each goes through `publication`, so that the gate sees it.
"""

from collections.abc import Mapping
from typing import Any

from apps.evaluation.models.change_drafts_and_release_log import ChangeKind
from apps.evaluation.planning.run_configuration import DraftTargetMissing, profile_of
from apps.llm.models import ChatModel, Prompt, PromptVersion, store_order
from apps.llm.prompts.prompt_store import publish as publish_prompt
from apps.retrieval.models import ACTIVE, Profile, ProfileUse, answering_values

Content = Mapping[str, Any]


def put_in_force(kind: ChangeKind, target: str, content: Content) -> None:
    """Raises PublicationHeld, PromptError, DraftTargetMissing."""
    match kind:
        case ChangeKind.PROMPT:
            put_prompt(target, content)
        case ChangeKind.PROFILE if target == ACTIVE:
            profile_of(content).answer_everywhere()
        case ChangeKind.PROFILE if target.startswith("use "):
            put_use(target, content)
        case ChangeKind.PROFILE:
            profile_of(content).save()
        case ChangeKind.MODEL_ORDER:
            put_order(target, content)


def put_prompt(slug: str, content: Content) -> None:
    prompt = Prompt.objects.filter(slug=slug).first()
    version = PromptVersion.objects.filter(pk=content.get("version", 0), prompt=prompt).first()
    if prompt is None or version is None:
        raise DraftTargetMissing(f"Version {content.get('number')} of prompt '{slug}' is not there any more.")
    publish_prompt(prompt, version)


def put_use(place: str, content: Content) -> None:
    """A channel or a collection is answered by this profile, which must be as it was measured."""
    profile = profile_of(content)
    if answering_values(Profile.objects.get(pk=profile.pk)) != answering_values(profile):
        raise DraftTargetMissing(f"Profile '{profile.slug}' has changed since.")
    channel, _slash, collection = place.removeprefix("use ").partition("/")
    wanted = {
        "channel": "" if channel == "*" else channel,
        "collection_id": None if collection == "*" else int(collection),
    }
    use = ProfileUse.objects.filter(**wanted).first() or ProfileUse(**wanted)
    use.profile = profile
    use.save()


def put_order(purpose: str, content: Content) -> None:
    after = list(content["models"])
    if ChatModel.objects.filter(pk__in=after).count() != len(after):
        raise DraftTargetMissing("A model of this order is not there any more.")
    store_order(purpose, after)

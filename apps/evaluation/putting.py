"""Puts stored content in force: a version of a prompt, a profile with its parameters, an order of models. Sync.

Each goes through `publication`, so that the gate sees it.
"""

from collections.abc import Mapping
from typing import Any

from apps.evaluation.configuration import GoneDraft, profile_of
from apps.evaluation.models.releases import Kind
from apps.llm.models import ChatModel, ModelOrder, Prompt, PromptVersion, model_ids, order_change
from apps.llm.prompts import publish as publish_prompt
from apps.llm.publishing import publication
from apps.retrieval.models import Profile

Content = Mapping[str, Any]


def put_in_force(kind: Kind, target: str, content: Content) -> None:
    """Raises PublicationHeld, PromptError, GoneDraft."""
    match kind:
        case Kind.PROMPT:
            put_prompt(target, content)
        case Kind.PROFILE:
            put_profile(content)
        case Kind.MODEL_ORDER:
            put_order(target, content)


def put_prompt(slug: str, content: Content) -> None:
    prompt = Prompt.objects.filter(slug=slug).first()
    version = PromptVersion.objects.filter(pk=content.get("version"), prompt=prompt).first()
    if prompt is None or version is None:
        raise GoneDraft(f"Version {content.get('number')} of prompt '{slug}' is not there any more.")
    publish_prompt(prompt, version)


def put_profile(content: Content) -> None:
    profile = profile_of(content)
    with publication(Profile.change(profile)):
        Profile.objects.select_for_update().filter(is_active=True).exclude(pk=profile.pk).update(is_active=False)
        profile.is_active = True
        profile.save()


def put_order(purpose: str, content: Content) -> None:
    after = list(content["models"])
    if ChatModel.objects.filter(pk__in=after).count() != len(after):
        raise GoneDraft("A model of this order is not there any more.")
    with publication(order_change(purpose, model_ids(purpose), after)):
        ModelOrder.objects.filter(purpose=purpose).delete()
        ModelOrder.objects.bulk_create(
            ModelOrder(purpose=purpose, model_id=pk, position=position) for position, pk in enumerate(after, start=1)
        )

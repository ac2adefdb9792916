"""The changes of a draft for people: texts with their differences, values before and after."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from apps.evaluation.models import Draft
from apps.evaluation.models.change_drafts_and_release_log import ChangeKind
from apps.llm.models import ChatModel, Prompt, PromptVersion, model_ids
from apps.retrieval.models import ACTIVE, Profile, publication_content
from apps.text.diff import compare


@dataclass(frozen=True, slots=True)
class DraftChanges:
    """`texts`: heading and rows of a comparison; `values`: name, before, after."""

    texts: list[tuple[str, Any]] = field(default_factory=list)
    values: list[tuple[str, Any, Any]] = field(default_factory=list)


def changes_of(draft: Draft) -> DraftChanges:
    match draft.kind:
        case ChangeKind.PROMPT:
            return of_prompt(draft)
        case ChangeKind.PROFILE:
            return of_profile(draft)
        case _:
            return of_order(draft)


def of_prompt(draft: Draft) -> DraftChanges:
    prompt = Prompt.objects.select_related("published").filter(slug=draft.target).first()
    version = PromptVersion.objects.filter(pk=draft.content.get("version")).first()
    if prompt is None or version is None:
        return DraftChanges()
    old = prompt.published
    parts = [
        (_("System message"), old.system if old else "", version.system),
        (_("User message"), old.user if old else "", version.user),
    ]
    return DraftChanges(
        texts=[(heading, compare(before, after)) for heading, before, after in parts if before != after]
    )


def of_profile(draft: Draft) -> DraftChanges:
    before = publication_content(Profile.objects.filter(is_active=True).first()) if draft.target == ACTIVE else {}
    old, new = flatten_profile(before), flatten_profile(draft.content)
    return DraftChanges(
        values=[(name, old.get(name, ""), value) for name, value in new.items() if old.get(name) != value]
    )


def flatten_profile(profile: Mapping[str, Any]) -> dict[str, Any]:
    names = {stored.attname: str(stored.verbose_name) for stored in Profile._meta.concrete_fields}
    values = {names.get(name, name): value for name, value in profile.get("values", {}).items()}
    return {_("profile"): profile.get("profile", "")} | values


def of_order(draft: Draft) -> DraftChanges:
    names = {model.pk: str(model) for model in ChatModel.objects.all()}
    before = ", ".join(names.get(pk, "?") for pk in model_ids(draft.target))
    after = ", ".join(names.get(pk, "?") for pk in draft.content.get("models", []))
    return DraftChanges(values=[(draft.target, before, after)])

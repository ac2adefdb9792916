"""The changes of a draft for people: texts with their differences, values before and after."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from apps.evaluation.models import Draft
from apps.evaluation.models.change_drafts_and_release_log import ChangeKind, format_model_names, target_label
from apps.evaluation.planning.run_configuration import prompt_slug_from_target
from apps.llm.models import Prompt, PromptUse, PromptVersion, ordered_model_ids
from apps.retrieval.models import ACTIVE_PROFILE, Profile, publication_content
from apps.text.diff import diff_lines


@dataclass(frozen=True, slots=True)
class DraftChanges:
    """`texts`: heading and rows of a comparison; `values`: name, before, after."""

    texts: list[tuple[str, Any]] = field(default_factory=list)
    values: list[tuple[str, Any, Any]] = field(default_factory=list)


def draft_changes(draft: Draft) -> DraftChanges:
    match draft.kind:
        case ChangeKind.PROMPT:
            return prompt_changes(draft)
        case ChangeKind.PROFILE:
            return profile_changes(draft)
        case _:
            return model_order_changes(draft)


def prompt_changes(draft: Draft) -> DraftChanges:
    """Shows, for a model's or profile's wording, what is sent there now, and where it is to be sent."""
    prompt = Prompt.objects.select_related("published").filter(slug=prompt_slug_from_target(draft.target)).first()
    if prompt is None:
        return DraftChanges()
    where = {name: draft.content[name] for name in ("model", "profile") if name in draft.content}
    own = PromptUse.objects.select_related("version").filter(prompt=prompt, **where).first() if where else None
    old = own.version if own else prompt.published
    version = PromptVersion.objects.filter(pk=draft.content.get("version")).first() or (where and prompt.published)
    if not version:
        return DraftChanges()
    parts = [
        (_("System message"), old.system if old else "", version.system),
        (_("User message"), old.user if old else "", version.user),
    ]
    return DraftChanges(
        texts=[(heading, diff_lines(before, after)) for heading, before, after in parts if before != after],
        values=[(_(name), "", where[name] or "*") for name in where],
    )


def profile_changes(draft: Draft) -> DraftChanges:
    before = (
        publication_content(Profile.objects.filter(is_active=True).first()) if draft.target == ACTIVE_PROFILE else {}
    )
    old, new = flatten_profile(before), flatten_profile(draft.content)
    return DraftChanges(
        values=[(name, old.get(name, ""), value) for name, value in new.items() if old.get(name) != value]
    )


def flatten_profile(profile: Mapping[str, Any]) -> dict[str, Any]:
    names = {stored.attname: str(stored.verbose_name) for stored in Profile._meta.concrete_fields}
    values = {names.get(name, name): value for name, value in profile.get("values", {}).items()}
    return {_("profile"): profile.get("profile", "")} | values


def model_order_changes(draft: Draft) -> DraftChanges:
    before = format_model_names(ordered_model_ids(draft.target))
    return DraftChanges(values=[(target_label(draft.kind, draft.target), before, draft.label)])

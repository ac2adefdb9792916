"""The configuration that a run measures: prompts, profile and models, those in force or those of a draft.

The fingerprint names all of it, so that a run says of which settings its figures are.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from apps.evaluation.models import Draft
from apps.evaluation.models.change_drafts_and_release_log import ChangeKind, content_digest
from apps.evaluation.planning.settings_in_force import ANSWERING_PROMPTS, ANSWERING_PURPOSES, SettingsInForce
from apps.llm.models import ChatModel, Purpose
from apps.llm.prompts.fill_published_prompt import PublishedPrompt
from apps.llm.prompts.prompt_store import as_published_prompt
from apps.llm.prompts_and_models_in_use import TrialConfiguration
from apps.llm.types import LanguageModel
from apps.retrieval.models import Profile, publication_content, set_answering_values


class DraftTargetMissing(LookupError):  # noqa: N818 - an answer to the person who measures
    """What the draft changes is not there any more."""


@dataclass(frozen=True)
class Configuration:
    """`prompts` and `orders` are those that differ from what is in force; `profile` is the one that answers."""

    profile: Profile
    prompts: Mapping[str, PublishedPrompt] = field(default_factory=dict)
    orders: Mapping[str, Sequence[ChatModel]] = field(default_factory=dict)
    variant: str = ""
    """How people named it; empty for what is in force."""
    settings: SettingsInForce = field(default_factory=SettingsInForce, compare=False, repr=False)
    """What everything else is read from."""

    def trial(self, wrap: Callable[[str, LanguageModel], LanguageModel]) -> TrialConfiguration:
        """What answers with this configuration are made with; `wrap` as in TrialConfiguration."""
        return TrialConfiguration(prompts=self.prompts, orders=self.orders, wrap=wrap)

    @cached_property
    def as_json(self) -> dict[str, Any]:
        """All that makes answers. Three queries at most, once."""
        prompts = {
            slug: self.prompts.get(slug) or self.settings.prompt(slug, self.profile.slug) for slug in ANSWERING_PROMPTS
        }
        models = self.settings.models
        return {
            "prompts": {slug: wording_as_json(prompt) for slug, prompt in prompts.items()},
            "profile": publication_content(self.profile),
            "models": {
                purpose: [model_identity(model) for model in self.orders.get(purpose) or models[purpose]]
                for purpose in ANSWERING_PURPOSES
            },
            "embedding_model": self.settings.embedding_model,
        }

    @property
    def as_stored(self) -> dict[str, object]:
        """Adds the rows of the models, so that a run goes on with them whatever comes into force meanwhile."""
        models = {**self.settings.models, **{purpose: rows for purpose, rows in self.orders.items() if rows}}
        tried = {purpose: [model.pk for model in rows] for purpose, rows in models.items()}
        return {**self.as_json, "tried": tried, "variant": self.variant}

    @property
    def fingerprint(self) -> str:
        return content_digest(self.as_json)

    def with_draft(self, draft: Draft) -> "Configuration":
        """Adds the draft's change. Raises DraftTargetMissing."""
        return replace(self.changed(draft), variant=f"draft:{draft.pk}")

    def changed(self, draft: Draft) -> "Configuration":
        if draft.kind == ChangeKind.PROMPT:
            return self.with_wording(draft)
        if draft.kind == ChangeKind.PROFILE:
            return replace(self, profile=profile_from_content(draft.content, self.settings))
        orders = model_orders(draft.target, draft.content["models"], self.settings)
        return replace(self, orders={**self.orders, **orders})

    def with_wording(self, draft: Draft) -> "Configuration":
        """The wordings in force with that of the draft; where it is one of a profile, this profile answers."""
        slug, scope = (
            prompt_slug_from_target(draft.target),
            (draft.content.get("model", ""), draft.content.get("profile", "")),
        )
        version = self.settings.version(draft.content.get("version"))
        if version is None and "version" in draft.content:
            raise DraftTargetMissing(f"The version of draft {draft.pk} is not there any more.")
        wording = as_published_prompt(slug, version) if version else None
        wordings = self.settings.wordings[slug].with_wording(scope, wording)
        profile = load_profile(scope[1], self.settings) if scope[1] else self.profile
        prompts = {**self.prompts, slug: wordings.in_profile(profile.slug)}
        return replace(self, prompts=prompts, profile=profile)


def prompt_slug_from_target(target: str) -> str:
    """The prompt that a publication names, whether it is of its usual wording or of one for a model or profile."""
    return target.partition(" ")[0]


def wording_as_json(prompt: PublishedPrompt) -> dict[str, Any]:
    """Leaves the form without wordings of single models as it was before these: a run keeps its fingerprint."""
    said: dict[str, Any] = {"version": prompt.number, "system": prompt.system, "user": prompt.user}
    if prompt.by_model:
        said["by_model"] = {model: wording_as_json(own) for model, own in prompt.by_model}
    return said


def wording_from_json(slug: str, said: Mapping[str, Any]) -> PublishedPrompt:
    own = tuple((model, wording_from_json(slug, each)) for model, each in said.get("by_model", {}).items())
    return PublishedPrompt(slug, said["version"], said["system"], said["user"], own)


def load_profile(slug: str, settings: SettingsInForce) -> Profile:
    """A copy that may be changed. Raises DraftTargetMissing."""
    found = settings.profile(slug)
    if found is None:
        raise DraftTargetMissing(f"Profile '{slug}' is not there any more.")
    return found


def model_identity(model: ChatModel) -> str:
    return f"{model.endpoint.base_url if model.endpoint else 'built in'} {model.name}"


def configuration_in_force(settings: SettingsInForce | None = None) -> Configuration:
    """What answers now. Raises NoActiveProfile."""
    settings = settings or SettingsInForce()
    return Configuration(settings.active_profile, settings=settings)


def profile_from_content(content: Mapping[str, Any], settings: SettingsInForce | None = None) -> Profile:
    """The profile as it would be, not saved. Raises DraftTargetMissing."""
    stored = load_profile(content.get("profile", ""), settings or SettingsInForce())
    set_answering_values(stored, content["values"])
    return stored


def restore_configuration(stored: Mapping[str, Any]) -> Configuration:
    """What a run began with, whatever has changed since: a run never is a mixture. Raises DraftTargetMissing."""
    prompts = {slug: wording_from_json(slug, wording) for slug, wording in stored["prompts"].items()}
    answering, tried, settings = stored["profile"], stored.get("tried", {}), SettingsInForce()
    # An algorithm that was tried has no saved profile.
    profile = Profile.objects.filter(slug=answering["profile"]).first() or Profile(slug=answering["profile"])
    set_answering_values(profile, answering["values"])
    return Configuration(
        profile, prompts, {purpose: models_with_ids(ids, settings) for purpose, ids in tried.items()}, settings=settings
    )


def model_orders(purpose: str, model_ids: Sequence[int], settings: SettingsInForce) -> dict[str, list[ChatModel]]:
    """The models by purpose; a change of `default` is one for every purpose without an order of its own."""
    chosen = [model for model in models_with_ids(model_ids, settings) if model.is_active]
    if purpose != Purpose.DEFAULT:
        return {purpose: chosen}
    return {each.value: chosen for each in Purpose if each.value not in settings.ordered_purposes}


def models_with_ids(ids: Sequence[int], settings: SettingsInForce) -> list[ChatModel]:
    """In that order. Raises DraftTargetMissing."""
    if any(key not in settings.chat_models for key in ids):
        raise DraftTargetMissing("A model that was to answer is not there any more.")
    return [settings.chat_models[key] for key in ids]

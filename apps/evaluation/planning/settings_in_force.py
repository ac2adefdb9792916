"""The settings in force, read once: the configurations of many drafts differ from them in little."""

from collections.abc import Collection
from copy import copy
from functools import cached_property

from apps.llm.model_registry import embedding_model_row, models_by_purpose
from apps.llm.models import ChatModel, ModelOrder, PromptVersion, Purpose
from apps.llm.prompt_definitions import PROMPTS
from apps.llm.prompt_definitions.evaluation import DEFINITIONS
from apps.llm.prompts.fill_published_prompt import PublishedPrompt
from apps.llm.prompts.prompt_store import load_published_prompt, load_wordings_in_force
from apps.llm.prompts.wordings_in_force import PromptWordings
from apps.retrieval.models import Profile
from apps.retrieval.preparation.active_retrieval_profile import active_profile

MEASURING_PROMPTS = frozenset(definition.slug for definition in DEFINITIONS)
MEASURING_PURPOSES = frozenset([Purpose.PERSONA, Purpose.JUDGE, Purpose.COMPARE, Purpose.GENERATE])
ANSWERING_PROMPTS = tuple(slug for slug in PROMPTS if slug not in MEASURING_PROMPTS)
ANSWERING_PURPOSES = tuple(purpose.value for purpose in Purpose if purpose not in MEASURING_PURPOSES)


class SettingsInForce:
    """Each attribute is read with one query when it is first asked for, and stays as it was then.

    `versions` are the keys of prompt versions that drafts will ask for.
    """

    def __init__(self, versions: Collection[int] = ()) -> None:
        self._asked_versions = versions

    @cached_property
    def active_profile(self) -> Profile:
        """Raises NoActiveProfile."""
        return active_profile()

    @cached_property
    def wordings(self) -> dict[str, PromptWordings]:
        """Loads all prompts that were ever installed, by name."""
        return load_wordings_in_force(tuple(PROMPTS))

    def prompt(self, slug: str, profile: str) -> PublishedPrompt:
        """Returns the prompt for this profile. Raises PromptError. No query unless it was never installed."""
        return (
            self.wordings[slug].in_profile(profile) if slug in self.wordings else load_published_prompt(slug, profile)
        )

    @cached_property
    def models(self) -> dict[str, list[ChatModel]]:
        """By each of ANSWERING_PURPOSES."""
        return models_by_purpose(ANSWERING_PURPOSES)

    @cached_property
    def embedding_model(self) -> str:
        return embedding_model_row().name

    @cached_property
    def ordered_purposes(self) -> set[str]:
        """Purposes with an order of models of their own."""
        return set(ModelOrder.objects.exclude(purpose=Purpose.DEFAULT).values_list("purpose", flat=True))

    @cached_property
    def chat_models(self) -> dict[int, ChatModel]:
        return {model.pk: model for model in ChatModel.objects.select_related("endpoint")}

    @cached_property
    def _profiles(self) -> dict[str, Profile]:
        return {profile.slug: profile for profile in Profile.objects.all()}

    def profile(self, slug: str) -> Profile | None:
        """A copy that may be changed."""
        return copy(self._profiles.get(slug))

    @cached_property
    def _versions(self) -> dict[int, PromptVersion]:
        return PromptVersion.objects.in_bulk(set(self._asked_versions))

    def version(self, key: int | None) -> PromptVersion | None:
        """One of those that were announced, or with a query of its own any other."""
        if key is None or key in self._asked_versions:
            return self._versions.get(key or 0)
        return PromptVersion.objects.filter(pk=key).first()

"""The prompts and models that one question or run uses: those in force, or those of a draft on trial."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from apps.llm.call_ledger import Ledger
from apps.llm.model_registry import build_language_model, build_reranker
from apps.llm.models import ChatModel, Purpose
from apps.llm.prompts.fill_published_prompt import PublishedPrompt
from apps.llm.prompts.prompt_store import load_published_prompt
from apps.llm.providers.reranker import Reranker
from apps.llm.types import LanguageModel


@dataclass(frozen=True, slots=True)
class TrialConfiguration:
    """What takes the place of the settings in force while a draft is measured, or an old answer is made again.

    `orders` are models by purpose. `wrap` gets each language model with its purpose, for example to keep what it
    replies.
    """

    prompts: Mapping[str, PublishedPrompt] = field(default_factory=dict)
    orders: Mapping[str, Sequence[ChatModel]] = field(default_factory=dict)
    wrap: Callable[[str, LanguageModel], LanguageModel] | None = None


NO_TRIAL = TrialConfiguration()


@dataclass(frozen=True, slots=True)
class ModelAccess:
    """Handed from the question down to every algorithm that asks a model. All calls go into the ledger."""

    ledger: Ledger
    trial: TrialConfiguration = NO_TRIAL
    in_house: bool = False
    """Nothing of this question may be sent to a server outside: it searches a collection that stays in the house."""
    profile: str = ""
    """Short name of the profile that answers: prompts may have a wording of their own there."""

    def prompt(self, slug: str) -> PublishedPrompt:
        """One query of the database or none. Raises PromptError for a name that is not in PROMPTS."""
        return self.trial.prompts.get(slug) or load_published_prompt(slug, self.profile)

    def language_model(self, purpose: str, prompt: PublishedPrompt, *, deadline: float | None = None) -> LanguageModel:
        """The models of the purpose as one; its calls name the prompt. One query of the database or none."""
        model = build_language_model(
            purpose,
            ledger=self.ledger,
            in_house=self.in_house,
            deadline=deadline,
            prompt=prompt,
            rows=self.trial.orders.get(purpose),
        )
        return self.trial.wrap(purpose, model) if self.trial.wrap else model

    def reranker(self) -> Reranker | None:
        """Builds the reranker as registry.py does, of the models on trial if there are any."""
        return build_reranker(
            ledger=self.ledger, in_house=self.in_house, rows=self.trial.orders.get(Purpose.RERANK), prompt=self.prompt
        )

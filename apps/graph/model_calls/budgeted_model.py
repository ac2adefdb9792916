"""A model with the prompts and the budget of its build: what every request of a build is made with."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from apps.graph.model_calls.build_budget import Budget
from apps.graph.model_calls.prompts_of_a_build import BuildPrompts
from apps.llm.types import Completion, LanguageModel, Message


@dataclass(frozen=True, slots=True)
class BudgetedModel:
    """One model of a build. Keys of requests are made from its name and from the prompts' versions for it."""

    model: LanguageModel
    prompts: BuildPrompts
    budget: Budget

    @property
    def name(self) -> str:
        return self.model.name

    async def complete(
        self, purpose: str, messages: Sequence[Message], schema: dict[str, Any] | None = None
    ) -> Completion:
        """One call within the budget. Raises ModelError, BuildBudgetSpent."""
        return await self.budget.complete(purpose, self.model, messages, schema)

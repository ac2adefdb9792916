"""A short call that tells a question about the whole from one about a place, where its words do not.

Off unless a graph has it switched on. The word of the rule stands when the model is silent, slow or not to be read.
"""

from dataclasses import dataclass

from apps.database.settings_cache import remembered
from apps.graph.models import GraphIndex
from apps.llm.errors import ModelError
from apps.llm.models import Purpose
from apps.llm.prompts.definitions.graph import ROUTE_SCHEMA
from apps.llm.prompts.published_prompt import PublishedPrompt
from apps.llm.types import LanguageModel
from apps.retrieval.search.query_routing import may_be_told_as_whole
from apps.retrieval.search.settings import Settings

DEADLINE = 5.0
"""Seconds: the question waits so long at most."""


@dataclass(frozen=True, slots=True)
class Guide:
    model: LanguageModel
    prompt: PublishedPrompt

    async def sends_to_the_whole(self, question: str) -> bool:
        """Calls the model. False when it fails: such a question is searched as any other."""
        try:
            completion = await self.model.complete(self.prompt.messages(question=question), schema=ROUTE_SCHEMA)
        except ModelError:
            return False
        return bool(completion.data["way"] == "global")


def guide_for(settings: Settings) -> Guide | None:
    """None where the rule alone decides. Sync, no query while it is switched off and settings are remembered."""
    if (
        settings.chosen
        or not wanted().intersection(settings.query.collection_ids)
        or not may_be_told_as_whole(settings)
    ):
        return None
    prompt = settings.models.prompt("graph-route")
    return Guide(settings.models.language_model(Purpose.ROUTE, prompt, deadline=DEADLINE), prompt)


def wanted() -> frozenset[int]:
    """Collections whose graph has it switched on."""
    return remembered(
        "asks-the-way",
        lambda: frozenset(GraphIndex.objects.filter(asks_the_way=True).values_list("collection", flat=True)),
    )

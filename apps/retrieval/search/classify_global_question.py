"""Classifies global and local questions by a short model call, where the wording does not decide.

Off unless a graph has it switched on. The rule decides when the model fails, is slow or replies unreadably.
"""

from dataclasses import dataclass

from apps.database.settings_cache import load_cached
from apps.graph.models import GraphIndex
from apps.llm.errors import ModelError
from apps.llm.models import Purpose
from apps.llm.prompt_definitions.graph import ROUTE_SCHEMA
from apps.llm.prompts.fill_published_prompt import PublishedPrompt
from apps.llm.types import LanguageModel
from apps.retrieval.preparation.search_setup import SearchSetup
from apps.retrieval.search.query_routing import graphs_cover_collections

DEADLINE = 5.0
"""Seconds: the question waits so long at most."""


@dataclass(frozen=True, slots=True)
class QuestionRouter:
    model: LanguageModel
    prompt: PublishedPrompt

    async def is_global(self, question: str) -> bool:
        """Calls the model. False when it fails: such a question is searched as any other."""
        try:
            completion = await self.model.complete(self.prompt.messages(question=question), schema=ROUTE_SCHEMA)
        except ModelError:
            return False
        return bool(completion.data["way"] == "global")


def load_question_router(setup: SearchSetup) -> QuestionRouter | None:
    """None where the rule alone decides. No query while it is switched off and settings are remembered."""
    if (
        setup.chosen
        or not collections_with_routing().intersection(setup.query.collection_ids)
        or not graphs_cover_collections(setup)
    ):
        return None
    prompt = setup.models.prompt("graph-route")
    return QuestionRouter(setup.models.language_model(Purpose.ROUTE, prompt, deadline=DEADLINE), prompt)


def collections_with_routing() -> frozenset[int]:
    """Collections whose graph has it switched on."""
    return load_cached(
        "asks-the-way",
        lambda: frozenset(GraphIndex.objects.filter(asks_the_way=True).values_list("collection", flat=True)),
    )

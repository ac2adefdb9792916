"""Merges several descriptions of one thing into one, by a model where they are long."""

from collections.abc import Awaitable, Callable, Iterator, Sequence

from apps.graph.extraction.merge_records import EntityDraft, Graph, RelationDraft
from apps.graph.model_calls.budgeted_model import BudgetedModel
from apps.graph.model_calls.concurrent_requests import ModelReply, ModelRequest, stand_in_model_name
from apps.graph.model_calls.reply_cache import cache_key

PURPOSE = "summarise"
LONG = 800
"""Characters of all descriptions together from which a model joins them; shorter ones stand one after the other."""
MOST_CHARACTERS = 12_000

MergedDraft = EntityDraft | RelationDraft


def description_requests(
    graph: Graph, documents: Callable[[list[int]], list[int]], model: BudgetedModel
) -> Iterator[tuple[MergedDraft, ModelRequest]]:
    """Each entity and relationship with long descriptions, and the request to join them.

    `documents` leads from the numbers of text units to the ids of the documents they are from.
    """
    prompts = model.prompts
    for draft, name in described_things(graph):
        descriptions = draft.descriptions()
        if len(descriptions) > 1 and sum(map(len, descriptions)) > LONG:
            text = "\n".join(f"- {each}" for each in sorted(descriptions))[:MOST_CHARACTERS]
            label = prompts.describe.for_model(model.name).label
            key = cache_key(PURPOSE, model.name, label, prompts.language, name, text)
            yield draft, ModelRequest(key, PURPOSE, documents(draft.units()), merge_call(name, text, model), name)


def described_things(graph: Graph) -> Iterator[tuple[MergedDraft, str]]:
    """Everything that has a description, with the name by which a model is asked about it."""
    for entity in graph.entities.values():
        yield entity, entity.name
    for relation in graph.relations.values():
        yield relation, f"{graph.entities[relation.source].name} - {graph.entities[relation.target].name}"


def merge_call(name: str, text: str, model: BudgetedModel) -> Callable[[], Awaitable[ModelReply]]:
    async def ask() -> ModelReply:
        messages = model.prompts.describe.messages(text=text, name=name, language=model.prompts.language_name)
        completion = await model.complete(PURPOSE, messages)
        return ModelReply(completion.text.strip(), 1, stand_in_model_name(completion))

    return ask


def apply_merged_descriptions(asked: Sequence[tuple[MergedDraft, ModelRequest]], replies: dict[str, object]) -> None:
    """Stores the merged descriptions; without a reply the descriptions stay as they are, one after the other."""
    for draft, question in asked:
        if isinstance(reply := replies.get(question.key), str):
            draft.description = reply

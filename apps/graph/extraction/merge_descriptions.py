"""Merges several descriptions of one thing into one, by a model where they are long."""

from collections.abc import Awaitable, Callable, Iterator, Sequence

from apps.graph.extraction.merge_records import EntityDraft, Graph, RelationDraft
from apps.graph.model_calls.budget import Budget
from apps.graph.model_calls.build_prompts import BuildPrompts
from apps.graph.model_calls.concurrent_requests import ModelReply, ModelRequest, stand_in_of
from apps.graph.model_calls.reply_cache import cache_key
from apps.llm.types import LanguageModel

PURPOSE = "summarise"
LONG = 800
"""Characters of all descriptions together from which a model joins them; shorter ones stand one after the other."""
MOST_CHARACTERS = 12_000

MergedDraft = EntityDraft | RelationDraft


def description_requests(
    graph: Graph,
    documents: Callable[[list[int]], list[int]],
    wording: BuildPrompts,
    model: LanguageModel,
    budget: Budget,
) -> Iterator[tuple[MergedDraft, ModelRequest]]:
    """`documents` leads from numbers of pieces to the documents they are from."""
    for draft, name, units in described_things(graph):
        said = draft.descriptions()
        if len(said) > 1 and sum(map(len, said)) > LONG:
            text = "\n".join(f"- {each}" for each in sorted(said))[:MOST_CHARACTERS]
            key = cache_key(
                PURPOSE, model.name, wording.describe.for_model(model.name).label, wording.language, name, text
            )
            yield (
                draft,
                ModelRequest(key, PURPOSE, documents(units), merge_call(name, text, wording, model, budget), name),
            )


def described_things(graph: Graph) -> Iterator[tuple[MergedDraft, str, list[int]]]:
    for entity in graph.entities.values():
        yield entity, entity.name, [unit for unit, _, _ in entity.mentions]
    for relation in graph.relations.values():
        ends = f"{graph.entities[relation.source].name} - {graph.entities[relation.target].name}"
        yield relation, ends, [unit for unit, _, _ in relation.facts]


def merge_call(
    name: str, text: str, wording: BuildPrompts, model: LanguageModel, budget: Budget
) -> Callable[[], Awaitable[ModelReply]]:
    async def ask() -> ModelReply:
        messages = wording.describe.messages(text=text, name=name, language=wording.language_name)
        completion = await budget.complete(PURPOSE, model, messages)
        return ModelReply(completion.text.strip(), 1, stand_in_of(completion))

    return ask


def apply_replies(asked: Sequence[tuple[MergedDraft, ModelRequest]], replies: dict[str, object]) -> None:
    """Stores the merged descriptions; without a reply the descriptions stay as they are, one after the other."""
    for draft, question in asked:
        if isinstance(reply := replies.get(question.key), str):
            draft.description = reply

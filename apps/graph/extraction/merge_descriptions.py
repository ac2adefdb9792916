"""describe: several descriptions of one thing become one, by a model where joining them would be long."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from apps.graph.extraction.merge import EntityDraft, Graph, RelationDraft
from apps.graph.model_calls.budget import Budget
from apps.graph.model_calls.cached_round import Question
from apps.graph.model_calls.prompts import Wording
from apps.graph.model_calls.reply_cache import key_of
from apps.llm.types import LanguageModel

PURPOSE = "summarise"
LONG = 800
"""Characters of all descriptions together from which a model joins them; shorter ones stand one after the other."""
MOST_CHARACTERS = 12_000

Draft = EntityDraft | RelationDraft


def questions(
    graph: Graph, documents: Callable[[list[int]], list[int]], wording: Wording, model: LanguageModel, budget: Budget
) -> Iterator[tuple[Draft, Question]]:
    """`documents` leads from numbers of pieces to the documents they are from."""
    for draft, name, units in things(graph):
        said = draft.descriptions()
        if len(said) > 1 and sum(map(len, said)) > LONG:
            text = "\n".join(f"- {each}" for each in sorted(said))[:MOST_CHARACTERS]
            key = key_of(PURPOSE, model.name, wording.describe.label, wording.language, name, text)
            yield draft, Question(key, PURPOSE, documents(units), asking(name, text, wording, model, budget), name)


def things(graph: Graph) -> Iterator[tuple[Draft, str, list[int]]]:
    for entity in graph.entities.values():
        yield entity, entity.name, [unit for unit, _, _ in entity.mentions]
    for relation in graph.relations.values():
        ends = f"{graph.entities[relation.source].name} - {graph.entities[relation.target].name}"
        yield relation, ends, [unit for unit, _, _ in relation.facts]


def asking(name: str, text: str, wording: Wording, model: LanguageModel, budget: Budget) -> Any:
    async def ask() -> tuple[Any, int]:
        messages = wording.describe.messages(text=text, name=name, language=wording.language_name)
        completion = await budget.complete(PURPOSE, model, messages)
        return completion.text.strip(), 1

    return ask


def apply(asked: Sequence[tuple[Draft, Question]], replies: dict[str, Any]) -> None:
    """What could not be joined stays as its parts, which stand one after the other."""
    for draft, question in asked:
        if isinstance(reply := replies.get(question.key), str):
            draft.description = reply

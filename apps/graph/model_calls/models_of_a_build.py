"""The models of a build: one for each purpose, how many calls at once, what a call may cost."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from apps.graph.model_calls.build_budget import Tariff
from apps.graph.model_calls.prompts_of_a_build import BuildPrompts
from apps.graph.models import GraphIndex
from apps.llm.call_ledger import Ledger, prices_today
from apps.llm.model_registry import (
    build_language_model,
    embedding_model_for_documents,
    embedding_model_in_house,
    embedding_model_row,
    in_house_rows,
    models_in_order,
)
from apps.llm.models import ChatModel, EmbeddingModel, Purpose
from apps.llm.types import LanguageModel

AT_ONCE_OFFLINE = 4
PURPOSES = (Purpose.EXTRACT, Purpose.SUMMARISE, Purpose.REPORT)


@dataclass(frozen=True, slots=True)
class BuildModels:
    extract: LanguageModel
    describe: LanguageModel
    report: LanguageModel
    concurrency: int
    tariffs: Mapping[str, Tariff]


def is_extraction_served(*, in_house: bool) -> bool:
    """Whether extraction would go to a model server rather than to the built-in model."""
    first = next(iter(models_for_purpose(Purpose.EXTRACT, in_house=in_house)), None)
    return first is not None and first.endpoint is not None


def models_for_purpose(purpose: str, *, in_house: bool) -> Sequence[ChatModel]:
    """The models of the purpose that may read the collection, in their order. One query, or two."""
    rows = models_in_order(purpose)
    return in_house_rows(rows) if in_house else rows


def build_models(prompts: BuildPrompts, ledger: Ledger, *, in_house: bool) -> BuildModels:
    """The models of a build that begins now. A few queries.

    The report's replies are read by their caller, who asks again within the budget.
    """
    row = next(iter(models_for_purpose(Purpose.EXTRACT, in_house=in_house)), None)
    endpoint = row.endpoint if row else None
    model_for = partial(build_language_model, ledger=ledger, in_house=in_house)
    return BuildModels(
        extract=model_for(Purpose.EXTRACT, prompt=prompts.extract),
        describe=model_for(Purpose.SUMMARISE, prompt=prompts.describe),
        report=model_for(Purpose.REPORT, prompt=prompts.report, reads_json=False),
        concurrency=endpoint.max_concurrency if endpoint else AT_ONCE_OFFLINE,
        tariffs={purpose.value: dearest_tariff(models_for_purpose(purpose, in_house=in_house)) for purpose in PURPOSES},
    )


def embedding_model_of_names(index: GraphIndex) -> EmbeddingModel:
    """The embedding model of the names in a graph. A query or two, mostly none."""
    in_house = index.collection.stays_in_house
    return embedding_model_for_documents(embedding_model_in_house() if in_house else embedding_model_row())


def dearest_tariff(rows: Sequence[ChatModel]) -> Tariff:
    """The dearest of the models that may answer: when the first one fails the next one is paid. One query."""
    served = [row for row in rows if row.endpoint is not None]
    if not served:
        return Tariff()
    prices = prices_today({row.name for row in served})
    return Tariff(
        rates=(
            max((per_input for per_input, _ in prices.values()), default=Tariff().rates[0]),
            max((per_output for _, per_output in prices.values()), default=Tariff().rates[1]),
        ),
        longest_reply=max(row.max_output_tokens for row in served),
        unpriced=next((row.name for row in served if row.name not in prices), ""),
    )

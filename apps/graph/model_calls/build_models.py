"""The models of a build: one for each purpose, how many calls at once, what a call may cost."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from apps.graph.model_calls.budget import Tariff
from apps.graph.model_calls.build_prompts import BuildPrompts
from apps.llm.call_ledger import Ledger, prices_today
from apps.llm.model_registry import language_model, models_in_order
from apps.llm.models import ChatModel, Purpose
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


def is_served() -> bool:
    """Whether extraction would go to a model server rather than to the built-in model."""
    first = first_choice(Purpose.EXTRACT)
    return first is not None and first.endpoint is not None


def first_choice(purpose: str) -> ChatModel | None:
    return next(iter(models_in_order(purpose)), None)


def build_models(words: BuildPrompts, ledger: Ledger) -> BuildModels:
    """A few queries. The report's replies are read by their caller, who asks again within the budget."""
    row = first_choice(Purpose.EXTRACT)
    endpoint = row.endpoint if row else None
    return BuildModels(
        extract=language_model(Purpose.EXTRACT, ledger=ledger, prompt_version=words.extract.label),
        describe=language_model(Purpose.SUMMARISE, ledger=ledger, prompt_version=words.describe.label),
        report=language_model(Purpose.REPORT, ledger=ledger, prompt_version=words.report.label, reads_json=False),
        concurrency=endpoint.max_concurrency if endpoint else AT_ONCE_OFFLINE,
        tariffs={purpose.value: tariff(models_in_order(purpose)) for purpose in PURPOSES},
    )


def tariff(rows: Sequence[ChatModel]) -> Tariff:
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

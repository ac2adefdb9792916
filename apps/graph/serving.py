"""The models of a build: one for each purpose, how many calls at once, what a token costs."""

from dataclasses import dataclass
from decimal import Decimal

from apps.graph.wording import Wording
from apps.llm.ledger import Ledger, prices_today
from apps.llm.models import ChatModel, Purpose
from apps.llm.registry import language_model, models_in_order
from apps.llm.types import LanguageModel

AT_ONCE_OFFLINE = 4
LONGEST_REPLY_OFFLINE = 2_048


@dataclass(frozen=True, slots=True)
class BuildModels:
    extract: LanguageModel
    describe: LanguageModel
    report: LanguageModel
    concurrency: int
    longest_reply: int
    rates: tuple[Decimal, Decimal] | None


def is_served() -> bool:
    """Whether extraction would go to a model server rather than to the built-in model."""
    first = first_choice(Purpose.EXTRACT)
    return first is not None and first.endpoint is not None


def first_choice(purpose: str) -> ChatModel | None:
    return next(iter(models_in_order(purpose)), None)


def build_models(words: Wording, ledger: Ledger) -> BuildModels:
    """Sync, a few queries."""
    row = first_choice(Purpose.EXTRACT)
    endpoint = row.endpoint if row else None
    return BuildModels(
        extract=language_model(Purpose.EXTRACT, ledger=ledger, prompt_version=words.extract.label),
        describe=language_model(Purpose.SUMMARISE, ledger=ledger, prompt_version=words.describe.label),
        report=language_model(Purpose.REPORT, ledger=ledger, prompt_version=words.report.label),
        concurrency=endpoint.max_concurrency if endpoint else AT_ONCE_OFFLINE,
        longest_reply=row.max_output_tokens if row else LONGEST_REPLY_OFFLINE,
        rates=prices_today({row.name}).get(row.name) if row and endpoint else None,
    )

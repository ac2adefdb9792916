"""Finds the models that write plain language, in their order, each with its own settings."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.conf import settings

from apps.database.settings_cache import load_cached
from apps.llm.call_ledger import Ledger
from apps.llm.model_registry import build_served_model, in_house_rows, models_in_order, prompt_version_for_model
from apps.llm.models import ChatModel, Purpose, is_remote_model
from apps.llm.offline import OfflineLanguageModel
from apps.llm.offline.language_model import NAME as OFFLINE
from apps.llm.prompts.fill_published_prompt import PublishedPrompt
from apps.llm.providers.fallback_model import TimedLanguageModel
from apps.llm.providers.gateway_language_model import GatewayLanguageModel
from apps.llm.transport.timeouts_and_retries import RetryPolicy
from apps.simplify.errors import UnknownModel
from apps.simplify.models import ModelSettings

ATTEMPTS, LONGEST_WAIT = 2, 5.0
"""Somebody waits: rather the next model than a long pause."""


@dataclass(frozen=True, slots=True)
class Writer:
    """A model with the longest part it is given (characters) and how free it is in its choice of words."""

    model: TimedLanguageModel
    label: str
    max_input_chars: int
    temperature: float

    @property
    def name(self) -> str:
        return self.model.name


def load_rewrite_models() -> Sequence[ChatModel]:
    """The models in service for plain language, first choice first. One query, none while settings are the same."""
    return load_cached(("simplify", "models"), lambda: models_in_order(Purpose.SIMPLIFY))


def is_sent_outside() -> bool:
    """Whether a text may reach somebody else's server. One query, none while settings are the same."""
    return any(is_remote_model(row) for row in load_rewrite_models())


def load_rewrite_model_settings(row: ChatModel) -> ModelSettings:
    found = load_cached(
        ("simplify", "model-settings"), lambda: {one.model_id: one for one in ModelSettings.objects.all()}
    )
    return found.get(row.pk) or ModelSettings(model=row)


def load_writers(
    ledger: Ledger, prompt: PublishedPrompt, first: str | None = None, *, in_house: bool = False
) -> list[Writer]:
    """All models in their order, `first` before the others; the built-in rules where no model is in service.

    `in_house` leaves out those of servers outside. Raises UnknownModel.
    """
    served_by = in_house_rows(load_rewrite_models()) if in_house else load_rewrite_models()
    found = [build_writer(row, ledger, prompt) for row in served_by] or [built_in_writer(ledger, prompt)]
    if first is None:
        return found
    chosen = [writer for writer in found if first in (writer.name, writer.label)]
    if not chosen:
        raise UnknownModel(first, [writer.name for writer in found])
    return [*chosen, *(writer for writer in found if writer not in chosen)]


def build_writer(row: ChatModel, ledger: Ledger, prompt: PublishedPrompt) -> Writer:
    set_up = load_rewrite_model_settings(row)
    retry_policy = RetryPolicy(float(settings.BATCH_DEADLINE), attempts=ATTEMPTS, longest_wait=LONGEST_WAIT)
    model = build_served_model(row, Purpose.SIMPLIFY, retry_policy, ledger, prompt)
    if isinstance(model, GatewayLanguageModel):
        model = replace(
            model,
            sampling={
                "top_p": set_up.top_p,
                "presence_penalty": set_up.presence_penalty,
                "frequency_penalty": set_up.frequency_penalty,
            },
        )
    return Writer(model, str(row), set_up.max_input_chars, set_up.temperature)


def built_in_writer(ledger: Ledger, prompt: PublishedPrompt) -> Writer:
    """The built-in rules: they need no server."""
    model = OfflineLanguageModel(
        Purpose.SIMPLIFY, ledger=ledger, prompt_version=prompt_version_for_model(prompt, OFFLINE)
    )
    return Writer(model, model.name, 9_000, 0.0)

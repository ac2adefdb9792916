"""The models that are second readers: each at an endpoint, with a version of its prompt in a language."""

from dataclasses import dataclass

from apps.chat.models import CalibrationState, ReaderCalibration
from apps.chat.models.service_settings import rules
from apps.database.settings_cache import remembered
from apps.llm.call_ledger import Ledger
from apps.llm.model_registry import models_in_order, served
from apps.llm.models import ChatModel, Purpose, is_sent_outside_the_house
from apps.llm.prompts.prompt_store import published
from apps.llm.prompts.published_prompt import PublishedPrompt
from apps.llm.transport.timeouts_and_retries import retry_policy_for
from apps.llm.types import LanguageModel

PROMPTS = {"de": "second-reader", "en": "second-reader-en"}
"""By the language of the sentence and its quotes."""
CALL_SECONDS = 60.0


@dataclass(frozen=True, slots=True)
class SecondReader:
    """One that could be asked now."""

    row: ChatModel
    endpoint: str
    prompt: PublishedPrompt
    language: str

    @property
    def columns(self) -> dict[str, str]:
        """Its identity, as calibrations and readings keep it."""
        return {
            "endpoint": self.endpoint,
            "model": self.row.name,
            "prompt_version": self.prompt.label,
            "language": self.language,
        }

    def model(self, ledger: Ledger) -> LanguageModel:
        """Exactly this model: where it fails no other one answers in its place."""
        policy = retry_policy_for(Purpose.SECOND_READER, CALL_SECONDS)
        return served(self.row, Purpose.SECOND_READER, policy, ledger, self.prompt, reads_json=False)


def reader_row() -> ChatModel | None:
    """The first model of the purpose that a server has and that writes. One query, or none.

    The built-in model is never a second reader: it cannot judge.
    """
    key = ("models", Purpose.SECOND_READER.value)
    rows = remembered(key, lambda: models_in_order(Purpose.SECOND_READER))
    return next((row for row in rows if row.endpoint is not None and not row.is_reranker), None)


def reader_is_outside() -> bool:
    """Whether what it reads leaves the house. One query, or none."""
    row = reader_row()
    return row is not None and is_sent_outside_the_house(row)


def reader_of(language: str) -> SecondReader | None:
    """None where no model is connected, or where there is no prompt for the language. Two queries at most."""
    row = reader_row()
    if row is None or row.endpoint is None or language not in PROMPTS:
        return None
    return SecondReader(row, row.endpoint.base_url, published(PROMPTS[language]).for_model(row.name), language)


def is_wanted() -> bool:
    """Whether sentences are to be read again: switched on, and a model is connected. One or two queries, or none."""
    in_force = rules()
    return in_force.second_reader_is_on and in_force.answers_are_on and reader_row() is not None


def calibration_of(reader: SecondReader) -> ReaderCalibration | None:
    """The newest finished measurement of exactly this reader. One query."""
    finished = ReaderCalibration.objects.filter(state=CalibrationState.FINISHED, **reader.columns)
    return finished.order_by("-finished_at", "-pk").first()


def languages_read_again() -> tuple[str, ...]:
    """Those in which sentences wait for a second reader: what an unmeasured one says would be shown to nobody.

    Remembered with the settings, for a minute, because no setting changes when a measurement ends.
    """
    return remembered("languages-read-again", lambda: tuple(calibrated_languages()), seconds=60)


def calibrated_languages() -> list[str]:
    """Those in which verdicts of the connected reader are shown. A few queries."""
    if not is_wanted():
        return []
    readers = [reader for language in PROMPTS if (reader := reader_of(language))]
    return [one.language for one in readers if (found := calibration_of(one)) is not None and found.suffices]

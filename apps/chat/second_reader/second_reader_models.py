"""The models that are second readers: each at an endpoint, with a version of its prompt in a language."""

from dataclasses import dataclass

from apps.chat.models import CalibrationState, ReaderCalibration
from apps.chat.models.service_settings import load_service_rules
from apps.database.settings_cache import load_cached
from apps.llm.call_ledger import Ledger
from apps.llm.model_registry import build_served_model, models_in_order
from apps.llm.models import ChatModel, Purpose, is_remote_model
from apps.llm.prompts.fill_published_prompt import PublishedPrompt
from apps.llm.prompts.prompt_store import load_published_prompt
from apps.llm.transport.timeouts_and_retries import retry_policy_for
from apps.llm.types import LanguageModel

SECOND_READER_PROMPTS = {"de": "second-reader", "en": "second-reader-en"}
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
        return build_served_model(self.row, Purpose.SECOND_READER, policy, ledger, self.prompt, reads_json=False)


def reader_row() -> ChatModel | None:
    """The first model of the purpose that a server has and that writes. One query, or none.

    The built-in model is never a second reader: it cannot judge.
    """
    key = ("models", Purpose.SECOND_READER.value)
    rows = load_cached(key, lambda: models_in_order(Purpose.SECOND_READER))
    return next((row for row in rows if row.endpoint is not None and not row.is_reranker), None)


def is_second_reader_remote() -> bool:
    """Whether what it reads leaves the house. One query, or none."""
    row = reader_row()
    return row is not None and is_remote_model(row)


def second_reader_for(language: str) -> SecondReader | None:
    """None where no model is connected, or where there is no prompt for the language. Two queries at most."""
    row = reader_row()
    if row is None or row.endpoint is None or language not in SECOND_READER_PROMPTS:
        return None
    return SecondReader(
        row, row.endpoint.base_url, load_published_prompt(SECOND_READER_PROMPTS[language]).for_model(row.name), language
    )


def is_second_reading_wanted() -> bool:
    """Whether sentences are to be read again: switched on, and a model is connected. One or two queries, or none."""
    in_force = load_service_rules()
    return in_force.second_reader_is_on and in_force.answers_are_on and reader_row() is not None


def newest_calibration(reader: SecondReader) -> ReaderCalibration | None:
    """The newest finished measurement of exactly this reader. One query."""
    finished = ReaderCalibration.objects.filter(state=CalibrationState.FINISHED, **reader.columns)
    return finished.order_by("-finished_at", "-pk").first()


def languages_read_again() -> tuple[str, ...]:
    """Returns the languages in which sentences wait for a reader: an unmeasured one's verdicts are shown to nobody.

    Remembered with the settings, for a minute, because no setting changes when a measurement ends.
    """
    return load_cached("languages-read-again", lambda: tuple(calibrated_languages()), seconds=60)


def calibrated_languages() -> list[str]:
    """Returns the languages in which verdicts of the connected reader are shown. A few queries."""
    if not is_second_reading_wanted():
        return []
    readers = [reader for language in SECOND_READER_PROMPTS if (reader := second_reader_for(language))]
    return [one.language for one in readers if (found := newest_calibration(one)) is not None and found.suffices]

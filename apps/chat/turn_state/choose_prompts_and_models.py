"""Chooses prompts and models for a turn; no external model where the collection forbids it."""

from collections.abc import Sequence

from django.conf import settings

from apps.chat.admission.asked_question import AskedQuestion
from apps.chat.models import Channel
from apps.chat.second_reader.second_reader_models import is_second_reader_remote, languages_read_again
from apps.chat.sentence_numbers.number_sentences import NUMBERED_ANSWER_PROMPT as PROMPT_OF_NUMBERS
from apps.chat.translation import translate_question
from apps.chat.translation.translate_question import QuestionTranslator
from apps.chat.turn_state.conversation_history import PastTurn
from apps.llm.model_registry import prompt_version_for_model
from apps.llm.models import Purpose
from apps.llm.offline import OfflineLanguageModel
from apps.llm.offline.language_model import NAME as OFFLINE
from apps.llm.prompts.fill_published_prompt import PublishedPrompt
from apps.llm.prompts_and_models_in_use import ModelAccess
from apps.llm.types import LanguageModel
from apps.retrieval.models import QuoteForm
from apps.retrieval.preparation.search_setup import SearchSetup


def choose_rephrase_prompt(search: SearchSetup, ask: AskedQuestion, past: Sequence[PastTurn]) -> str | None:
    """The prompt that puts the question into other words before it is searched; None where it is searched as typed."""
    if search.chosen or not search.algorithm.rephrases(ask.text):
        # Who asks about the whole has said what about: words of earlier questions would narrow it. Some algorithms
        # look for the very words of a short question.
        return None
    if past:
        return "rephrase"
    return "improve-question" if search.profile.improves_questions else None


def choose_answer_prompt(search: SearchSetup) -> str:
    """The algorithm's own prompt; where that is the ordinary one, that of the profile's form of quotes."""
    wanted = search.algorithm.answer_prompt
    by_numbers = wanted == "answer" and search.profile.quote_form == QuoteForm.NUMBERS
    return PROMPT_OF_NUMBERS if by_numbers else wanted


def choose_model(purpose: str, ask: AskedQuestion, models: ModelAccess, prompt: PublishedPrompt) -> LanguageModel:
    """The model of the purpose; the built-in one, which costs nothing, when none may be asked."""
    if ask.withheld:
        return OfflineLanguageModel(
            purpose, ledger=models.ledger, prompt_version=prompt_version_for_model(prompt, OFFLINE)
        )
    return models.language_model(purpose, prompt)


def choose_translator(
    search: SearchSetup, ask: AskedQuestion, models: ModelAccess, model: LanguageModel | None
) -> QuestionTranslator | None:
    """None where nobody could tell the language, no language model may be asked, or models read everything anyway."""
    if not settings.MEANING or search.algorithm.asks is not None:
        return None
    prompt = models.prompt(translate_question.PROMPT)
    asked = model or choose_model(Purpose.REPHRASE, ask, models, prompt)
    return None if isinstance(asked, OfflineLanguageModel) else QuestionTranslator(prompt, asked)


def second_reading_languages(ask: AskedQuestion, search: SearchSetup) -> tuple[str, ...]:
    """Languages in which sentences wait for a second reader, none where nobody may be asked."""
    if ask.withheld or ask.channel == Channel.REVIEW or (search.models.in_house and is_second_reader_remote()):
        return ()
    return languages_read_again()

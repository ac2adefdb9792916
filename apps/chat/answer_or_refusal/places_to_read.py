"""Places to read in the documents, shown where there is no written answer; and whether they are shown."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from apps.chat.answer_or_refusal.turn_conclusion import Conclusion, citation_from_passage
from apps.chat.contradictions.content_words import content_words
from apps.chat.models import TurnState
from apps.chat.nearest_passages import passages_in_other_language
from apps.chat.nearest_passages.passages_in_other_language import is_near_across_languages, language_barrier_notice
from apps.chat.nearest_passages.passages_in_other_words import is_near_in_meaning, is_worth_comparing
from apps.chat.proof.find_quote import PageText, readable_quote
from apps.chat.rendering.answer_html import render_answer_html
from apps.chat.turn_state.fallback_notices import missing_model_reason, stand_in_warnings
from apps.chat.turn_state.turn_draft import TurnDraft
from apps.retrieval.query.types import Passage

MOST_PLACES = 5
WORDS_OF_SENTENCE = 4


def shows_places(draft: TurnDraft) -> bool:
    """Whether there is no written answer, but places to read are shown instead."""
    if draft.state is not TurnState.REFUSED:
        return draft.state is TurnState.DONE_WITHOUT_LLM and not (draft.is_offline_fallback and draft.has_answer)
    sentence = max((one.similarity for one in draft.similar.values()), default=0.0)
    if language_barrier_notice(draft.steps, answering_model_name(draft)):
        return is_near_across_languages(draft.steps, sentence, draft.ask.text)
    return is_near_in_meaning(draft.steps, answering_model_name(draft), draft.ask.text, sentence)


def may_show_places(draft: TurnDraft) -> bool:
    """Whether places may be shown, asked before sentences are compared: it decides whether that is worth it."""
    if draft.state is not TurnState.REFUSED:
        return shows_places(draft)
    if language_barrier_notice(draft.steps, answering_model_name(draft)):
        return passages_in_other_language.is_near(draft.steps, draft.ask.text)
    return is_worth_comparing(draft.steps, answering_model_name(draft), draft.ask.text)


def answering_model_name(draft: TurnDraft) -> str:
    return draft.completion.model if draft.completion else ""


def conclude_with_places(draft: TurnDraft, apology: str = "") -> Conclusion:
    """An apology and what was found, each with the sentence of its page that is nearest to the question."""
    passages = sort_by_similarity(one_passage_per_page(draft), draft)
    apology = apology or no_answer_apology(draft)
    if passages:
        apology += " " + _("These places were found in the documents; please read them there.")
    citations = [
        citation_from_passage(number, passage, nearest_sentence(passage, draft))
        for number, passage in enumerate(passages, start=1)
    ]
    warnings = stand_in_warnings(draft)
    return Conclusion(
        TurnState.DONE_WITHOUT_LLM, apology, render_answer_html(apology, {}), citations, warnings=warnings
    )


def no_answer_apology(draft: TurnDraft) -> str:
    if draft.ask.withheld:
        return missing_model_reason(draft)
    return _("The language model does not answer at the moment, so there is no written answer.")


def one_passage_per_page(draft: TurnDraft) -> list[Passage]:
    """What the model saw, each page once."""
    found = [passage for passage in draft.used if passage.page is not None]
    first_of_pages = {(passage.document_id, passage.page): passage for passage in reversed(found)}
    return list(first_of_pages.values())[::-1][:MOST_PLACES]


def sort_by_similarity(passages: Sequence[Passage], draft: TurnDraft) -> list[Passage]:
    """Sorts compared passages by their nearest sentence; the others follow in their order."""
    return sorted(
        passages, key=lambda one: -draft.similar[one.chunk_id].similarity if one.chunk_id in draft.similar else 0
    )


def nearest_sentence(passage: Passage, draft: TurnDraft) -> str:
    """Returns the passage's sentence that is nearest in meaning, else the one that shares most words with the question;
    of several, one that says something by itself, not the head of a column."""
    if passage.chunk_id in draft.similar:
        return draft.similar[passage.chunk_id].quote
    sentences = PageText(passage.text).sentences or [readable_quote(passage.text)]
    words = content_words(draft.query)
    return max(sentences, key=lambda each: (len(words & content_words(each)), len(each.split()) >= WORDS_OF_SENTENCE))

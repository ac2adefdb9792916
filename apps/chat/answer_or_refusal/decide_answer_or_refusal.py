"""Concludes a turn: shows its reply as an answer, replaces it by extracts of the documents, or refuses."""

from collections.abc import Mapping
from dataclasses import replace

from django.utils import translation
from django.utils.translation import gettext as _

from apps.chat.answer_or_refusal.answer_warnings import collect_answer_warnings
from apps.chat.answer_or_refusal.fall_back_to_extracts import draft_from_extracts
from apps.chat.answer_or_refusal.places_to_read import answering_model_name, conclude_with_places, shows_places
from apps.chat.answer_or_refusal.quote_context import quote_contexts
from apps.chat.answer_or_refusal.refusal import build_refusal, build_refusal_from_sentences
from apps.chat.answer_or_refusal.resolve_citation_markers import cite_reply, has_cited_words
from apps.chat.answer_or_refusal.turn_conclusion import Conclusion, citation_from_proof
from apps.chat.contradictions.between_documents import cited_conflicts, conflict_warning
from apps.chat.models import TurnState
from apps.chat.nearest_passages.passages_in_other_language import foreign_question_language, language_barrier_notice
from apps.chat.nearest_passages.passages_in_other_words import other_words_notice
from apps.chat.proof.find_quote import PageText
from apps.chat.proof.prove_answer import CitedAnswer
from apps.chat.rendering.answer_html import CitationLink, render_answer_html
from apps.chat.turn_state.fallback_notices import OTHER_MODEL, is_unproved, missing_model_reason, stand_in_warnings
from apps.chat.turn_state.turn_draft import TurnDraft
from apps.chat.turn_state.turn_events import CitationView
from apps.llm.offline.language_model import NAME as OFFLINE_MODEL


def conclude_turn(draft: TurnDraft, page_texts: Mapping[int, PageText]) -> Conclusion:
    """`page_texts`: the page by the id of the chunk found on it. Reads no database."""
    state = draft.state
    with translation.override(draft.snapshot.conversation.language):
        if state is TurnState.REFUSED:
            return conclude_without_answer(draft)
        if shows_places(draft):
            return conclude_with_places(draft)
        return conclude_with_proofs(draft, state, page_texts)


def conclude_without_answer(draft: TurnDraft) -> Conclusion:
    """A refusal, or places to read where only the language or the wording stands between."""
    between = language_barrier_notice(draft.steps, answering_model_name(draft))
    # Readers who are told the rest in their own language understand that of the page least of all.
    with translation.override(foreign_question_language(draft.steps) if between else translation.get_language()):
        if shows_places(draft):
            return conclude_with_places(draft, between or other_words_notice())
        # Never that the documents do not answer: nobody has read both.
        return build_refusal_from_sentences(draft, [between]) if between else build_refusal(draft)


def conclude_with_proofs(draft: TurnDraft, state: TurnState, page_texts: Mapping[int, PageText]) -> Conclusion:
    """The answer with its proofs. When none of it can be proved, sentences of the documents, else a refusal."""
    cited = cite_reply(draft, page_texts)
    if state is TurnState.DONE and not has_cited_words(cited):
        return conclude_from_extracts(draft, page_texts, cited) or build_refusal(draft, cited)
    if draft.stopped == "deadline" and not has_cited_words(cited):
        # A model that is too slow for the turn has had its time; readers have waited for it.
        return conclude_from_extracts(draft, page_texts, cited) or build_answer_conclusion(draft, state, cited)
    return build_answer_conclusion(draft, state, cited)


def conclude_from_extracts(
    draft: TurnDraft, page_texts: Mapping[int, PageText], unproved: CitedAnswer
) -> Conclusion | None:
    """That a model proved nothing says nothing of the documents: the built-in one may find what they say.

    None when it finds nothing either. What the model named in vain is kept with the turn.
    """
    instead = draft_from_extracts(draft)
    cited = cite_reply(instead, page_texts) if instead else None
    if instead is None or cited is None or not cited.citations:
        return None
    concluded = build_answer_conclusion(instead, TurnState.DONE_WITHOUT_LLM, cited)
    return replace(concluded, failures=[*concluded.failures, *unproved.failures], model=OFFLINE_MODEL)


def build_answer_conclusion(draft: TurnDraft, state: TurnState, cited: CitedAnswer) -> Conclusion:
    """What was proved, as people and programs get it."""
    citations = list(map(citation_from_proof, cited.citations, quote_contexts(cited.citations)))
    apology = f"{stand_in_apology(draft)}\n\n" if draft.is_offline_fallback else ""
    missing, stand_ins = collect_answer_warnings(draft, cited), stand_in_warnings(draft)
    met = cited_conflicts(draft.conflicts, [(one.document_id, one.page, one.sentence) for one in cited.citations])
    html = render_answer_html(
        apology + cited.marked,
        {item.link: link_of(shown.view) for item, shown in zip(cited.citations, citations, strict=True)},
        sources=cited_page_texts(draft, cited),
        # That no language model wrote it is said before the answer already.
        notices=[
            *(one["text"] for one in stand_ins if one["kind"] == OTHER_MODEL),
            *(one.text for one in missing),
        ],
        conflicts=met,
        sentences=cited.sentences,
    )
    warnings = [*stand_ins, *(one.as_json() for one in missing), *map(conflict_warning, met), *cited.warnings]
    sentences = [one for one in cited.sentences if one.has_words]
    return Conclusion(state, apology + cited.text, html, citations, cited.failures, warnings, sentences=sentences)


def cited_page_texts(draft: TurnDraft, cited: CitedAnswer) -> list[str]:
    """Texts and addresses of the cited pages, from which links of the answer may come."""
    places = {(item.document_id, item.page) for item in cited.citations}
    read = [passage for passage in draft.used if (passage.document_id, passage.page) in places]
    return [text for passage in read for text in (passage.text, passage.url)]


def link_of(view: CitationView) -> CitationLink:
    return CitationLink(view.number, view.url, view.place)


def stand_in_apology(draft: TurnDraft) -> str:
    if draft.ask.withheld:
        # Not within the string: the sentences to be translated are not looked for there.
        said = _("These are sentences from the documents.")
        return f"{missing_model_reason(draft)} {said}"
    if is_unproved(draft):
        return _(
            "What the language model wrote could not be proved from the documents. These are sentences from them, "
            "word for word."
        )
    return _("The language model does not answer at the moment. These are sentences from the documents.")

"""Concludes a turn: the model's reply becomes proved citations and safe HTML, or honest words without an answer."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils import translation
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from apps.chat.answering.answer_html import CitationLink, render
from apps.chat.answering.answer_warnings import degraded_search, shortcomings_of
from apps.chat.answering.fall_back_to_extracts import extracts_instead
from apps.chat.contradictions.between_documents import conflicts_met, warning
from apps.chat.contradictions.content_words import content_words
from apps.chat.models import TurnState
from apps.chat.nearest_passages import question_in_other_language, question_in_other_words
from apps.chat.nearest_passages.question_in_other_language import (
    is_near_enough,
    language_of_reader,
    stands_between,
)
from apps.chat.nearest_passages.question_in_other_words import comes_near, is_worth_comparing
from apps.chat.nearest_passages.worth_naming import worth_naming
from apps.chat.proof.find_quote import PageText, readable
from apps.chat.proof.levels import LeveledSentence
from apps.chat.proof.prove_answer import CitedAnswer, cite
from apps.chat.proof.types import FailedCitation, NumberedSource, ProvedCitation
from apps.chat.rendering.page_and_cell_label import page_and_cell_label
from apps.chat.rendering.refusal_box import refusal_html
from apps.chat.sentence_numbers.move_leading_markers import markers_behind
from apps.chat.turn_state.fallback_notices import OTHER_MODEL, is_unproved, stand_in_warnings, why_no_model
from apps.chat.turn_state.turn_draft import TurnDraft
from apps.chat.turn_state.turn_events import CitationView
from apps.documents.models import document_url
from apps.llm.offline.language_model import NAME as OFFLINE_MODEL
from apps.retrieval.query.types import Passage, SearchStep
from apps.retrieval.vectors.explain_no_results import explanation
from apps.text.locate_quote import Span

MOST_FOUND, MOST_NEAREST = 5, 3
OF_THE_WHOLE = "graph-reduce"
"""The prompt whose answers must cite in each paragraph: they are made of contributions, and no page is the whole."""
NO_PAGE = PageText("")
State = TurnState

UNSEARCHED = frozenset({"no_words", "no_graph"})
"""Signs that are no words, and an algorithm whose graph nobody has built."""


@dataclass(frozen=True, slots=True)
class ShownCitation:
    """A citation for people, and the document its row points to."""

    document_id: int
    view: CitationView


@dataclass(frozen=True, slots=True)
class Conclusion:
    state: State
    text: str
    html: str
    citations: Sequence[ShownCitation] = ()
    failures: Sequence[FailedCitation] = ()
    warnings: Sequence[dict[str, Any]] = ()
    nearest: Sequence[dict[str, Any]] = ()
    sentences: Sequence[LeveledSentence] = ()
    model: str = ""
    """Who wrote it, when it is not the model whose reply came last."""


def conclude(draft: TurnDraft, page_texts: Mapping[int, PageText]) -> Conclusion:
    """`page_texts`: the page by the id of the chunk found on it. Reads no database."""
    state = draft.state
    with translation.override(draft.snapshot.conversation.language):
        if state is State.REFUSED:
            return without_answer(draft)
        if shows_places(draft):
            return passages_only(draft)
        return proved_conclusion(draft, state, page_texts)


def without_answer(draft: TurnDraft) -> Conclusion:
    """A refusal, or places to read where only the language or the wording stands between."""
    between = stands_between(draft.steps, writer_of(draft))
    # Readers who are told the rest in their own language understand that of the page least of all.
    with translation.override(language_of_reader(draft.steps) if between else translation.get_language()):
        if shows_places(draft):
            return passages_only(draft, between or question_in_other_words.in_other_words())
        # Never that the documents do not answer: nobody has read both.
        return refused(draft, [between]) if between else refusal(draft)


def shows_places(draft: TurnDraft) -> bool:
    """Whether there is no written answer, but places to read are shown instead."""
    if draft.state is not State.REFUSED:
        return draft.state is State.DONE_WITHOUT_LLM and not (draft.is_offline_fallback and draft.has_answer)
    sentence = max((one.similarity for one in draft.similar.values()), default=0.0)
    if stands_between(draft.steps, writer_of(draft)):
        return is_near_enough(draft.steps, sentence, draft.ask.text)
    return comes_near(draft.steps, writer_of(draft), draft.ask.text, sentence)


def may_show_places(draft: TurnDraft) -> bool:
    """The same before sentences are compared, which decides whether they are worth it."""
    if draft.state is not State.REFUSED:
        return shows_places(draft)
    if stands_between(draft.steps, writer_of(draft)):
        return question_in_other_language.is_near(draft.steps, draft.ask.text)
    return is_worth_comparing(draft.steps, writer_of(draft), draft.ask.text)


def writer_of(draft: TurnDraft) -> str:
    return draft.completion.model if draft.completion else ""


def proved_conclusion(draft: TurnDraft, state: State, page_texts: Mapping[int, PageText]) -> Conclusion:
    """The answer with its proofs. When none of it can be proved, sentences of the documents, else a refusal."""
    cited = cited_answer(draft, page_texts)
    if state is State.DONE and not says_something(cited):
        return from_extracts(draft, page_texts, cited) or refusal(draft, cited)
    if draft.stopped == "deadline" and not says_something(cited):
        # A model that is too slow for the turn has had its time; readers have waited for it.
        return from_extracts(draft, page_texts, cited) or conclusion_of(draft, state, cited)
    return conclusion_of(draft, state, cited)


def says_something(cited: CitedAnswer) -> bool:
    """Whether any words name a page: a number alone has a quote behind it, and answers nothing."""
    return any(one.has_words and one.citations for one in cited.sentences)


def cited_answer(draft: TurnDraft, page_texts: Mapping[int, PageText]) -> CitedAnswer:
    sources_read = [source_of(n, passage, page_texts, place) for n, passage, place in draft.numbered_sources()]
    if draft.is_worked_out:
        return cite(draft.reply, sources_read, is_worked_out=True)
    reply = markers_behind(draft.reply) if draft.snapshot.numbers_sentences else draft.reply
    return cite(reply, sources_read, each_paragraph=draft.snapshot.answer_prompt.slug == OF_THE_WHOLE)


def from_extracts(draft: TurnDraft, page_texts: Mapping[int, PageText], unproved: CitedAnswer) -> Conclusion | None:
    """That a model proved nothing says nothing of the documents: the built-in one may find what they say.

    None when it finds nothing either. What the model named in vain is kept with the turn.
    """
    instead = extracts_instead(draft)
    cited = cited_answer(instead, page_texts) if instead else None
    if instead is None or cited is None or not cited.citations:
        return None
    concluded = conclusion_of(instead, State.DONE_WITHOUT_LLM, cited)
    return replace(concluded, failures=[*concluded.failures, *unproved.failures], model=OFFLINE_MODEL)


def conclusion_of(draft: TurnDraft, state: State, cited: CitedAnswer) -> Conclusion:
    """What was proved, as people and programs get it."""
    citations = [ShownCitation(item.document_id, view_of(item)) for item in cited.citations]
    links = {item.link: link_of(shown.view) for item, shown in zip(cited.citations, citations, strict=True)}
    places = {(item.document_id, item.page) for item in cited.citations}
    read = [passage for passage in draft.used if (passage.document_id, passage.page) in places]
    sources = [text for passage in read for text in (passage.text, passage.url)]
    apology = f"{stand_in_apology(draft)}\n\n" if draft.is_offline_fallback else ""
    missing, stand_ins = shortcomings_of(draft, cited), stand_in_warnings(draft)
    # That no language model wrote it stands before the answer already.
    notices = [*(one["text"] for one in stand_ins if one["kind"] == OTHER_MODEL), *(one.text for one in missing)]
    met = conflicts_met(draft.conflicts, [(one.document_id, one.page, one.sentence) for one in cited.citations])
    html = render(
        apology + cited.marked, links, sources=sources, notices=notices, conflicts=met, sentences=cited.sentences
    )
    warnings = [*stand_ins, *(one.as_json() for one in missing), *map(warning, met), *cited.warnings]
    sentences = [one for one in cited.sentences if one.has_words]
    return Conclusion(state, apology + cited.text, html, citations, cited.failures, warnings, sentences=sentences)


def link_of(view: CitationView) -> CitationLink:
    return CitationLink(view.number, view.url, view.place)


def stand_in_apology(draft: TurnDraft) -> str:
    if draft.ask.withheld:
        # Not within the string: the sentences to be translated are not looked for there.
        said = _("These are sentences from the documents.")
        return f"{why_no_model(draft)} {said}"
    if is_unproved(draft):
        return _(
            "What the language model wrote could not be proved from the documents. These are sentences from them, "
            "word for word."
        )
    return _("The language model does not answer at the moment. These are sentences from the documents.")


def why_no_answer(draft: TurnDraft) -> str:
    """Why there is no written answer."""
    if draft.ask.withheld:
        return why_no_model(draft)
    return _("The language model does not answer at the moment, so there is no written answer.")


def source_of(
    number: int, passage: Passage, page_texts: Mapping[int, PageText], place: Span | None = None
) -> NumberedSource:
    return NumberedSource(
        number=number,
        document_id=passage.document_id,
        external_id=passage.external_id,
        title=passage.title or passage.external_id,
        page=passage.page,
        passage=passage.text,
        page_text=page_texts.get(passage.chunk_id, NO_PAGE),
        date=passage.date.isoformat() if passage.date else "",
        place=place,
    )


def view_of(proved: ProvedCitation) -> CitationView:
    return citation_view(
        proved.number,
        proved.document_id,
        proved.external_id,
        proved.title,
        proved.page,
        proved.quote,
        proved.sheet,
        proved.cells,
    )


def citation_view(
    number: int,
    document_id: int,
    external_id: str,
    title: str,
    page: int | None,
    quote: str,
    sheet: str = "",
    cells: str = "",
) -> CitationView:
    url = document_url(document_id, page, quote)
    return CitationView(number, external_id, title, page, quote, verified=True, url=url, sheet=sheet, cells=cells)


def refusal(draft: TurnDraft, unproved: CitedAnswer | None = None) -> Conclusion:
    """No answer and no evidence; the nearest documents are named as what they are, and who knows more.

    What a model wrote without any proof is not shown; it is kept with the turn.
    """
    unsearched = nothing_searched(draft.steps)
    said = [unsearched] if unsearched else [_("The documents do not answer this question."), *looked_through(draft)]
    failures = unproved.failures if unproved else ()
    stand_ins = stand_in_warnings(draft)
    missing = [one.as_json() for one in degraded_search(draft)]
    warnings = [*stand_ins, *missing, *(unproved.warnings if unproved else ())]
    return refused(draft, [*said, *(one["text"] for one in stand_ins)], failures, warnings)


def nothing_searched(steps: Sequence[SearchStep]) -> str:
    """What to say where no document was looked at, so that none leaves the question unanswered; empty elsewhere."""
    return explanation(steps) if any(step.detail.get("reason") in UNSEARCHED for step in steps) else ""


def looked_through(draft: TurnDraft) -> list[str]:
    """How many documents the asker's search had to do with and how many come soon, where that was counted."""
    said = []
    if draft.documents_searched:
        said.append(_("Documents looked through: %(count)d") % {"count": draft.documents_searched})
    if draft.documents_coming:
        shown = number_format(draft.documents_coming, force_grouping=True)
        said.append(_("Still being read, not yet searchable: %(shown)s") % {"shown": shown})
    return said


def refused(
    draft: TurnDraft,
    said: Sequence[str],
    failures: Sequence[FailedCitation] = (),
    warnings: Sequence[dict[str, Any]] = (),
) -> Conclusion:
    """The sentences, the pages that come near, if any do, and the contact, as text and as a box."""
    nearest = nearest_documents(worth_naming(draft.query, draft.passages, draft.steps))
    contact = draft.snapshot.contact
    intro = ngettext(
        "Closest to it is this document, which does not prove an answer:",
        "Closest to it are these documents, which do not prove an answer:",
        len(nearest),
    )
    ask_here = _("Please ask here: %(contact)s") % {"contact": contact} if contact else ""
    listed = [intro + "\n\n" + "\n".join(f"- {item['label']}" for item in nearest)] if nearest else []
    text = "\n\n".join([*said, *listed, *([ask_here] if ask_here else [])])
    html = refusal_html(said, intro, nearest, contact, ask_here)
    return Conclusion(State.REFUSED, text, html, failures=failures, warnings=warnings, nearest=nearest)


def passages_only(draft: TurnDraft, apology: str = "") -> Conclusion:
    """An apology and what was found, each with the sentence of its page that is nearest to the question."""
    passages = nearest_first(places_found(draft), draft)
    apology = apology or why_no_answer(draft)
    if passages:
        apology += " " + _("These places were found in the documents; please read them there.")
    citations = [
        ShownCitation(
            passage.document_id,
            citation_view(
                number,
                passage.document_id,
                passage.external_id,
                passage.title or passage.external_id,
                passage.page,
                nearest_sentence(passage, draft),
                passage.sheet,
                passage.cells,
            ),
        )
        for number, passage in enumerate(passages, start=1)
    ]
    warnings = stand_in_warnings(draft)
    return Conclusion(State.DONE_WITHOUT_LLM, apology, render(apology, {}), citations, warnings=warnings)


def places_found(draft: TurnDraft) -> list[Passage]:
    return distinct_pages([passage for passage in draft.used if passage.page is not None])[:MOST_FOUND]


def nearest_first(passages: Sequence[Passage], draft: TurnDraft) -> list[Passage]:
    """Those whose sentences were compared by their nearest one; the others after them, in their order."""
    return sorted(
        passages, key=lambda one: -draft.similar[one.chunk_id].similarity if one.chunk_id in draft.similar else 0
    )


def nearest_sentence(passage: Passage, draft: TurnDraft) -> str:
    """Of the passage's own sentences the nearest in meaning, else the one that shares most words with the question."""
    if passage.chunk_id in draft.similar:
        return draft.similar[passage.chunk_id].quote
    sentences = PageText(passage.text).sentences or [readable(passage.text)]
    words = content_words(draft.query)
    return max(sentences, key=lambda sentence: len(words & content_words(sentence)))


def nearest_documents(passages: Sequence[Passage]) -> list[dict[str, object]]:
    documents = {passage.document_id: passage for passage in reversed(passages)}
    nearest = list(documents.values())[::-1][:MOST_NEAREST]
    return [
        {
            "external_id": passage.external_id,
            "title": passage.title or passage.external_id,
            "document": passage.document_id,
            "page": passage.page,
            "url": document_url(passage.document_id, passage.page),
            "label": label_of(passage),
        }
        for passage in nearest
    ]


def label_of(passage: Passage) -> str:
    return page_and_cell_label(passage.title or passage.external_id, passage.page, passage.sheet, passage.cells)


def distinct_pages(passages: Sequence[Passage]) -> list[Passage]:
    return list({(passage.document_id, passage.page): passage for passage in reversed(passages)}.values())[::-1]

"""Resolves a reply's citation markers to what the model was shown under these numbers, and proves the reply."""

from collections.abc import Mapping

from apps.chat.proof.find_quote import PageText
from apps.chat.proof.prove_answer import CitedAnswer, prove_answer
from apps.chat.proof.types import NumberedSource
from apps.chat.sentence_numbers.move_leading_markers import move_leading_markers
from apps.chat.turn_state.turn_draft import TurnDraft
from apps.retrieval.query.types import Passage
from apps.text.locate_quote import Span

GRAPH_REDUCE_PROMPT = "graph-reduce"
"""The prompt whose answers must cite in each paragraph: they are made of contributions, and no page is the whole."""
NO_PAGE = PageText("")


def cite_reply(draft: TurnDraft, page_texts: Mapping[int, PageText]) -> CitedAnswer:
    """`page_texts`: the page by the id of the chunk found on it. No database."""
    sources = [numbered_source(n, passage, page_texts, place) for n, passage, place in draft.numbered_sources()]
    if draft.is_worked_out:
        return prove_answer(draft.reply, sources, is_worked_out=True)
    reply = move_leading_markers(draft.reply) if draft.snapshot.numbers_sentences else draft.reply
    question = f"{draft.query or draft.ask.text} {draft.translation}"
    each_paragraph = draft.snapshot.answer_prompt.slug == GRAPH_REDUCE_PROMPT
    return prove_answer(reply, sources, question=question, each_paragraph=each_paragraph)


def numbered_source(
    number: int, passage: Passage, page_texts: Mapping[int, PageText], place: Span | None = None
) -> NumberedSource:
    """A passage as the model knew it; with `place`, one sentence of it."""
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


def has_cited_words(cited: CitedAnswer) -> bool:
    """Whether any words name a page: a number alone has a quote, and answers nothing."""
    return any(one.has_words and one.citations for one in cited.sentences)

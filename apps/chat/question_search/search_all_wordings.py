"""Searches for a turn: by its question, and by another wording or language where there is one."""

import asyncio
import time
from dataclasses import replace

from apps.chat.turn_state.stop_signal import StopSignal
from apps.chat.turn_state.turn_draft import TurnDraft
from apps.retrieval.preparation.search_setup import SearchSetup
from apps.retrieval.query.expand_question_with_official_terms import expand_in_office_words
from apps.retrieval.query.types import RetrievalResult, SearchStep
from apps.retrieval.search.search import clean_query, search_with_setup
from apps.retrieval.search.search_two_wordings import interleave_results


async def search_question(draft: TurnDraft, stop: StopSignal) -> None:
    since = time.perf_counter()
    if draft.snapshot.given.passages is not None:
        draft.passages, draft.searched = draft.snapshot.given.passages, True
        return
    found = await search_all_wordings(draft, stop)
    draft.passages, draft.steps, draft.notes = found.passages, found.steps, found.notes
    draft.searched = True
    embedding = sum(step.seconds for step in found.steps if step.name == "embed")
    draft.seconds["embed"] = round(embedding, 5)
    draft.record_time("search", since + embedding + draft.seconds.get("translate", 0.0))


async def search_all_wordings(draft: TurnDraft, stop: StopSignal) -> RetrievalResult:
    """By the question; by both wordings when a model has changed what it asks, or said it in another language."""
    setup = draft.snapshot.search
    # The search begins before anybody has told the language: what it finds is wanted whatever that is.
    begun = begin_search(clean_query(draft.query), setup)
    try:
        await translate_query(draft, stop)
        with stop:
            if draft.translation:
                found = interleave_results(
                    *await asyncio.gather(search_with_setup(clean_query(draft.translation), setup), begun)
                )
                step = SearchStep("translate", draft.seconds["translate"], 1, detail={"also": draft.translation})
                return replace(found, steps=[step, *found.steps])
            if other := other_wording(draft):
                return interleave_results(*await asyncio.gather(begun, search_with_setup(other, setup)))
            return await begun
    finally:
        begun.cancel()


def begin_search(text: str, setup: SearchSetup) -> "asyncio.Future[RetrievalResult]":
    begun = asyncio.ensure_future(search_with_setup(text, setup))
    # Where the turn ends meanwhile nobody asks what became of it.
    begun.add_done_callback(lambda done: done.cancelled() or done.exception())
    return begun


async def translate_query(draft: TurnDraft, stop: StopSignal) -> None:
    """The question in the language of the documents, when it is in another and a model can say it in theirs."""
    translator = draft.snapshot.translator
    if translator is None:
        return
    since = time.perf_counter()
    with stop:
        draft.translation = await translator.translated(draft.query, draft.snapshot.search.query.languages)
    if draft.translation:
        draft.record_time("translate", since)


def other_wording(draft: TurnDraft) -> str:
    """Another wording of the question that is searched as well; empty when there is none."""
    return clean_query(draft.unsure_query or expand_in_office_words(draft.query))

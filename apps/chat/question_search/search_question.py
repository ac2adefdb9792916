"""What the turn finds: searched by the question, and by another wording or language where there is one."""

import asyncio
import time
from dataclasses import replace

from apps.chat.turn_state.stop_signal import StopSignal
from apps.chat.turn_state.turn_draft import TurnDraft
from apps.retrieval.preparation.search_setup import SearchSetup
from apps.retrieval.query.expand_in_words_of_offices import in_words_of_offices
from apps.retrieval.query.types import Found, SearchStep
from apps.retrieval.search.search import clean, find
from apps.retrieval.search.search_two_wordings import interleaved


async def search(draft: TurnDraft, stop: StopSignal) -> None:
    since = time.perf_counter()
    if draft.snapshot.given.passages is not None:
        draft.passages, draft.searched = draft.snapshot.given.passages, True
        return
    found = await found_for(draft, stop)
    draft.passages, draft.steps, draft.notes = found.passages, found.steps, found.notes
    draft.searched = True
    embedding = sum(step.seconds for step in found.steps if step.name == "embed")
    draft.seconds["embed"] = round(embedding, 5)
    draft.record_time("search", since + embedding + draft.seconds.get("translate", 0.0))


async def found_for(draft: TurnDraft, stop: StopSignal) -> Found:
    """By the question; by both wordings when a model has changed what it asks, or said it in another language."""
    setup = draft.snapshot.search
    # The search begins before anybody has told the language: what it finds is wanted whatever that is.
    begun = begin_search(clean(draft.query), setup)
    try:
        await translate(draft, stop)
        with stop:
            if draft.translation:
                found = interleaved(*await asyncio.gather(find(clean(draft.translation), setup), begun))
                step = SearchStep("translate", draft.seconds["translate"], 1, detail={"also": draft.translation})
                return replace(found, steps=[step, *found.steps])
            if other := other_wording(draft):
                return interleaved(*await asyncio.gather(begun, find(other, setup)))
            return await begun
    finally:
        begun.cancel()


def begin_search(text: str, setup: SearchSetup) -> "asyncio.Future[Found]":
    begun = asyncio.ensure_future(find(text, setup))
    # Where the turn ends meanwhile nobody asks what became of it.
    begun.add_done_callback(lambda done: done.cancelled() or done.exception())
    return begun


async def translate(draft: TurnDraft, stop: StopSignal) -> None:
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
    return clean(draft.unsure_query or in_words_of_offices(draft.query))

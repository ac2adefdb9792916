"""Decides whether a question is about the whole collection; asks a model where its words leave that open."""

import time

from apps.chat.turn_state.load_turn_inputs import reroute_to_graph
from apps.chat.turn_state.stop_signal import StopSignal
from apps.chat.turn_state.turn_draft import TurnDraft
from apps.database.async_access import run_in_database
from apps.llm.types import LanguageModel


async def reroute_question_about_whole(draft: TurnDraft, stop: StopSignal, model: LanguageModel | None) -> None:
    """Sends the draft through the graph if its question is about the whole; in doubt a model is asked."""
    if (guide := draft.snapshot.guide) is None:
        return
    since = time.perf_counter()
    with stop:
        is_about_the_whole = await guide.is_global(draft.ask.text)
    if is_about_the_whole:
        seconds = time.perf_counter() - since
        draft.snapshot = await run_in_database(reroute_to_graph, draft.snapshot, model, seconds)

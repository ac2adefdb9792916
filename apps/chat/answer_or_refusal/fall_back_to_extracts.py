"""Falls back to extracts: sentences of the documents in place of an answer that could not be proved."""

from dataclasses import replace

from apps.chat.turn_state.fallback_notices import UNPROVED
from apps.chat.turn_state.turn_draft import TurnDraft
from apps.llm.offline import OfflineLanguageModel
from apps.llm.offline.language_model import NAME as OFFLINE_MODEL
from apps.llm.types import Completion, StandIn


def draft_from_extracts(draft: TurnDraft) -> TurnDraft | None:
    """Answers the prompt of a failed turn with the built-in model instead. No network, no database.

    None when it wrote the answer itself, finds none, or has been switched off by an administrator.
    """
    failed = find_model_failure(draft)
    if failed is None or not (draft.snapshot.may_extract and draft.messages and draft.used):
        return None
    model = OfflineLanguageModel(draft.snapshot.search.algorithm.answer_purpose)
    reply = model.reply(draft.messages[-1].text)
    instead = replace(draft, pieces=[], stopped=None, completion=Completion(reply, OFFLINE_MODEL, stand_in=failed))
    return instead if instead.has_answer else None


def find_model_failure(draft: TurnDraft) -> StandIn | None:
    """Whose answer is missing and why: it was unproved, or too slow for the turn."""
    if draft.stopped == "deadline":
        return StandIn(draft.snapshot.model.name, "timeout")
    if draft.completion is None or draft.completion.model == OFFLINE_MODEL:
        return None
    return StandIn(draft.completion.model, UNPROVED)

"""Sentences of the documents in place of an answer that was written, but could not be proved."""

from dataclasses import replace

from apps.chat.answering.stand_ins import UNPROVED
from apps.chat.answering.turn_draft import TurnDraft
from apps.llm.offline import OfflineLanguageModel
from apps.llm.offline.language_model import NAME as OFFLINE_MODEL
from apps.llm.types import Completion, StandIn


def extracts_instead(draft: TurnDraft) -> TurnDraft | None:
    """The same turn with what the built-in model answers to the same prompt. No network, no database.

    None when it wrote the answer itself, finds none, or has been switched off by an administrator.
    """
    if not draft.snapshot.may_extract or draft.completion is None or draft.completion.model == OFFLINE_MODEL:
        return None
    model = OfflineLanguageModel(draft.snapshot.search.algorithm.answer_purpose)
    reply = model.reply(draft.messages[-1].text)
    stand_in = StandIn(draft.completion.model, UNPROVED)
    instead = replace(draft, pieces=[], completion=Completion(reply, OFFLINE_MODEL, stand_in=stand_in))
    return instead if instead.has_answer else None

"""Notices of a fallback: who wrote an answer in place of the model that was asked, and why."""

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _

from apps.chat.admission.admit_question import WITHHELD_MESSAGES
from apps.chat.turn_state.turn_draft import TurnDraft
from apps.llm.types import Completion, StandIn

NO_LANGUAGE_MODEL, OTHER_MODEL = "stand_in", "other_model"
"""Kinds of warnings: the built-in model or none wrote it, or the next language model in the order did."""
UNPROVED = "unproved"
"""The reason when the model did answer, but nothing of it was proved."""


def stand_in_warnings(draft: TurnDraft) -> list[dict[str, Any]]:
    """One warning when the answer is not the work of the model that was asked first, in the language that is active."""
    failed = find_stand_in(draft)
    if failed is None:
        return []
    wrote = draft.completion.model if draft.completion else ""
    without_model = draft.is_offline_fallback or not wrote
    said = missing_model_reason(draft) if without_model else other_model_notice()
    kind = NO_LANGUAGE_MODEL if without_model else OTHER_MODEL
    return [{"kind": kind, "text": said, "model": wrote, "instead_of": failed.instead_of, "reason": failed.reason}]


def find_stand_in(draft: TurnDraft) -> StandIn | None:
    """None when the model that was asked first wrote the answer, or began to."""
    if draft.ask.withheld:
        return StandIn("", draft.ask.withheld)
    if draft.completion is not None:
        if draft.completion.stand_in is None and draft.is_offline_fallback:
            # A reply that was kept (a run that is resumed) says which model wrote it, no longer why.
            return StandIn(draft.snapshot.model.name, "")
        return draft.completion.stand_in
    if draft.error is None or draft.has_answer:
        return None
    return StandIn(draft.snapshot.model.name, draft.error.code)


def missing_model_reason(draft: TurnDraft) -> str:
    if draft.ask.withheld:
        return str(WITHHELD_MESSAGES[draft.ask.withheld])
    if is_unproved(draft):
        return _("What the language model wrote could not be proved from the documents.")
    return _("The language model does not answer at the moment.")


def is_unproved(draft: TurnDraft) -> bool:
    """Whether sentences of the documents stand in for an answer that was written, but not proved."""
    stand_in = draft.completion.stand_in if draft.completion else None
    return stand_in is not None and stand_in.reason == UNPROVED


def other_model_notice() -> str:
    return _("The language model that usually answers cannot be reached; another one wrote this answer.")


def was_unproved(warnings: Iterable[dict[str, Any]]) -> bool:
    """Whether extracts took the place of an answer that nothing proved, by the warnings of a stored turn."""
    return any(warning.get("kind") == NO_LANGUAGE_MODEL and warning.get("reason") == UNPROVED for warning in warnings)


def stand_in_json(warnings: Iterable[dict[str, Any]]) -> dict[str, str] | None:
    """`stand_in` of the JSON of an answer, from its warnings; None when the model that was asked wrote it."""
    for warning in warnings:
        if warning.get("kind") in (NO_LANGUAGE_MODEL, OTHER_MODEL):
            return {name: warning.get(name, "") for name in ("model", "instead_of", "reason")}
    return None


def is_as_usual(warnings: Iterable[dict[str, Any]]) -> bool:
    """Whether readers get this turn while every model answers, be it extracts or places to read."""
    return was_unproved(warnings) or stand_in_json(warnings) is None


def cut_off_completion(draft: TurnDraft, kept: str) -> Completion:
    """A reply that was broken off, under the name of the model that wrote it: the one that was called last."""
    purpose = draft.snapshot.search.algorithm.answer_purpose
    calls = [record for record in draft.ledger.records if record.purpose == purpose]
    if not calls:
        return Completion(kept, draft.snapshot.model.name, "length")
    *failed, writer = calls
    stand_in = next((StandIn(call.model, call.outcome) for call in failed if call.model != writer.model), None)
    return Completion(kept, writer.model, "length", stand_in=stand_in)

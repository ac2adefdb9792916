"""Warnings of an answer, which say what is missing from it: a code for programs and a sentence for people."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from apps.chat.models.conversations import CONFLICT_KIND as CONFLICT
from apps.chat.proof.prove_answer import CitedAnswer
from apps.chat.turn_state.fallback_notices import OTHER_MODEL
from apps.chat.turn_state.turn_draft import TurnDraft
from apps.retrieval.search.embed_question_with_fallback import was_searched_by_words

WHOLE_ANSWER_WARNINGS = frozenset(
    {"stopped", "interrupted", "cut_off", "content_filter", "words_only", "nothing_proved", OTHER_MODEL, CONFLICT}
)
"""Kinds whose text is a sentence for people; the text of all other warnings repeats a piece of the answer."""


@dataclass(frozen=True, slots=True)
class AnswerWarning:
    kind: str
    text: str

    def as_json(self) -> dict[str, str]:
        return {"kind": self.kind, "text": self.text}


def collect_answer_warnings(draft: TurnDraft, cited: CitedAnswer) -> list[AnswerWarning]:
    """Collects warnings in the active language; they are shown below the answer and stored with it."""
    found = [*incomplete_answer_warnings(draft), *degraded_search_warnings(draft)]
    if cited.text and not cited.citations and not draft.stopped:
        said = _("No sentence of this answer could be proved in the documents. Please check it yourself.")
        found.append(AnswerWarning("nothing_proved", said))
    return found


def incomplete_answer_warnings(draft: TurnDraft) -> list[AnswerWarning]:
    reason = draft.completion.finish_reason if draft.completion else "stop"
    if draft.stopped == "reader":
        return [AnswerWarning("stopped", _("You stopped this answer; it is incomplete."))]
    if draft.stopped or draft.error:
        return [AnswerWarning("interrupted", _("The answer broke off and is incomplete. Please try again."))]
    if reason == "length":
        return [AnswerWarning("cut_off", _("The answer became too long and was cut off; it is incomplete."))]
    if reason == "content_filter":
        return [AnswerWarning("content_filter", _("The model's own filter ended this answer; it is incomplete."))]
    return []


def degraded_search_warnings(draft: TurnDraft) -> list[AnswerWarning]:
    if not was_searched_by_words(draft.steps):
        return []
    said = _("The search by meaning cannot be reached at the moment; this was found by words alone.")
    return [AnswerWarning("words_only", said)]

"""Builds the messages that ask a model for the answer, with as many passages as its context window holds."""

from collections.abc import Sequence

from apps.chat.sentence_numbers.number_sentences import frame_with_numbers
from apps.chat.translation.language_names_in_german import language_name
from apps.chat.turn_state.conversation_history import history_budget, turns_to_remember
from apps.chat.turn_state.load_turn_inputs import TurnSnapshot
from apps.chat.turn_state.turn_draft import TurnDraft
from apps.llm.prompt_definitions import PROMPTS
from apps.llm.prompts.delimit_quoted_text import render_conversation as conversation_text
from apps.llm.types import LanguageModel, Message, ShortenableMessages
from apps.retrieval.search.assemble_context import Frame, build_context
from apps.text.estimate_tokens import estimate_tokens

REPLY_TOKENS = 2_048
SPARE_TOKENS = 200
"""What frames and chat formats add to the prompt."""
LENGTHS = {
    "short": "Antworten Sie in höchstens drei kurzen Sätzen.",
    "detailed": "Antworten Sie ausführlich, mit allen Bedingungen und Ausnahmen.",
}
"""Rooms on chat platforms may want another length than the prompt's."""


def prompt_messages(draft: TurnDraft) -> list[Message]:
    """The messages of the answer; what of the passages fits the model becomes `draft.used`."""
    snapshot = draft.snapshot
    turns = turns_to_remember(snapshot.past, budget_tokens=history_budget(snapshot.model))
    values = {"question": draft.query, "history": conversation_text(turns), "language": language_and_length(draft)}
    if "notes" in PROMPTS[snapshot.answer_prompt.slug].variables:
        values["notes"] = draft.notes
    wordings = [snapshot.answer_prompt, *(own for _model, own in snapshot.answer_prompt.by_model)]
    taken = max(tokens_of(wording.messages(context="", **values)) for wording in wordings)
    room = snapshot.model.context_window - reply_budget(snapshot.model) - taken - SPARE_TOKENS
    budget = max(0, min(room, snapshot.search.limits.context_tokens))
    context = build_context(draft.passages, budget_tokens=budget, frame=frame_of(snapshot))
    draft.used = context.used
    messages = snapshot.answer_prompt.messages(context=context.text, **values)
    return ShortenableMessages(messages, lambda: shorter_messages(draft, values))


def shorter_messages(draft: TurnDraft, values: dict[str, str]) -> list[Message] | None:
    """Half of what the model was given of the passages, the best of them, and nothing of the conversation.

    None when not even that is left. `draft.used` becomes what is in it.
    """
    tokens = sum(estimate_tokens(passage.text) for passage in draft.used)
    context = build_context(draft.used, budget_tokens=tokens // 2, frame=frame_of(draft.snapshot))
    if not context.used:
        return None
    draft.used = context.used
    return draft.snapshot.answer_prompt.messages(context=context.text, **{**values, "history": ""})


def tokens_of(messages: Sequence[Message]) -> int:
    return sum(estimate_tokens(message.text) for message in messages)


def frame_of(snapshot: TurnSnapshot) -> Frame | None:
    return frame_with_numbers if snapshot.numbers_sentences else None


def reply_budget(model: LanguageModel) -> int:
    return min(REPLY_TOKENS, model.context_window // 4)


def language_and_length(draft: TurnDraft) -> str:
    """What the prompt says of the form: the language, and how long the answer should be."""
    wish = LENGTHS.get(draft.ask.length, "")
    name = language_name(draft.snapshot.conversation.language)
    return f"{name}. {wish}" if wish else name

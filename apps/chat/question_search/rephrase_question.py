"""Rephrases a follow-up as a question that can be searched on its own."""

import time
from contextlib import suppress

from apps.chat.translation.language_names_in_german import language_name
from apps.chat.turn_state.conversation_history import history_budget, turns_to_remember
from apps.chat.turn_state.stop_signal import StopSignal
from apps.chat.turn_state.turn_draft import TurnDraft
from apps.llm.errors import ModelError
from apps.llm.prompts.delimit_quoted_text import render_conversation as conversation_text
from apps.text.plausibility.check_text_against_source import keeps_question_subject

LONGEST_QUERY = 500


async def rephrase_question(draft: TurnDraft, stop: StopSignal) -> None:
    """A follow-up as a question that can be searched on its own; when that fails, the question as typed."""
    snapshot = draft.snapshot
    if snapshot.rephraser is None or snapshot.rephrase_prompt is None:
        return
    since = time.perf_counter()
    history_turns = turns_to_remember(snapshot.past, budget_tokens=history_budget(snapshot.rephraser))
    messages = snapshot.rephrase_prompt.messages(
        history=conversation_text(history_turns),
        question=draft.ask.text,
        language=language_name(snapshot.conversation.language),
    )
    with suppress(ModelError), stop:
        completion = await snapshot.rephraser.complete(messages)
        draft.rephrased_by = completion.model
        line = searchable_line(completion.text)
        if line and keeps_question_subject(line, draft.ask.text, [text for turn in history_turns for text in turn]):
            draft.query = line
        else:
            draft.unsure_query = line
    draft.record_time("rephrase", since)


def searchable_line(text: str) -> str:
    """The first line of what the model wrote; empty when that is no question somebody would type."""
    line = next((line.strip(" \"'„“”«»") for line in text.splitlines() if line.strip()), "")
    return line if len(line) <= LONGEST_QUERY else ""

"""A stream that is left, and one that is silent."""

import asyncio
import json
from contextlib import aclosing

import pytest

from apps.chat.admission.asked_question import AskedQuestion
from apps.chat.fixed_answers.find_fixed_answer import FixedReply
from apps.chat.turn_state.turn_events import TurnDone, TurnFailed
from apps.chat.web.resumable_answers import LIVE_ANSWERS, LiveAnswer
from config.openai_api import completion_stream as module
from config.openai_api.add_card_and_notices_to_answer import SECTION_SEPARATOR
from config.openai_api.completion_stream import END, KEEPALIVE_COMMENT, completion_stream

ASK = AskedQuestion("Wie hoch ist die Gebühr?")


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> LiveAnswer:
    """An answer under way, which the test goes on with."""
    made = LiveAnswer("1")
    monkeypatch.setattr(LIVE_ANSWERS, "start", lambda ask, key: made)
    monkeypatch.setattr(module, "KEEPALIVE_SECONDS", 0.01)
    return made


def test_a_client_that_leaves_ends_the_answer(run: LiveAnswer) -> None:
    async def leave_after_the_first_comment() -> bytes:
        async with aclosing(completion_stream(ASK, "auskunft", "", wants_usage=False)) as parts:
            return await anext(parts)

    assert asyncio.run(leave_after_the_first_comment()) == KEEPALIVE_COMMENT
    assert run.stop.reason == "left"


def parts_of(run: LiveAnswer, event: TurnDone | TurnFailed) -> list[bytes]:
    async def follow() -> list[bytes]:
        asyncio.get_running_loop().call_later(0.05, run.publish, event)
        return [part async for part in completion_stream(ASK, "auskunft", "https://amt.example", wants_usage=True)]

    return asyncio.run(follow())


def test_a_silent_answer_says_that_it_is_being_made_and_is_not_stopped_when_it_has_come(run: LiveAnswer) -> None:
    parts = parts_of(run, TurnDone("t", "c", "done", "Drei Euro.", "<p>Drei Euro.</p>"))
    assert parts[0] == KEEPALIVE_COMMENT
    assert parts[-1] == END
    assert b'"usage": {"prompt_tokens": 0' in parts[-2]
    assert run.stop.reason is None


def test_help_that_is_offered_is_streamed_above_the_answer(run: LiveAnswer) -> None:
    card = FixedReply("grief", "de", True, "Reden hilft", "Rufen Sie an.", ("0800 111 0 111",))
    parts = parts_of(run, TurnDone("t", "c", "done", "Drei Euro.", "<p>Drei Euro.</p>", help=card))
    chunks = [json.loads(part.removeprefix(b"data: ")) for part in parts if part.startswith(b"data: {")]
    text = "".join(choice["delta"].get("content", "") for one in chunks for choice in one["choices"])
    assert text == f"Reden hilft\n\nRufen Sie an.\n\n- 0800 111 0 111{SECTION_SEPARATOR}Drei Euro."


def test_an_answer_that_fails_is_an_error_of_the_stream(run: LiveAnswer) -> None:
    parts = [
        part for part in parts_of(run, TurnFailed("rate_limited", "Zu viele Fragen.")) if part != KEEPALIVE_COMMENT
    ]
    assert b'"type": "rate_limit_error"' in parts[0]
    assert parts[1] == END

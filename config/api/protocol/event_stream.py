"""An answer as server-sent events: the frames of the websocket, each an event of its type with its number as id."""

import json
from collections.abc import AsyncGenerator
from contextlib import aclosing

from django.http import StreamingHttpResponse

from apps.chat.admission.asked_question import AskedQuestion
from apps.chat.web.resumable_answers import LIVE_ANSWERS
from apps.event_stream import streamed_events


def answer_event_stream(ask: AskedQuestion, answer_key: str) -> StreamingHttpResponse:
    """Begins the answer, or joins the one to the same key, when the server reads the first part."""
    return streamed_events(answer_events(ask, answer_key))


async def answer_events(ask: AskedQuestion, answer_key: str) -> AsyncGenerator[bytes, None]:
    """The answer goes on to its end when the reader leaves (apps/chat/web/resumable_answers.py)."""
    run = LIVE_ANSWERS.start(ask, answer_key)
    async with aclosing(run.follow()) as frames:
        async for frame in frames:
            yield format_server_sent_event(frame)


def format_server_sent_event(frame: str) -> bytes:
    named = json.loads(frame)
    return f"event: {named['type']}\nid: {named['seq']}\ndata: {frame}\n\n".encode()

"""Streams a completion in OpenAI's form: the text is sent when it is proved, for nothing can be taken back there."""

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import aclosing

from apps.chat.admission.asked_question import AskedQuestion
from apps.chat.web.resumable_answers import LIVE_ANSWERS, LiveAnswer, answer_key_of
from apps.event_stream import unnamed_event
from config.api.resources.ask import STATUS_OF
from config.openai_api.answer_as_one_text import Answer, in_one_text, language_of
from config.openai_api.base_view import error_body
from config.openai_api.completion_format import (
    annotations,
    chunk,
    finish_reason,
    head,
    pieces,
    usage,
)

SILENCE = 10.0
"""Seconds after which a comment says that the answer is still being made: proxies close silent connections."""
WAIT = b": wait\n\n"
END = b"data: [DONE]\n\n"


async def completion_stream(
    ask: AskedQuestion, model: str, address: str, *, wants_usage: bool
) -> AsyncGenerator[bytes, None]:
    """The answer begins when the server reads the first part, and ends when the client leaves."""
    run = LIVE_ANSWERS.start(ask, answer_key_of(ask))
    try:
        async with aclosing(run.follow()) as frames, aclosing(with_comments(frames)) as parts:
            async for frame in parts:
                if frame is None:
                    yield WAIT
                    continue
                event = json.loads(frame)
                if event["type"] == "error":
                    yield unnamed_event(error_body(STATUS_OF.get(event["code"], 503), event["code"], event["message"]))
                elif event["type"] == "done":
                    for piece in chunks(in_one_text(event, language_of(ask)), model, address, wants_usage=wants_usage):
                        yield unnamed_event(piece)
        yield END
    finally:
        leave(run)


def leave(run: LiveAnswer) -> None:
    """Nobody can come back to a stream of this form: what is not finished is stopped at once."""
    if not run.finished:
        run.stop.set("reader")


def chunks(answer: Answer, model: str, address: str, *, wants_usage: bool) -> list[dict[str, object]]:
    of = head(answer["turn"], model, "chat.completion.chunk") | ({"usage": None} if wants_usage else {})
    parts = [chunk(of, {"role": "assistant", "content": ""})]
    parts += [chunk(of, {"content": piece}) for piece in pieces(answer["answer"])]
    if found := annotations(answer, address):
        parts.append(chunk(of, {"annotations": found}))
    parts.append(chunk(of, {}, finish_reason(answer)))
    return parts + ([of | {"choices": [], "usage": usage(answer)}] if wants_usage else [])


async def with_comments(frames: AsyncGenerator[str, None]) -> AsyncGenerator[str | None, None]:
    """The frames, and None after each silence."""
    following = asyncio.ensure_future(anext(frames, ""))
    try:
        while True:
            done, _pending = await asyncio.wait({following}, timeout=SILENCE)
            if not done:
                yield None
                continue
            if not (frame := following.result()):
                return
            yield frame
            following = asyncio.ensure_future(anext(frames, ""))
    finally:
        if not following.done():
            following.cancel()
            await asyncio.wait({following})

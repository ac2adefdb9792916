"""Streams a completion in OpenAI's form: the text is sent when it is proved, for nothing can be taken back there."""

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import aclosing

from apps.chat.admission.asked_question import AskedQuestion
from apps.chat.web.resumable_answers import LIVE_ANSWERS, LiveAnswer, build_answer_key
from apps.event_stream import unnamed_event
from config.api.resources.ask import STATUS_BY_CODE
from config.openai_api.add_card_and_notices_to_answer import Answer, answer_as_one_text, answer_language
from config.openai_api.base_view import error_body
from config.openai_api.completion_format import (
    citation_annotations,
    completion_chunk,
    completion_head,
    finish_reason,
    text_pieces,
    token_usage,
)

KEEPALIVE_SECONDS = 10.0
"""Seconds after which a comment says that the answer is still being made: proxies close silent connections."""
KEEPALIVE_COMMENT = b": wait\n\n"
END = b"data: [DONE]\n\n"


async def completion_stream(
    ask: AskedQuestion, model: str, address: str, *, wants_usage: bool
) -> AsyncGenerator[bytes, None]:
    """The answer begins when the server reads the first part, and ends when the client leaves."""
    run = LIVE_ANSWERS.start(ask, build_answer_key(ask))
    try:
        async with aclosing(run.follow()) as frames, aclosing(insert_keepalives(frames)) as parts:
            async for frame in parts:
                if frame is None:
                    yield KEEPALIVE_COMMENT
                    continue
                event = json.loads(frame)
                if event["type"] == "error":
                    yield unnamed_event(
                        error_body(STATUS_BY_CODE.get(event["code"], 503), event["code"], event["message"])
                    )
                elif event["type"] == "done":
                    for piece in completion_chunks(
                        answer_as_one_text(event, answer_language(ask)), model, address, wants_usage=wants_usage
                    ):
                        yield unnamed_event(piece)
        yield END
    finally:
        stop_unfinished_answer(run)


def stop_unfinished_answer(run: LiveAnswer) -> None:
    """Nobody can come back to a stream of this form: what is not finished is stopped at once."""
    if not run.finished:
        run.stop.set("left")


def completion_chunks(answer: Answer, model: str, address: str, *, wants_usage: bool) -> list[dict[str, object]]:
    of = completion_head(answer["turn"], model, "chat.completion.chunk") | ({"usage": None} if wants_usage else {})
    parts = [completion_chunk(of, {"role": "assistant", "content": ""})]
    parts += [completion_chunk(of, {"content": piece}) for piece in text_pieces(answer["answer"])]
    if found := citation_annotations(answer, address):
        parts.append(completion_chunk(of, {"annotations": found}))
    parts.append(completion_chunk(of, {}, finish_reason(answer)))
    return parts + ([of | {"choices": [], "usage": token_usage(answer)}] if wants_usage else [])


async def insert_keepalives(frames: AsyncGenerator[str, None]) -> AsyncGenerator[str | None, None]:
    """The frames, and None after each silence."""
    following = asyncio.ensure_future(anext(frames, ""))
    try:
        while True:
            done, _pending = await asyncio.wait({following}, timeout=KEEPALIVE_SECONDS)
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

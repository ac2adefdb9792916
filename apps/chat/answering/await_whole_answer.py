"""Waits for the whole answer to a request that reads no stream: a form without script, a call of a program."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager

from asgiref.sync import SyncToAsync

from apps.chat.admission.asked_question import AskedQuestion
from apps.chat.answering.answer_question import stream_turn_events, turn_context
from apps.chat.turn_state.turn_events import Event

ANSWERS: "set[asyncio.Task[Event | None]]" = set()
"""Held here, because the event loop holds tasks weakly."""


async def await_last_event(ask: AskedQuestion) -> Event | None:
    """The end of the answer. It goes on when the caller leaves: a browser drops the request whose button is pressed a
    second time, a program gives up after seconds of its own, and both send the same message id again.

    Raises AlreadyAsked.
    """
    answer = asyncio.create_task(last_event(ask))
    ANSWERS.add(answer)
    answer.add_done_callback(ANSWERS.discard)
    return await asyncio.shield(answer)


async def last_event(ask: AskedQuestion) -> Event | None:
    """The end of the answer, which is stopped when the caller leaves. Raises AlreadyAsked."""
    last: Event | None = None
    async with outlive_request(), aclosing(stream_turn_events(ask)) as events:
        async for event in events:
            last = event
    return last


@asynccontextmanager
async def outlive_request() -> AsyncIterator[None]:
    """Under the web server a request has a thread of its own, which ends with it, so the database work goes to the
    shared threads; elsewhere all is on the caller's thread and in its transaction."""
    if SyncToAsync.thread_sensitive_context.get(None) is None:
        yield
        return
    async with turn_context():
        yield

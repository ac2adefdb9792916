"""One attempt to stream a reply: bytes from the gateway become pieces of text as they arrive."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from apps.llm.errors import model_error
from apps.llm.providers.estimate_token_usage import estimate_usage
from apps.llm.transport.gateway import MARGIN, Gateway, RefusedParameterError
from apps.llm.transport.metered_call import MeteredCall
from apps.llm.transport.priority_semaphore import PERSON, call_rank
from apps.llm.transport.read_model_responses import ChatReply
from apps.llm.transport.server_capabilities import ServerCapabilities
from apps.llm.transport.server_sent_events import EventReader, StreamedReply
from apps.llm.transport.timeouts_and_retries import READ_GAP
from apps.llm.types import Message

if TYPE_CHECKING:
    import httpx2

GATHER_SECONDS = 0.04
DRAIN_SECONDS = 0.2
"""How long the end of a finished stream is waited for, so that its connection can be used again."""


class TextBuffer:
    """Buffers text between the task that reads the stream and the one that yields it.

    The first goes at once, what follows at most every GATHER_SECONDS: each piece passes many hands up to the reader's
    screen, and a fast model sends a thousand of them a second.
    """

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._ready = asyncio.Event()
        self._timer: asyncio.TimerHandle | None = None
        self._handed_out_at: float | None = None
        self._is_closed = False
        self._has_begun = False

    def add(self, text: str) -> None:
        """Leading blanks wait for the first word."""
        self._pieces.append(text)
        self._has_begun = self._has_begun or bool(text.strip())
        if text and self._has_begun and self._timer is None and not self._ready.is_set():
            self._announce()

    def _announce(self) -> None:
        loop = asyncio.get_running_loop()
        pause = 0.0 if self._handed_out_at is None else self._handed_out_at + GATHER_SECONDS - loop.time()
        if pause <= 0:
            self._ready.set()
        else:
            self._timer = loop.call_later(pause, self._ready.set)

    def close(self) -> None:
        """Nothing more will come; what is there is handed out without waiting."""
        self._is_closed = True
        self._ready.set()

    async def next(self) -> str:
        """All that has come since; empty at the end."""
        await self._ready.wait()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if not self._is_closed:
            self._ready.clear()
        text, self._pieces = "".join(self._pieces) if self._has_begun else "", []
        self._handed_out_at = asyncio.get_running_loop().time()
        return text


@dataclass(frozen=True, slots=True)
class StreamAttempt:
    gateway: Gateway
    dialect: ServerCapabilities
    call: MeteredCall

    async def items(
        self, path: str, body: dict[str, Any], messages: Sequence[Message]
    ) -> AsyncGenerator[str | ChatReply, None]:
        """The pieces, then the ChatReply. What arrives together is one piece; leading blanks wait for the first word.

        Raises ModelError and RefusedParameterError. Tokens are booked however it ends.
        """
        streamed = StreamedReply(self.gateway.name)
        try:
            async with AsyncExitStack() as stack:
                response = await self._opened(path, body, stack)
                if response.headers.get("content-type", "").startswith("application/json"):
                    self.dialect.refuse_streams()
                    raise RefusedParameterError
                received = response.aiter_bytes()
                gathered = TextBuffer()
                reading = asyncio.create_task(self._read(received, streamed, gathered))
                stack.push_async_callback(cancel_reading, reading)
                while text := await gathered.next():
                    self.call.first_token()
                    yield text
                await reading
                reply = streamed.reply()
                await drain_stream(received)
        finally:
            if streamed.has_begun or streamed.usage:
                self.call.spend(streamed.usage or estimate_usage(messages, streamed.written))
        yield reply

    async def _read(self, received: AsyncIterator[bytes], streamed: StreamedReply, gathered: TextBuffer) -> None:
        """Reads the stream to its end. A server that drips one token a second is stopped by the call's end."""
        reader = EventReader(self.gateway.name)
        try:
            while not streamed.is_over and not reader.is_closed:
                async with asyncio.timeout_at(self._end_of_silence(has_begun=streamed.has_begun)):
                    bytes_read = await anext(received, None)
                gathered.add("".join([streamed.add(event) for event in reader.feed(bytes_read)]))
        except TimeoutError:
            raise model_error("timeout", self.gateway.name) from None
        finally:
            gathered.close()

    def _end_of_silence(self, *, has_begun: bool) -> float:
        """Time of the loop. A slow machine reads a long prompt for minutes; one that has begun to write goes on."""
        if not has_begun:
            return self.call.first_token_end
        return min(self.call.end, asyncio.get_running_loop().time() + READ_GAP)

    async def _opened(self, path: str, body: dict[str, object], stack: AsyncExitStack) -> "httpx2.Response":
        if call_rank.get() != PERSON:
            # What a person reads along takes no place: it lasts for seconds, people are limited elsewhere, and a
            # server that has to lets them wait better than we do.
            await stack.enter_async_context(self.gateway.place(self.call))
        try:
            async with asyncio.timeout_at(self.call.first_token_end):
                exchange = self.gateway.exchange(
                    path,
                    body,
                    call=self.call,
                    dialect=self.dialect,
                    gap=max(self.call.until_first_token - MARGIN, MARGIN),
                )
                return await stack.enter_async_context(exchange)
        except TimeoutError:
            raise model_error("timeout", self.gateway.name) from None


async def cancel_reading(reading: "asyncio.Task[None]") -> None:
    """Cancels the reading task of a caller who has left. Its errors were handled where it was awaited."""
    reading.cancel()
    await asyncio.wait([reading])


async def drain_stream(received: AsyncIterator[bytes]) -> None:
    """Reads a finished stream to its end. What goes wrong now no longer matters: the answer is complete."""
    import httpx2

    with suppress(TimeoutError, httpx2.HTTPError):
        async with asyncio.timeout(DRAIN_SECONDS):
            async for _ in received:
                pass

"""One attempt to stream a reply: bytes from the gateway become pieces of text as they arrive."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from apps.llm.call import Call
from apps.llm.dialects import Dialect
from apps.llm.errors import model_error
from apps.llm.event_stream import EventReader, StreamedReply
from apps.llm.gateway import Gateway
from apps.llm.patience import READ_GAP
from apps.llm.replies import Reply
from apps.llm.types import Message
from apps.llm.usage import estimated_usage

if TYPE_CHECKING:
    import httpx2

DRAIN_SECONDS = 0.2
"""How long the end of a finished stream is waited for, so that its connection can be used again."""


@dataclass(frozen=True, slots=True)
class StreamAttempt:
    gateway: Gateway
    dialect: Dialect
    call: Call

    async def items(
        self, path: str, body: dict[str, Any], messages: Sequence[Message]
    ) -> AsyncGenerator[str | Reply, None]:
        """The pieces, then the Reply. What arrives together is one piece; leading blanks wait for the first word.

        Raises ModelError and RefusedParameterError. Tokens are booked however it ends.
        """
        streamed = StreamedReply(self.gateway.name)
        held = ""
        try:
            async with AsyncExitStack() as stack:
                received = (await self._opened(path, body, stack)).aiter_bytes()
                reader = EventReader(self.gateway.name)
                while not streamed.is_over and not reader.is_closed:
                    events = reader.feed(await self._next(received))
                    held += "".join([streamed.add(event) for event in events])
                    if held.strip() or (held and self.call.has_begun):
                        self.call.first_token()
                        yield held
                        held = ""
                reply = streamed.reply()
                await drain(received)
        finally:
            if streamed.text:
                self.call.spend(streamed.usage or estimated_usage(messages, streamed.text))
        yield reply

    async def _opened(self, path: str, body: dict[str, Any], stack: AsyncExitStack) -> "httpx2.Response":
        try:
            async with asyncio.timeout_at(self.call.end):
                exchange = self.gateway.exchange(path, body, call=self.call, dialect=self.dialect, gap=READ_GAP)
                return await stack.enter_async_context(exchange)
        except TimeoutError:
            raise model_error("timeout", self.gateway.name) from None

    async def _next(self, received: AsyncIterator[bytes]) -> bytes | None:
        """The next bytes, None at the end. A server that drips one token a second is stopped by the call's end."""
        try:
            async with asyncio.timeout_at(self.call.end):
                return await anext(received, None)
        except TimeoutError:
            raise model_error("timeout", self.gateway.name) from None


async def drain(received: AsyncIterator[bytes]) -> None:
    """Reads a finished stream to its end. What goes wrong now no longer matters: the answer is complete."""
    import httpx2

    with suppress(TimeoutError, httpx2.HTTPError):
        async with asyncio.timeout(DRAIN_SECONDS):
            async for _ in received:
                pass

"""The HTTP gateway to model servers: all requests go through `Gateway.exchange`.

Place, circuit, time limits and typed errors are ours, and answers are read by hand (plain_text_responses.py,
server_sent_events.py). OpenAI's own client is not used: what it builds around each call costs as much processor time as
the rest of a document's way through an import, and loading it takes 22 MB and half a second of every process.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from functools import lru_cache
from typing import TYPE_CHECKING, TypeVar

from apps.llm.endpoints.allowed_addresses import is_address_refusal
from apps.llm.errors import ModelError, model_error
from apps.llm.question_and_call_observers import observer_request_headers
from apps.llm.transport.circuit_breaker import circuit_breaker_of
from apps.llm.transport.endpoint_connections import CONNECT_SECONDS, EndpointAddress, endpoint_connection
from apps.llm.transport.metered_call import MeteredCall
from apps.llm.transport.priority_semaphore import PERSON, call_rank
from apps.llm.transport.read_model_responses import error_from_status, parse_response_object
from apps.llm.transport.request_url import request_url
from apps.llm.transport.server_capabilities import ServerCapabilities
from apps.llm.transport.timeouts_and_retries import READ_GAP

if TYPE_CHECKING:
    import httpx2

LARGEST_REPLY = 64 * 1024 * 1024
"""Bytes of a reply that is not streamed: 2,048 vectors of 4,000 dimensions in base64 fit."""
MARGIN = 0.2
"""Seconds by which a silent server is given up before the call's own end, so that the circuit hears of it."""
OVERLOAD = frozenset({"timeout", "rate_limited"})
"""What a server says, or does not say, that has more calls at once than it can handle."""
Result = TypeVar("Result")


class RefusedParameterError(Exception):
    """The server does not know a parameter; the dialect has learnt it, and the call is worth repeating at once."""


class Gateway:
    """One endpoint. Safe to share; holds nothing that belongs to an event loop."""

    def __init__(self, address: EndpointAddress) -> None:
        self.address = address
        self.name = address.name
        self._circuit = circuit_breaker_of(address.name, address.base_url, address.api_key)

    async def post(
        self, path: str, body: Mapping[str, object], *, call: MeteredCall, dialect: ServerCapabilities
    ) -> dict[str, object]:
        """The JSON object the server answers. Raises ModelError; RefusedParameterError is handled here."""
        while True:
            try:
                async with self.place(call):
                    return await self._posted(path, body, call, dialect)
            except RefusedParameterError:
                continue

    async def _posted(
        self, path: str, body: Mapping[str, object], call: MeteredCall, dialect: ServerCapabilities
    ) -> dict[str, object]:
        gap = max(call.remaining - MARGIN, MARGIN)
        try:
            async with (
                asyncio.timeout_at(call.end),
                self.exchange(path, body, call=call, dialect=dialect, gap=gap) as response,
            ):
                return parse_response_object(self.name, await self._read(response))
        except TimeoutError:
            raise model_error("timeout", self.name) from None

    @asynccontextmanager
    async def place(self, call: MeteredCall) -> AsyncIterator[None]:
        """One of the endpoint's places. A person's call ends in time even while it waits for one; of work in the
        background the clock starts at the place, and its outcome shows how many calls at once the server can take.

        Raises ModelError `timeout`.
        """
        slots, is_background = (await endpoint_connection(self.address)).slots, call_rank.get() != PERSON
        since = asyncio.get_running_loop().time()
        async with AsyncExitStack() as stack:
            try:
                async with asyncio.timeout_at(None if is_background else call.end):
                    await stack.enter_async_context(slots.place())
            except TimeoutError:
                raise model_error("timeout", self.name) from None
            if is_background:
                call.waited(asyncio.get_running_loop().time() - since)
            try:
                yield
            except ModelError as error:
                if is_background and error.code in OVERLOAD:
                    slots.overloaded()
                raise
            slots.served()

    @asynccontextmanager
    async def exchange(
        self,
        path: str,
        body: Mapping[str, object],
        *,
        call: MeteredCall,
        dialect: ServerCapabilities,
        gap: float = READ_GAP,
    ) -> AsyncIterator["httpx2.Response"]:
        """Sends the request and gives the response with status 200, its body unread. `gap`: longest silence in seconds.

        Raises ModelError, also for what breaks while the body is read, and RefusedParameterError. The caller keeps
        `call.end`.
        """
        connection = await endpoint_connection(self.address)
        self._circuit.enter()
        call.attempts += 1
        try:
            async with self._sent(connection.http, path, dialect.adapted(body), dialect, gap) as response:
                yield response
        except ModelError as error:
            self._circuit.failed(error.code)
            raise
        except RefusedParameterError:
            self._circuit.succeeded()
            raise
        else:
            self._circuit.succeeded()

    @asynccontextmanager
    async def _sent(
        self, http: "httpx2.AsyncClient", path: str, body: dict[str, object], dialect: ServerCapabilities, gap: float
    ) -> AsyncIterator["httpx2.Response"]:
        """The transport's exceptions become ours. Their texts hold what the server wrote and end here."""
        import httpx2

        response = await self._answered(http, path, body, gap)
        try:
            if not response.is_success:
                text = (await self._read(response)).decode(errors="replace")
                failure = error_from_status(self.name, response.status_code, response.headers, text, path=path)
                # Templates of models raise errors of their own, which some servers report as an internal one.
                if failure.code in ("bad_request", "server_error") and dialect.learn(body, text):
                    raise RefusedParameterError from None
                if failure.code == "context_too_long":
                    dialect.learn_size(text)
                raise failure from None
            yield response
        except httpx2.ReadTimeout:
            raise model_error("timeout", self.name) from None
        except (httpx2.HTTPError, httpx2.StreamError):
            raise model_error("interrupted", self.name) from None
        finally:
            await response.aclose()

    async def _answered(
        self, http: "httpx2.AsyncClient", path: str, body: dict[str, object], gap: float
    ) -> "httpx2.Response":
        """The response with its headers. Raises ModelError."""
        import httpx2

        try:
            url = parse_url(request_url(self.address.base_url, path))
            return await http.send(build_request(http, url, body, gap), stream=True)
        except httpx2.ReadTimeout:
            raise model_error("timeout", self.name) from None
        except (httpx2.HTTPError, httpx2.InvalidURL, OSError, ValueError) as error:
            if is_address_refusal(error):
                raise model_error("address_refused", self.name) from None
            raise model_error("unreachable", self.name) from None

    async def wait_for_slot(self) -> None:
        """Until a call could begin now. Whoever asks for more in the meantime can still be served by the same call."""
        async with (await endpoint_connection(self.address)).slots.place():
            pass

    async def _read(self, response: "httpx2.Response") -> bytes:
        received = bytearray()
        async for piece in response.aiter_bytes():
            received += piece
            if len(received) > LARGEST_REPLY:
                raise model_error("garbage", self.name)
        return bytes(received)


@lru_cache(maxsize=256)
def parse_url(address: str) -> "httpx2.URL":
    """Raises httpx2.InvalidURL."""
    import httpx2

    return httpx2.URL(address)


def build_request(
    http: "httpx2.AsyncClient", url: "httpx2.URL", body: dict[str, object], gap: float
) -> "httpx2.Request":
    """Builds the client's request, without merging anew what is the same in every call.

    Raises ValueError for a body that is no JSON.
    """
    import httpx2

    content = json.dumps(body, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()
    timeout = {"connect": CONNECT_SECONDS, "read": gap, "write": READ_GAP, "pool": READ_GAP}
    request = httpx2.Request(
        "POST",
        url,
        headers=[*http.headers.raw, (b"Content-Type", b"application/json"), *observer_headers()],
        stream=httpx2.ByteStream(content),
        extensions={"timeout": timeout},
    )
    request.read()
    return request


def observer_headers() -> list[tuple[bytes, bytes]]:
    """What observers want to be sent along, such as the trace that the call belongs to."""
    return [(name.encode(), value.encode()) for name, value in observer_request_headers().items()]


async def call_with_retries(call: MeteredCall, attempt: Callable[[], Awaitable[Result]]) -> Result:
    """Tries until it works or the call's retry policy says stop. Raises the last ModelError."""
    while True:
        try:
            return await attempt()
        except ModelError as error:
            pause = call.pause_after(error)
            if pause is None:
                raise
        await asyncio.sleep(pause)

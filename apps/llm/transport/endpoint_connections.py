"""One HTTP client and one set of slots for each endpoint and event loop, closed together with the loop."""

import asyncio
from collections.abc import AsyncGenerator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from apps.llm.concurrency_slots.event_loop_claims import EventLoopClaims
from apps.llm.transport.priority_semaphore import PrioritySlots
from apps.llm.transport.request_url import wants_key_header
from apps.llm.transport.shared_slots import SharedSlots

if TYPE_CHECKING:
    import httpx2

CONNECT_SECONDS = 5.0
NO_KEY = "none"
"""Sent where no key is set: servers of one's own ask for none, and some want the header all the same."""


@dataclass(frozen=True, slots=True)
class EndpointAddress:
    """What the gateway knows of an Endpoint row; made by registry.py, since nothing here touches the database."""

    name: str
    base_url: str
    api_key: str = field(default="", repr=False)
    max_concurrency: int = 8
    supports_json_schema: bool = True
    is_shared: bool = False
    """Whether `max_concurrency` holds for all processes together, or for each of them."""


@dataclass(frozen=True, slots=True)
class EndpointConnection:
    """`http` sends the endpoint's key with every request."""

    http: "httpx2.AsyncClient"
    slots: PrioritySlots | SharedSlots


class LoopConnections:
    """All connections of one event loop."""

    def __init__(self) -> None:
        self._lock = asyncio.Lock()
        self._connections: dict[EndpointAddress, EndpointConnection] = {}
        self._places: dict[tuple[str, str], int] = {}
        """Set since the addresses that are in use were read."""
        self._lifetime: AsyncGenerator[None, None] | None = None
        self._claims = EventLoopClaims()

    async def get(self, address: EndpointAddress) -> EndpointConnection:
        # Another number of places is no other server.
        key = replace(address, max_concurrency=0)
        places = self._places.get((address.name, address.base_url), address.max_concurrency)
        if key not in self._connections:
            async with self._lock:
                if key not in self._connections:
                    await self._watch_the_loop()
                    # The first import of its libraries takes a while: in a thread, so that the loop goes on.
                    http = await asyncio.to_thread(make_http_client, address)
                    self._connections[key] = EndpointConnection(http, self._slots(address, places))
        found = self._connections[key]
        found.slots.resize(places)
        return found

    def resize(self, places: Mapping[tuple[str, str], int]) -> None:
        self._places |= places
        for address, connection in self._connections.items():
            if (number := self._places.get((address.name, address.base_url))) is not None:
                connection.slots.resize(number)

    def _slots(self, address: EndpointAddress, number: int) -> PrioritySlots | SharedSlots:
        if not address.is_shared:
            return PrioritySlots(number)
        claim, leave = partial(self._claims.claim, address.name), partial(self._claims.leave, address.name)
        return SharedSlots(number, claim, leave)

    async def finish(self, seconds: float) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await asyncio.gather(*(connection.slots.finish() for connection in self._connections.values()))

    async def _watch_the_loop(self) -> None:
        """`asyncio.run` closes open asynchronous generators at its end: this one closes the clients."""
        if self._lifetime is None:
            self._lifetime = self._live()
            await anext(self._lifetime)

    async def _live(self) -> AsyncGenerator[None, None]:
        try:
            yield
        finally:
            connections, self._connections = self._connections, {}
            for found in connections.values():
                if isinstance(found.slots, SharedSlots):
                    await found.slots.close()
                await found.http.aclose()
            self._claims.close()


_loops: WeakKeyDictionary[asyncio.AbstractEventLoop, LoopConnections] = WeakKeyDictionary()


async def endpoint_connection(address: EndpointAddress) -> EndpointConnection:
    """The connection to this endpoint in the running loop; no network yet."""
    loop = asyncio.get_running_loop()
    connections = _loops.get(loop)
    if connections is None:
        connections = _loops[loop] = LoopConnections()
    return await connections.get(address)


def resize_slots(places: Mapping[tuple[str, str], int]) -> None:
    """Resizes this loop's connections, by name and address, whatever number an address was read with."""
    if (connections := _loops.get(asyncio.get_running_loop())) is not None:
        connections.resize(places)


async def finish_calls(seconds: float) -> None:
    """Ends the calls of a loop that is about to end: no new ones begin; those under way are paid for and get a little
    time to finish."""
    if (connections := _loops.get(asyncio.get_running_loop())) is not None:
        await connections.finish(seconds)


def make_http_client(address: EndpointAddress) -> "httpx2.AsyncClient":
    """Redirects are not followed: they would lead a key, or a call, to where nobody has allowed it.

    Raises ValueError with an entry of MODEL_HOSTS that cannot be read.
    """
    import httpx2

    from apps.llm.endpoints.checked_aiohttp_transport import CheckedTransport

    # As bytes: of a key with a letter that none can have, the server says that it is wrong.
    api_key = (address.api_key or NO_KEY).encode()
    headers = {b"Authorization": b"Bearer " + api_key, b"Accept": b"application/json"}
    if wants_key_header(address.base_url):
        headers[b"api-key"] = api_key
    return httpx2.AsyncClient(
        headers=headers,
        timeout=httpx2.Timeout(None, connect=CONNECT_SECONDS),
        follow_redirects=False,
        transport=CheckedTransport(address.base_url),
    )

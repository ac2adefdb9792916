"""Transport for httpx2 on aiohttp that connects to allowed addresses only, at half the CPU time per stream.

Imported with the first call: both libraries together take 10 MB and a sixth of a second.
"""

from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from functools import partial
from urllib.request import getproxies, proxy_bypass

import aiohttp
import httpx2

from apps.llm.endpoints.allowed_addresses import allowed_networks, create_allowed_socket, host_and_port

PIECE = 16 * 1024
"""Bytes of an answer that are handed on at a time, at most."""
MOST_CONNECTIONS = 1_000
KEPT_SECONDS = 5.0
"""An idle connection is kept so long for the next call; servers close theirs soon after."""


class CheckedTransport(httpx2.AsyncBaseTransport):
    """Connects to one server, by sockets to allowed addresses only. Redirects are not followed.

    Where the environment names a proxy for the server, the proxy connects, and our sockets lead to it alone.
    """

    def __init__(self, base_url: str) -> None:
        """Reads files; made in a thread. Raises ValueError with an entry of MODEL_HOSTS that cannot be read."""
        self._proxy = proxy_url(base_url)
        self._networks = allowed_networks(base_url)
        # Reading the certificates that are trusted takes 30 ms, in which no loop may wait, and 2 MB: only where needed.
        self._certificates = httpx2.create_ssl_context() if base_url.lower().startswith("https:") else True
        self._session: aiohttp.ClientSession | None = None

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Raises httpx2's exceptions. Needs a running loop, always the same one."""
        if self._session is None:
            self._session = self._new_session()
        timeout = request.extensions.get("timeout", {})
        with translate_aiohttp_errors():
            answer = await self._session.request(
                request.method,
                str(request.url),
                headers=request.headers,
                data=request.content or None,
                allow_redirects=False,
                compress=False,
                proxy=self._proxy,
                timeout=aiohttp.ClientTimeout(
                    connect=timeout.get("pool"), sock_connect=timeout.get("connect"), sock_read=timeout.get("read")
                ),
            )
        return httpx2.Response(answer.status, headers=answer.raw_headers, stream=ReceivedBody(answer), request=request)

    def _new_session(self) -> aiohttp.ClientSession:
        connector = aiohttp.TCPConnector(
            limit=MOST_CONNECTIONS,
            keepalive_timeout=KEPT_SECONDS,
            ssl=self._certificates,
            socket_factory=None if self._proxy else partial(create_allowed_socket, self._networks),
        )
        # httpx2 unpacks what is compressed.
        return aiohttp.ClientSession(connector=connector, auto_decompress=False)

    async def aclose(self) -> None:
        if self._session is not None:
            await self._session.close()


class ReceivedBody(httpx2.AsyncByteStream):
    """The bytes of an answer as they arrive."""

    def __init__(self, answer: aiohttp.ClientResponse) -> None:
        self._answer = answer

    async def __aiter__(self) -> AsyncIterator[bytes]:
        with translate_aiohttp_errors():
            async for piece in self._answer.content.iter_chunked(PIECE):
                yield piece

    async def aclose(self) -> None:
        """A connection whose answer was not read to its end is closed with it."""
        self._answer.release()
        await self._answer.wait_for_close()


@contextmanager
def translate_aiohttp_errors() -> Iterator[None]:
    """aiohttp's become httpx2's, which name their kinds alike."""
    try:
        yield
    except aiohttp.SocketTimeoutError as error:
        raise httpx2.ReadTimeout(str(error)) from error
    except (aiohttp.InvalidURL, aiohttp.NonHttpUrlClientError) as error:
        raise httpx2.UnsupportedProtocol(str(error)) from error
    except aiohttp.ClientConnectionError as error:
        raise httpx2.ConnectError(str(error)) from error
    except aiohttp.ClientError as error:
        raise httpx2.ReadError(str(error)) from error


def proxy_url(base_url: str) -> str | None:
    """The address of the proxy that HTTP_PROXY, HTTPS_PROXY or ALL_PROXY names, unless NO_PROXY names the server."""
    address, named = host_and_port(base_url), getproxies()
    if address is None or proxy_bypass(address.host) or proxy_bypass(f"{address.host}:{address.port}"):
        return None
    scheme = base_url.partition(":")[0].lower()
    proxy = named.get(scheme) or named.get("all")
    return proxy if proxy is None or "://" in proxy else f"http://{proxy}"

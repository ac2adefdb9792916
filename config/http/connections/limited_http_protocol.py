"""uvicorn's HTTP protocol with limits on size, time and number for all that a client sends or fails to send.

uvicorn itself reads headers of any length, waits for them for ever, and counts connections only in all. Here a request
line and headers have a size and a time, as has what may follow a body; a body has a least speed and few tiny parts,
requests that nobody waited for have a number, whoever does not read is let go, and an address holds so many connections
and no more.
"""

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from config.http.connections.connection_limits import WriteDeadline, cancel_timer
from config.http.connections.refusal_responses import plain_text_refusal

SLICE = 16 * 1024
"""Bytes that are read before all limits are looked at again: a quarter of a megabyte comes at once, and what is short
to send may be long to read."""


class ParserStopped(Exception):  # noqa: N818 - an answer to the client
    """A limit was passed while uvicorn's parser was at work."""


class LimitedHttpProtocol(WriteDeadline, HttpToolsProtocol):
    """One connection. `limits` is the class's: see `web_server.limited_protocols`."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self._awaiting_headers = True
        self._header_bytes = 0
        self._body_bytes = 0
        self._without_body = 0
        self._parts: list[bytes] = []
        self._small_parts = 0.0
        self._refusal = 0
        self._is_upgraded = False
        self._answered: RequestResponseCycle | None = None
        self._deadline: asyncio.TimerHandle | None = None
        super().connection_made(transport)
        address, limits = self.client[0] if self.client else None, self.limits
        is_counted = limits.connections.counts(address)
        self.timeout_keep_alive = limits.idle_seconds if is_counted else limits.idle_seconds_of_proxies
        if limits.connections.admits(transport, address):
            self._expect_headers()
        else:
            self._refuse(429)

    def connection_lost(self, exc: Exception | None) -> None:
        cancel_timer(self._deadline)
        self._stop_answering()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        for begin in range(0, len(data), SLICE):
            if self._refusal or self._is_upgraded:
                return
            self._read(data[begin : begin + SLICE])

    def _read(self, data: bytes) -> None:
        if self._awaiting_headers:
            if self._deadline is None:  # a further request on a connection that was kept
                self._expect_headers()
            self._header_bytes += len(data)
        self._without_body += len(data)
        super().data_received(data)
        self._hand_on_body()
        if self._awaiting_headers:
            self._without_body = 0
        if max(self._header_bytes if self._awaiting_headers else 0, self._without_body) > self.limits.largest_headers:
            self._refuse(431)

    def on_url(self, url: bytes) -> None:
        super().on_url(url)
        if len(self.url) > self.limits.longest_request_line:
            self._too_large(414)

    def on_headers_complete(self) -> None:
        if len(self.url) + sum(len(name) + len(value) for name, value in self.headers) > self.limits.largest_headers:
            self._too_large(431)
        self._awaiting_headers = False
        self._small_parts = 0.0
        self._expect_body()
        # uvicorn's own limit counts silent connections, too: ten thousand of them, and nobody was answered.
        self.limit_concurrency = 0 if len(self.tasks) >= self.limits.requests else None
        super().on_headers_complete()
        if len(self.pipeline) > self.limits.most_waiting:
            self._too_large(429)

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._answered = cycle
        super()._start_asgi_task(cycle, app)

    def on_body(self, body: bytes) -> None:
        self._body_bytes += len(body)
        self._without_body = 0
        self._parts.append(body)
        self._small_parts = max(0.0, self._small_parts + 1 - len(body) / self.limits.small_part)
        if self._small_parts > self.limits.most_small_parts:
            self._too_large(413)

    def _hand_on_body(self) -> None:
        """What has come at once, as one: uvicorn copies all of a body that waits for each part of it."""
        if self._parts:
            body, self._parts = b"".join(self._parts), []
            super().on_body(body)

    def on_message_complete(self) -> None:
        self._hand_on_body()
        cancel_timer(self._deadline)
        self._deadline = None
        self._awaiting_headers, self._header_bytes = True, 0
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        self._is_upgraded = True
        cancel_timer(self._deadline)
        cancel_timer(self._write_deadline)
        super().handle_websocket_upgrade()

    def send_400_response(self, msg: str) -> None:
        """uvicorn calls this whenever its parser stops, also when we made it stop."""
        if self._refusal:
            self._answer(self._refusal)
        else:
            super().send_400_response(msg)

    def _expect_headers(self) -> None:
        cancel_timer(self._deadline)
        self._deadline = self.loop.call_later(self.limits.header_seconds, self._refuse, 408)

    def _expect_body(self) -> None:
        cancel_timer(self._deadline)
        self._body_bytes = 0
        self._deadline = self.loop.call_later(self.limits.body_seconds, self._weigh_body)

    def _weigh_body(self) -> None:
        """Once in each span. While we read nothing ourselves, the client is not to blame."""
        if self._body_bytes >= self.limits.least_body or self.flow.read_paused:
            self._expect_body()
        else:
            self._refuse(408)

    def _too_large(self, status: int) -> None:
        """Stops the parser; it calls `send_400_response` then. Raises ParserStopped."""
        self._refusal = status
        raise ParserStopped

    def _refuse(self, status: int) -> None:
        self._refusal = status
        self._answer(status)

    def _answer(self, status: int) -> None:
        """A line that says why, and the end. Nobody waits for a client that does not read it."""
        if self.transport.is_closing():
            return
        cancel_timer(self._deadline)
        if self._stop_answering():
            self.transport.abort()
        else:
            self.transport.write(plain_text_refusal(status))
            self.transport.close()

    def _stop_answering(self) -> bool:
        """True when a part of an answer has left: what is written now would be read as more of it.

        uvicorn tells the last of several requests alone, and the first would write on a closed connection.
        """
        cycle = self._answered
        if cycle is None or cycle.response_complete:
            return False
        cycle.disconnected = True
        cycle.message_event.set()
        return bool(cycle.response_started)

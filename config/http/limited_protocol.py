"""uvicorn's protocols with an end to everything a client can send, or not send.

uvicorn itself reads headers of any length, waits for them for ever, and counts connections only in all. Here a request
line and headers have a size and a time, a body has a least speed, whoever does not read is let go, and an address holds
so many connections and no more.
"""

import asyncio
import logging
from dataclasses import dataclass, field
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from config.http.open_connections import OpenConnections

logger = logging.getLogger(__name__)
REASONS = {
    408: "Request Timeout",
    414: "URI Too Long",
    429: "Too Many Requests",
    431: "Request Header Fields Too Large",
}
SENTENCES = {
    408: "The request took too long to arrive.",
    414: "The address of the request is too long.",
    429: "Your address holds too many connections. Please close some.",
    431: "The headers of the request are too large.",
}


@dataclass(frozen=True, slots=True)
class ConnectionLimits:
    """Sizes in bytes, times in seconds."""

    longest_request_line: int = 16 * 1024
    largest_headers: int = 32 * 1024
    """Request line and all headers together."""
    header_seconds: float = 15.0
    """From the connection, or the first byte of a further request, to the last header."""
    body_seconds: float = 30.0
    """In each of these spans a body brings at least `least_body` bytes."""
    least_body: int = 16 * 1024
    write_seconds: float = 60.0
    """How long a client may read nothing of an answer that waits for it."""
    requests: int = 8_000
    """Under way at once, open websockets among them; a further one is answered with 503. Who says nothing is none."""
    connections: OpenConnections = field(default_factory=lambda: OpenConnections(250))


class HeadersTooLarge(Exception):  # noqa: N818 - an answer to the client
    """The request line or the headers are."""


def limited_protocols(limits: ConnectionLimits) -> dict[str, Any]:
    """uvicorn's arguments `http` and `ws`: classes with these limits, which count connections together."""
    http = type("LimitedHttp", (LimitedHttpProtocol,), {"limits": limits})
    ws = type("LimitedWebSocket", (LimitedWebSocketProtocol,), {"limits": limits})
    return {"http": http, "ws": ws}


class LimitedWebSocketProtocol(WebSocketsSansIOProtocol):
    """Takes over a connection that is counted already, and gives it back."""

    limits = ConnectionLimits()

    def connection_lost(self, exc: Exception | None) -> None:
        self.limits.connections.forget(self.transport)
        super().connection_lost(exc)


class LimitedHttpProtocol(HttpToolsProtocol):
    """One connection. `limits` is the class's: see `limited_protocols`."""

    limits = ConnectionLimits()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self._awaiting_headers = True
        self._header_bytes = 0
        self._body_bytes = 0
        self._refusal = 0
        self._deadline: asyncio.TimerHandle | None = None
        self._write_deadline: asyncio.TimerHandle | None = None
        super().connection_made(transport)
        if self.limits.connections.admits(transport, self.client[0] if self.client else None):
            self._expect_headers()
        else:
            self._refuse(429)

    def connection_lost(self, exc: Exception | None) -> None:
        self.limits.connections.forget(self.transport)
        self._cancel_deadlines()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._refusal:
            return
        if self._awaiting_headers:
            if self._deadline is None:  # a further request on a connection that was kept
                self._expect_headers()
            self._header_bytes += len(data)
        super().data_received(data)
        if self._awaiting_headers and self._header_bytes > self.limits.largest_headers:
            self._refuse(431)

    def on_url(self, url: bytes) -> None:
        super().on_url(url)
        if len(self.url) > self.limits.longest_request_line:
            self._too_large(414)

    def on_headers_complete(self) -> None:
        if len(self.url) + sum(len(name) + len(value) for name, value in self.headers) > self.limits.largest_headers:
            self._too_large(431)
        self._awaiting_headers = False
        self._expect_body()
        # uvicorn's own limit counts silent connections, too: ten thousand of them, and nobody was answered.
        self.limit_concurrency = 0 if len(self.tasks) >= self.limits.requests else None
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._body_bytes += len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._cancel(self._deadline)
        self._deadline = None
        self._awaiting_headers, self._header_bytes = True, 0
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        self._cancel_deadlines()
        super().handle_websocket_upgrade()

    def send_400_response(self, msg: str) -> None:
        """uvicorn calls this whenever its parser stops, also when we made it stop."""
        if self._refusal:
            self._answer(self._refusal)
        else:
            super().send_400_response(msg)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._cancel(self._write_deadline)
        self._write_deadline = self.loop.call_later(self.limits.write_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._cancel(self._write_deadline)

    def _expect_headers(self) -> None:
        self._cancel(self._deadline)
        self._deadline = self.loop.call_later(self.limits.header_seconds, self._refuse, 408)

    def _expect_body(self) -> None:
        self._cancel(self._deadline)
        self._body_bytes = 0
        self._deadline = self.loop.call_later(self.limits.body_seconds, self._weigh_body)

    def _weigh_body(self) -> None:
        """Once in each span. While we read nothing ourselves, the client is not to blame."""
        if self._body_bytes >= self.limits.least_body or self.flow.read_paused:
            self._expect_body()
        elif self.cycle is not None and self.cycle.response_started:
            self.transport.abort()
        else:
            self._refuse(408)

    def _too_large(self, status: int) -> None:
        """Stops the parser; it calls `send_400_response` then. Raises HeadersTooLarge."""
        self._refusal = status
        raise HeadersTooLarge

    def _refuse(self, status: int) -> None:
        self._refusal = status
        self._answer(status)

    def _answer(self, status: int) -> None:
        """A line that says why, and the end. Nobody waits for a client that does not read it."""
        if self.transport.is_closing():
            return
        sentence = SENTENCES[status].encode()
        head = (
            f"HTTP/1.1 {status} {REASONS[status]}\r\ncontent-type: text/plain; charset=utf-8\r\n"
            f"content-length: {len(sentence)}\r\nconnection: close\r\n\r\n"
        )
        self._cancel_deadlines()
        self.transport.write(head.encode() + sentence)
        self.transport.close()

    def _cancel_deadlines(self) -> None:
        self._cancel(self._deadline)
        self._cancel(self._write_deadline)
        self._deadline = self._write_deadline = None

    @staticmethod
    def _cancel(timer: asyncio.TimerHandle | None) -> None:
        if timer is not None:
            timer.cancel()

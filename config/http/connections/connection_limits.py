"""What a connection may cost, and the deadline that plain requests and websockets share."""

import asyncio
from dataclasses import dataclass, field

from config.http.connections.count_open_connections import OpenConnections


@dataclass(frozen=True, slots=True)
class ConnectionLimits:
    """Sizes in bytes, times in seconds."""

    longest_request_line: int = 16 * 1024
    largest_headers: int = 32 * 1024
    """Request line and all headers together; and what comes of a request without a byte of its body, as trailers do."""
    most_waiting: int = 16
    """Requests that are sent before the one in front of them is answered. No browser does so."""
    header_seconds: float = 15.0
    """From the connection, or the first byte of a further request, to the last header."""
    body_seconds: float = 30.0
    """In each of these spans a body brings at least `least_body` bytes."""
    least_body: int = 16 * 1024
    small_part: int = 64
    """Bytes. A part of a body that is smaller costs more to read than to send."""
    most_small_parts: int = 1_000
    """Larger ones in between make up for them."""
    write_seconds: float = 60.0
    """How long a client may read nothing of an answer that waits for it."""
    idle_seconds: int = 20
    """How long a connection is kept for a further request: longer than programs keep theirs (httpx 5 s, aiohttp 15 s),
    or requests are sent on connections that are just being closed, and are lost."""
    idle_seconds_of_proxies: int = 180
    """The same where connections are not counted: nginx keeps its own for 60 s, Traefik for 90, Caddy for 120."""
    frames_at_once: int = 1_000
    frames_per_second: float = 200.0
    """Of an open websocket, also those that our application never sees: pings, and parts of messages."""
    requests: int = 8_000
    """Under way at once, open websockets among them; a further one is answered with 503. A connection that sends
    nothing does not count."""
    connections: OpenConnections = field(default_factory=lambda: OpenConnections(250))


class WriteDeadline(asyncio.Protocol):
    """Lets a client go that reads nothing of what waits for it."""

    limits = ConnectionLimits()
    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    _write_deadline: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        super().pause_writing()
        cancel_timer(self._write_deadline)
        self._write_deadline = self.loop.call_later(self.limits.write_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        cancel_timer(self._write_deadline)

    def connection_lost(self, exc: Exception | None) -> None:
        cancel_timer(self._write_deadline)
        self.limits.connections.forget(self.transport)
        super().connection_lost(exc)


def cancel_timer(timer: asyncio.TimerHandle | None) -> None:
    if timer is not None:
        timer.cancel()

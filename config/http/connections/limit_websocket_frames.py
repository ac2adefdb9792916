"""Limits websocket frames that the application never sees (pings, fragments of messages), in uvicorn's protocol.

An empty frame is six bytes for its sender and a tenth of a millisecond for the event loop, which came to nothing else
while somebody sent them. And an application that sends on a connection which the protocol has closed is told that its
client has left: uvicorn calls it a mistake of the application, with a traceback in the log.
"""

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from config.http.connections.connection_limits import WriteDeadline

SLICE = 4 * 1024
"""Bytes between two looks at the number of frames: at most seven hundred."""
TOO_MUCH, REASON = 1008, "too many frames"


class LimitedWebSocketProtocol(WriteDeadline, WebSocketsSansIOProtocol):
    """Takes over a connection that is counted already, and gives it back."""

    _frames_left: float | None = None
    _filled_at = 0.0

    def data_received(self, data: bytes) -> None:
        for begin in range(0, len(data), SLICE):
            if self.transport.is_closing():
                return
            super().data_received(data[begin : begin + SLICE])
            if self._has_too_many():
                self._end(TOO_MUCH, REASON)

    def handle_events(self) -> None:
        self._take(len(self.conn.events))
        super().handle_events()

    def handle_parser_exception(self) -> None:
        """Ends also on frames before the handshake was answered, for which there is no way to say so."""
        self.disconnected = True
        if self.conn.close_sent is None:
            self.transport.abort()
        else:
            super().handle_parser_exception()

    def keepalive_timeout(self) -> None:
        self.disconnected = True
        super().keepalive_timeout()

    def _take(self, frames: int) -> None:
        now, most = self.loop.time(), float(self.limits.frames_at_once)
        left = most if self._frames_left is None else self._frames_left
        refilled = left + (now - self._filled_at) * self.limits.frames_per_second
        self._frames_left, self._filled_at = min(most, refilled) - frames, now

    def _has_too_many(self) -> bool:
        return self._frames_left is not None and self._frames_left < 0

    def _end(self, code: int, reason: str) -> None:
        """What it has not read by now it will not read either: nothing is kept for it."""
        self.disconnected = self.close_sent = True
        self.stop_keepalive()
        self.conn.fail(code, reason)
        self.transport.write(b"".join(self.conn.data_to_send()))
        if self.transport.get_write_buffer_size():
            self.transport.abort()
        else:
            self.transport.close()

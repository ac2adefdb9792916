"""Parses a streamed reply: server-sent events to text.

The client's own reader builds an object for each token, which costs four fifths of the CPU time of an answer.
"""

import json

from jiter import from_json

from apps.llm.errors import model_error
from apps.llm.transport.read_model_responses import (
    ChatReply,
    build_checked_reply,
    choice_with_index_zero,
    message_text,
    parse_usage,
    strip_unreadable_characters,
)
from apps.llm.transport.strip_reasoning import ReasoningFilter, strip_reasoning
from apps.llm.types import Usage

LONGEST_EVENT = 1_000_000
"""Bytes of one event; a server that sends more is not sending tokens."""
LONGEST_TEXT = 1_000_000


class EventReader:
    """Bytes in, the data of each finished event out. Lines end in LF or CRLF, pieces end anywhere."""

    def __init__(self, endpoint: str) -> None:
        self._endpoint = endpoint
        self._rest = b""
        self._data: list[bytes] = []
        self.is_closed = False

    def feed(self, received: bytes | None) -> list[bytes]:
        """None says that the stream has ended: some servers send the last event without the blank line after it."""
        if received is None:
            self.is_closed = True
            received = b"\n\n"
        lines = (self._rest + received).split(b"\n")
        self._rest = lines.pop()
        if len(self._rest) > LONGEST_EVENT:
            raise model_error("garbage", self._endpoint)
        return [event for line in lines if (event := self._line(line.rstrip(b"\r"))) is not None]

    def _line(self, line: bytes) -> bytes | None:
        if line.startswith(b"data:"):
            self._data.append(line[5:].lstrip())
            return None
        # Comments and other fields say nothing about the text; a blank line ends the event.
        if line or not self._data:
            return None
        event, self._data = b"\n".join(self._data), []
        return event


def parse_event(event: bytes) -> object:
    """The JSON of an event; there are a hundred in an answer, and the standard library needs longer for each.

    That one is asked where the faster one refuses: it takes halves of characters, which some servers send.
    Raises ValueError, RecursionError.
    """
    try:
        return from_json(event)
    except ValueError:
        return json.loads(event.decode())


class StreamedReply:
    """Gathers the pieces; `reply` is the whole once the server has said why it stopped."""

    def __init__(self, endpoint: str) -> None:
        self._endpoint = endpoint
        self._pieces: list[str] = []
        self._thoughts = ReasoningFilter()
        self._length = 0
        self._half = ""
        self._finish_reason: object = None
        self._has_refused = False
        self.usage: Usage | None = None
        self.is_over = False

    @property
    def written(self) -> str:
        """All tokens so far, thoughts included."""
        return "".join(self._pieces)

    @property
    def has_begun(self) -> bool:
        return self._length > 0

    def add(self, event: bytes) -> str:
        """The text in this event that may be shown, often none. Raises ModelError for what is no event of a reply."""
        if event.startswith(b"[DONE]"):
            self.is_over = True
            return self._thoughts.rest()
        data = self._parse(event)
        self.usage = parse_usage(data) or self.usage
        piece = self._whole(self._piece(data.get("choices")))
        return self._keep(piece) if piece else ""

    def _parse(self, event: bytes) -> dict[str, object]:
        try:
            data = parse_event(event)
        except (ValueError, RecursionError):
            raise model_error("garbage", self._endpoint) from None
        if not isinstance(data, dict):
            raise model_error("garbage", self._endpoint)
        if data.get("error"):
            raise model_error("server_error", self._endpoint)
        return data

    def _piece(self, choices: object) -> str:
        # An event without choices carries the usage or keeps the line open.
        if not choices:
            return ""
        choice = choice_with_index_zero(self._endpoint, choices)
        if choice is None:
            return ""
        self._finish_reason = choice.get("finish_reason") or self._finish_reason
        delta = choice.get("delta") or {}
        if not isinstance(delta, dict):
            raise model_error("garbage", self._endpoint)
        self._has_refused = self._has_refused or bool(delta.get("refusal"))
        return message_text(self._endpoint, delta)

    def _whole(self, piece: str) -> str:
        """A half of a character at the end waits for the next piece: no column and no screen takes it."""
        piece = self._half + piece
        waits = "\ud800" <= piece[-1:] <= "\udbff"
        self._half = piece[-1:] if waits else ""
        return strip_unreadable_characters(piece[:-1] if waits else piece)

    def _keep(self, piece: str) -> str:
        """What of the piece may be shown."""
        self._pieces.append(piece)
        self._length += len(piece)
        if self._length > LONGEST_TEXT:
            raise model_error("garbage", self._endpoint)
        return self._thoughts.feed(piece)

    def reply(self) -> ChatReply:
        """Raises ModelError `interrupted` when the stream ended without a finish reason, however cleanly."""
        text = strip_reasoning(self.written)
        reason = "content_filter" if self._has_refused and not text.strip() else self._finish_reason
        return build_checked_reply(self._endpoint, text, reason, self.usage)

"""Server-sent events over HTTP: how a response is marked as a stream of them, and how one event is written."""

import json
from collections.abc import AsyncGenerator, Mapping

from django.http import StreamingHttpResponse

EVENT_STREAM = "text/event-stream"


def streamed_events(parts: AsyncGenerator[bytes, None]) -> StreamingHttpResponse:
    """The work that yields `parts` begins when the server reads the first of them."""
    response = StreamingHttpResponse(parts, content_type=f"{EVENT_STREAM}; charset=utf-8")
    response["Cache-Control"] = "no-store"
    # Proxies that gather an answer before they pass it on would turn the stream into a long silence.
    response["X-Accel-Buffering"] = "no"
    return response


def named_event(name: str, data: Mapping[str, object]) -> bytes:
    return f"event: {name}\n".encode() + unnamed_event(data)


def unnamed_event(data: object) -> bytes:
    return f"data: {json.dumps(data, ensure_ascii=False)}\n\n".encode()

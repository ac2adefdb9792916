"""Bodies as an OpenAI-compatible server sends them, right and wrong ones."""

import base64
import hashlib
import json
import struct
from collections.abc import Iterator, Sequence
from typing import Any

HTML = b"<!doctype html><html><body><h1>502 Bad Gateway</h1><p>sk-secret-in-a-page</p></body></html>"
PROVIDER_TEXT = "provider speaks: sk-secret-in-an-error"
"""Stands in every error of the fake; it must never reach people or logs."""


def dumps(data: Any) -> bytes:
    return json.dumps(data, ensure_ascii=False).encode()


def error(status: int, *, code: str = "", message: str = "") -> bytes:
    text = f"{message} {PROVIDER_TEXT}".strip()
    return dumps({"error": {"message": text, "type": "error", "code": code or str(status)}})


def tokens(text: str) -> int:
    return len(text) // 4 + 1


def usage(body: dict[str, Any], text: str) -> dict[str, int]:
    taken = sum(tokens(message["content"]) for message in body["messages"])
    return {"prompt_tokens": taken, "completion_tokens": tokens(text), "total_tokens": taken + tokens(text)}


def completion(body: dict[str, Any], text: Any, finish_reason: str | None = "stop") -> dict[str, Any]:
    message = {"role": "assistant", "content": text, "refusal": None}
    return {
        "id": "chatcmpl-fake",
        "object": "chat.completion",
        "created": 0,
        "model": body.get("model"),
        "choices": [{"index": 0, "message": message, "finish_reason": finish_reason, "logprobs": None}],
        "usage": usage(body, text if isinstance(text, str) else ""),
    }


def chunk(body: dict[str, Any], delta: dict[str, Any], finish_reason: str | None = None) -> dict[str, Any]:
    return {
        "id": "chatcmpl-fake",
        "object": "chat.completion.chunk",
        "created": 0,
        "model": body.get("model"),
        "choices": [{"index": 0, "delta": delta, "finish_reason": finish_reason}],
    }


def event(data: Any) -> bytes:
    return b"data: " + dumps(data) + b"\n\n"


def pieces(text: str, size: int = 4) -> list[str]:
    return [text[start : start + size] for start in range(0, len(text), size)]


def deltas(body: dict[str, Any], text: str) -> Iterator[bytes]:
    """One event per piece of four characters, about a token."""
    yield event(chunk(body, {"role": "assistant", "content": ""}))
    for piece in pieces(text):
        yield event(chunk(body, {"content": piece}))


def stream_end(body: dict[str, Any], text: str, finish_reason: str | None = "stop") -> Iterator[bytes]:
    if finish_reason:
        yield event(chunk(body, {}, finish_reason))
    if (body.get("stream_options") or {}).get("include_usage"):
        yield event({**chunk(body, {}), "choices": [], "usage": usage(body, text)})
    yield b"data: [DONE]\n\n"


def vector(text: str, dimensions: int) -> list[float]:
    """The same text always gets the same vector, texts that share words are near each other."""
    values = [0.001] * dimensions
    for word in text.lower().split():
        digest = hashlib.sha256(word.encode()).digest()
        values[int.from_bytes(digest[:4], "big") % dimensions] += 1.0 if digest[4] % 2 else -1.0
    return values


def embeddings(body: dict[str, Any], vectors: Sequence[Sequence[float]]) -> bytes:
    """Base64 of little-endian floats when asked for, like the original; NaN as Python writes it."""
    in_base64 = body.get("encoding_format") == "base64"
    data = [
        {
            "object": "embedding",
            "index": index,
            "embedding": base64.b64encode(struct.pack(f"<{len(values)}f", *values)).decode() if in_base64 else values,
        }
        for index, values in enumerate(vectors)
    ]
    taken = sum(tokens(text) for text in body["input"])
    return dumps(
        {
            "object": "list",
            "data": data,
            "model": body.get("model"),
            "usage": {"prompt_tokens": taken, "total_tokens": taken},
        }
    )

"""Reads and checks the responses of model servers: anything unexpected becomes a ModelError."""

import email.utils
import json
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from apps.llm.errors import ModelError, ModelErrorCode, model_error
from apps.llm.transport.strip_reasoning import contains_reasoning, strip_reasoning
from apps.llm.types import FinishReason, Usage
from apps.text.strip_unstorable_characters import limit_combining_marks

STATUS_CODES: dict[int, ModelErrorCode] = {
    401: "unauthorised",
    403: "forbidden",
    408: "timeout",
    409: "server_error",
    413: "context_too_long",
    425: "server_error",
    429: "rate_limited",
    504: "timeout",
}
TOO_LONG = (
    "context_length", "context length", "maximum context", "context window", "context size", "context_size",
    "too many tokens", "prompt is too long", "input is too long",
)  # fmt: skip
SIZE = re.compile(
    r"(?:maximum context length|context (?:size|window|length)|n_ctx|max_model_len)\W{1,6}(?:(?:is|of|only|limit)\W+)*"
    r"(\d[\d,.]*)"
)
"""Of the context, as servers name it: "maximum context length is 4096 tokens", "n_ctx": 2048."""
EMBEDDINGS = "/embeddings"
NOT_THERE = (405, 501)
NO_EMBEDDINGS = re.compile(
    r"not support embedding|--embeddings?\b|not an embedding model|embeddings? (?:is|are) (?:not|disabled)"
)
FINISH_REASONS: dict[str, FinishReason] = {
    "length": "length",
    "max_tokens": "length",
    "max_output_tokens": "length",
    "model_length": "length",
    "content_filter": "content_filter",
    "safety": "content_filter",
    "recitation": "content_filter",
    "refusal": "content_filter",
}
"""Servers have words of their own for every end; what is not here is the normal one, such as "eos"."""
UNSEEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\U000e0000-\U000e007f]" + r"|(?<!\\)\\u0000"
)
"""Control characters (no column takes NUL, in the escapes of a JSON reply neither), characters that change the
direction of writing (96 is seen as 69, and read as 96 by every check), and tags: letters that programs read and nobody
sees."""
FILTERED = ("content_filter", "content_policy")
NO_QUOTA = "insufficient_quota"
LEAST_CONTEXT = 256
"""A smaller number is not the size of a context."""


@dataclass(frozen=True, slots=True)
class ChatReply:
    """Text and finish reason of a chat reply; `usage` is None when the server did not say."""

    text: str
    finish_reason: FinishReason
    usage: Usage | None


def error_from_status(
    endpoint: str, status: int, headers: Mapping[str, str], body: str, *, path: str = ""
) -> ModelError:
    """Returns the error for an answer that is not 200. The body is looked at, never passed on."""
    complaint = body[:4_000].lower()
    code = STATUS_CODES.get(status) or code_of_status_class(status)
    if path == EMBEDDINGS and (status in NOT_THERE or NO_EMBEDDINGS.search(complaint)):
        return model_error("no_embeddings", endpoint)
    if status == 429 and NO_QUOTA in complaint:
        code = "budget_spent"
    elif code == "bad_request" and any(word in complaint for word in FILTERED):
        code = "content_filter"
    elif code == "bad_request" and any(word in complaint for word in TOO_LONG):
        code = "context_too_long"
    return model_error(code, endpoint, retry_after=parse_retry_after(headers))


def parse_context_size(complaint: str) -> int | None:
    """Tokens of prompt and reply together, when the refusal of a prompt that is too long names them."""
    named = SIZE.search(complaint[:4_000].lower())
    size = int(re.sub(r"\D", "", named[1])[:9]) if named else 0
    return size if size >= LEAST_CONTEXT else None


def code_of_status_class(status: int) -> ModelErrorCode:
    if status >= 500:
        return "server_error"
    return "redirected" if status < 400 else "bad_request"


def parse_retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds the server wants us to wait, from a number or a date; None when it does not say or says nonsense."""
    value = headers.get("retry-after", "").strip()
    if not value:
        return None
    try:
        return max(0.0, float(value))
    except ValueError:
        pass
    try:
        return max(0.0, email.utils.parsedate_to_datetime(value).timestamp() - time.time())
    except (ValueError, OverflowError):
        return None


def parse_response_object(endpoint: str, body: bytes) -> dict[str, object]:
    """The JSON object of an answer with status 200. A proxy's HTML page comes with status 200 too: `garbage`."""
    try:
        data = json.loads(body)
    except (ValueError, RecursionError):
        raise model_error("garbage", endpoint) from None
    if not isinstance(data, dict):
        raise model_error("garbage", endpoint)
    if data.get("error"):
        raise model_error("server_error", endpoint)
    return data


def parse_chat_reply(endpoint: str, data: Mapping[str, object]) -> ChatReply:
    """A chat reply that is not streamed.

    Raises ModelError: `garbage` for a shape that is wrong, `interrupted` without a finish reason, `content_filter` and
    `empty` when there is no text.
    """
    choice = first_choice(endpoint, data)
    message = choice.get("message")
    if not isinstance(message, dict):
        raise model_error("garbage", endpoint)
    text = strip_reasoning(message_text(endpoint, message))
    reason = "content_filter" if message.get("refusal") and not text.strip() else choice.get("finish_reason")
    return build_checked_reply(endpoint, text, reason, parse_usage(data))


def has_reasoning(data: Mapping[str, Any]) -> bool:
    """Whether a reply that is not streamed holds what the model thought, in a field of its own or in its text, or
    counts tokens of thoughts that it does not show."""
    if hidden_reasoning_tokens(data):
        return True
    try:
        message = data["choices"][0]["message"]
        written = message.get("content")
        return bool(
            message.get("reasoning_content")
            or message.get("reasoning")
            or (isinstance(written, str) and contains_reasoning(written))
        )
    except (LookupError, TypeError, AttributeError):
        return False


def hidden_reasoning_tokens(data: Mapping[str, Any]) -> int:
    """`usage.completion_tokens_details.reasoning_tokens`; 0 where the server counts none."""
    try:
        return int(data["usage"]["completion_tokens_details"]["reasoning_tokens"])
    except (LookupError, TypeError, ValueError, OverflowError):
        return 0


def build_checked_reply(endpoint: str, text: str, finish_reason: object, usage: Usage | None) -> ChatReply:
    """Complete only when the server said why it stopped, and of use only when it said something."""
    if not finish_reason:
        raise model_error("interrupted", endpoint)
    known = FINISH_REASONS.get(str(finish_reason).lower(), "stop")
    text = strip_unreadable_characters(text)
    if not text.strip():
        raise model_error("content_filter" if known == "content_filter" else "empty", endpoint)
    return ChatReply(text, known, usage)


def strip_unreadable_characters(text: str) -> str:
    """What people can see, and databases keep, of a model's text.

    Halves of a character that belong together become one, others the replacement character (U+FFFD).
    """
    if not text.isascii():
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return limit_combining_marks(UNSEEN.sub("", text))


def first_choice(endpoint: str, data: Mapping[str, object]) -> Mapping[str, object]:
    choice = choice_with_index_zero(endpoint, data.get("choices"))
    if choice is None:
        raise model_error("garbage", endpoint)
    return choice


def choice_with_index_zero(endpoint: str, choices: object) -> Mapping[str, Any] | None:
    """The one with the index 0, whatever others a server sends unasked; None when they are all others."""
    if not isinstance(choices, list) or not choices:
        raise model_error("garbage", endpoint)
    # A generator over a single element, a hundred times per answer, cost as much as reading the text in it.
    if len(choices) == 1 and isinstance(choices[0], dict):
        return None if choices[0].get("index") else choices[0]
    if not all(isinstance(one, dict) for one in choices):
        raise model_error("garbage", endpoint)
    return next((one for one in choices if not one.get("index")), None)


def message_text(endpoint: str, message: Mapping[str, Any]) -> str:
    """The text of a message or a delta: a string, nothing, or a list of text parts."""
    content = message.get("content")
    if content is None:
        return ""
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        parts = [part.get("text") for part in content if isinstance(part, dict)]
        return "".join(part for part in parts if isinstance(part, str))
    raise model_error("garbage", endpoint)


def parse_usage(data: Mapping[str, object]) -> Usage | None:
    usage = data.get("usage")
    if not isinstance(usage, dict):
        return None
    taken, made = token_count(usage.get("prompt_tokens")), token_count(usage.get("completion_tokens", 0))
    return None if taken is None or made is None else Usage(input_tokens=taken, output_tokens=made)


def token_count(value: object) -> int | None:
    """The value when it is a number of tokens that the ledger can hold."""
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**31 else None

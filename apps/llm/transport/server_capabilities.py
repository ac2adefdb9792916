"""Capabilities of a server, learned from its replies: what it has refused once is left out from then on."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from apps.llm.transport.read_model_responses import has_reasoning, parse_context_size

REPLACED_BY = {"max_tokens": "max_completion_tokens"}
OPTIONAL = (
    "stream_options", "max_tokens", "temperature", "top_p", "presence_penalty", "frequency_penalty", "dimensions",
    "encoding_format",
)  # fmt: skip
SYSTEM, STREAM = "messages.system", "stream"
REFUSED = r"(?:not|n't|un)\W?\w*\W?(?:support|allow|accept|available|implement)"
REFUSES = r"(?:not support|unsupported|unknown|invalid)"
NO_SYSTEM = re.compile(
    rf"system (?:role|message|prompt)s?\b.{{0,40}}{REFUSED}|roles must alternate|{REFUSES}.{{0,30}}\bsystem\b"
)
NO_STREAMS = re.compile(rf"\bstream(?:ing|s)?\b.{{0,40}}{REFUSED}|{REFUSES}.{{0,30}}\bstream(?:ing|s)?\b")
SCHEMA, OBJECT = "response_format.json_schema", "response_format.json_object"


class ServerCapabilities:
    """Remembers what one model at one endpoint can do."""

    def __init__(self, *, supports_json_schema: bool = True) -> None:
        self._refused: set[str] = set() if supports_json_schema else {SCHEMA}
        self.thinks = False
        self.context_window: int | None = None
        """Tokens, once the server has named them in a refusal."""

    def notice(self, data: Mapping[str, Any]) -> None:
        """Whether the model thinks before it answers, as its reply shows."""
        self.thinks = self.thinks or has_reasoning(data)

    def learn_size(self, complaint: str) -> None:
        """After a prompt that was too long."""
        self.context_window = parse_context_size(complaint) or self.context_window

    @property
    def abilities(self) -> dict[str, bool]:
        """What is known by now, as it is stored with the model."""
        return {
            "json_schema": self.understands_schemas,
            "system_messages": SYSTEM not in self._refused,
            "streams": self.streams,
            "thinks": self.thinks,
        }

    def know(self, abilities: Mapping[str, Any]) -> None:
        """What was found out earlier, by whatever process: nothing is asked for that would be refused."""
        parts = {"json_schema": SCHEMA, "system_messages": SYSTEM, "streams": STREAM}
        self._refused |= {part for name, part in parts.items() if abilities.get(name) is False}
        self.thinks = self.thinks or bool(abilities.get("thinks"))
        self.context_window = self.context_window or abilities.get("context_window")

    @property
    def streams(self) -> bool:
        return STREAM not in self._refused

    def refuse_streams(self) -> None:
        """The server has answered a stream with a whole reply."""
        self._refused.add(STREAM)

    @property
    def understands_schemas(self) -> bool:
        return SCHEMA not in self._refused

    def adapted(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """The request as this server takes it: refused parameters left out, renamed, or asked for in a simpler form."""
        adapted = {name: value for name, value in body.items() if name not in self._refused and value is not None}
        for old, new in REPLACED_BY.items():
            if old in self._refused and body.get(old) is not None:
                adapted[new] = body[old]
        if form := self._form(adapted.pop("response_format", None)):
            adapted["response_format"] = form
        if SYSTEM in self._refused and "messages" in adapted:
            adapted["messages"] = merge_system_into_user(adapted["messages"])
        return adapted

    def _form(self, asked: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
        """A JSON schema where that is understood, else any JSON object, else nothing."""
        if asked is None or SCHEMA not in self._refused:
            return asked
        wants_object = asked["json_schema"]["schema"].get("type") == "object"
        return {"type": "json_object"} if wants_object and OBJECT not in self._refused else None

    def learn(self, sent: Mapping[str, Any], complaint: str) -> bool:
        """After a refused request: True when something new is known and the same call is worth another try."""
        complaint = complaint.lower()
        named = [name for name in OPTIONAL if name in sent and name in complaint]
        if NO_STREAMS.search(complaint) and sent.get("stream"):
            named = [STREAM]
        elif NO_SYSTEM.search(complaint) and has_system_role(sent):
            named = [SYSTEM]
        form = (sent.get("response_format") or {}).get("type")
        if not named and form:
            # Servers that know no response format often do not say so: without it the call may succeed.
            named = [f"response_format.{form}"]
        news = set(named) - self._refused
        self._refused |= news
        return bool(news)


def has_system_role(sent: Mapping[str, Any]) -> bool:
    return any(message["role"] == "system" for message in sent.get("messages", ()))


def merge_system_into_user(messages: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """What the system message says stands before the first question; templates of some models know no other place."""
    orders = [str(message["content"]) for message in messages if message["role"] == "system"]
    others = [dict(message) for message in messages if message["role"] != "system"]
    if orders and others and others[0]["role"] == "user":
        others[0]["content"] = "\n\n".join([*orders, str(others[0]["content"])])
        return others
    return [{"role": "user", "content": "\n\n".join(orders)}, *others] if orders else others


def json_schema_response_format(schema: dict[str, object]) -> dict[str, object]:
    """The response format that asks for data of this JSON schema."""
    return {"type": "json_schema", "json_schema": {"name": "reply", "schema": schema}}


_dialects: dict[tuple[str, str, bool], ServerCapabilities] = {}


def capabilities_of_server(base_url: str, model: str, *, supports_json_schema: bool = True) -> ServerCapabilities:
    key = (base_url, model, supports_json_schema)
    return _dialects.setdefault(key, ServerCapabilities(supports_json_schema=supports_json_schema))


def forget_capabilities(base_url: str, model: str, *, supports_json_schema: bool = True) -> None:
    """Ask this server afresh: it may have been started anew."""
    _dialects.pop((base_url, model, supports_json_schema), None)


def forget_all_capabilities() -> None:
    """Start afresh, as after a restart."""
    _dialects.clear()

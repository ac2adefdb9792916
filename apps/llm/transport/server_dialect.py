"""What a server does not support: parameters it has refused once are left out from then on. Kept per process."""

from collections.abc import Mapping
from typing import Any

from apps.llm.transport.responses import has_thoughts

REPLACED_BY = {"max_tokens": "max_completion_tokens"}
OPTIONAL = (
    "stream_options", "max_tokens", "temperature", "top_p", "presence_penalty", "frequency_penalty", "dimensions",
    "encoding_format",
)  # fmt: skip
SCHEMA, OBJECT = "response_format.json_schema", "response_format.json_object"


class Dialect:
    """For one model at one endpoint."""

    def __init__(self, *, supports_json_schema: bool = True) -> None:
        self._refused: set[str] = set() if supports_json_schema else {SCHEMA}
        self.thinks = False

    def notice(self, data: Mapping[str, Any]) -> None:
        """Whether the model thinks before it answers, as its reply shows."""
        self.thinks = self.thinks or has_thoughts(data)

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
        form = (sent.get("response_format") or {}).get("type")
        if not named and form:
            # Servers that know no response format often do not say so: without it the call may succeed.
            named = [f"response_format.{form}"]
        news = set(named) - self._refused
        self._refused |= news
        return bool(news)


def schema_form(schema: dict[str, object]) -> dict[str, object]:
    """The response format that asks for data of this JSON schema."""
    return {"type": "json_schema", "json_schema": {"name": "reply", "schema": schema}}


_dialects: dict[tuple[str, str, bool], Dialect] = {}


def dialect_of(base_url: str, model: str, *, supports_json_schema: bool = True) -> Dialect:
    key = (base_url, model, supports_json_schema)
    return _dialects.setdefault(key, Dialect(supports_json_schema=supports_json_schema))


def forget_dialects() -> None:
    """Start afresh, as after a restart."""
    _dialects.clear()

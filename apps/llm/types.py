"""Types and interfaces of language models: messages, completions, LanguageModel and Embedder."""

from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Literal, Protocol

Role = Literal["system", "user", "assistant"]
FinishReason = Literal["stop", "length", "content_filter"]


@dataclass(frozen=True, slots=True)
class Message:
    role: Role
    text: str


class MessagesByModel(list[Message]):
    """A prompt of which some models have a wording of their own. As a list it is the usual wording.

    `in_wording_of` gives the messages for the model of that name; which model answers is only known when it is asked.
    """

    def __init__(self, messages: Sequence[Message], in_wording_of: Callable[[str], Sequence[Message]]) -> None:
        super().__init__(messages)
        self._in_wording_of = in_wording_of

    def for_model(self, name: str) -> Sequence[Message]:
        return self._in_wording_of(name)


class ShortenableMessages(MessagesByModel):
    """A prompt of which a shorter form can be made, for the one more try when a model says that it is too long.

    `shorten` gives that form, or None when nothing is left to leave out. It may be asked again.
    """

    def __init__(self, messages: Sequence[Message], shorten: Callable[[], Sequence[Message] | None]) -> None:
        super().__init__(messages, lambda name: messages_worded_for_model(self._form, name))
        self._form, self._shorten = messages, shorten

    def shorten(self) -> bool:
        """Whether it is shorter now. It stays so for whoever is asked next: what was shown belongs to this form."""
        shorter = self._shorten()
        if shorter is not None:
            self[:] = self._form = shorter
        return shorter is not None


def messages_worded_for_model(messages: Sequence[Message], model: str) -> Sequence[Message]:
    """The messages as the model of that name is sent them."""
    return messages.for_model(model) if isinstance(messages, MessagesByModel) else messages


def append_messages(messages: Sequence[Message], more: Sequence[Message]) -> list[Message]:
    """The messages followed by others, in each model's own wording as well."""
    joined = [*messages, *more]
    if not isinstance(messages, MessagesByModel):
        return joined
    return MessagesByModel(joined, lambda name: [*messages.for_model(name), *messages_worded_for_model(more, name)])


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one call; `estimated` when the server did not say and they were counted here."""

    input_tokens: int = 0
    output_tokens: int = 0
    estimated: bool = False


@dataclass(frozen=True, slots=True)
class StandIn:
    """Why another model wrote a reply: `instead_of` is whom it was meant for, `reason` the code of its ModelError."""

    instead_of: str
    reason: str


@dataclass(frozen=True, slots=True)
class Completion:
    """The whole reply. It is complete: a reply without a finish reason never becomes a Completion."""

    text: str
    model: str
    finish_reason: FinishReason = "stop"
    usage: Usage = field(default_factory=Usage)
    data: Any = None
    """The parsed object when a schema was asked for."""
    stand_in: StandIn | None = None
    """Set when the first choice failed and `model` wrote this in its place."""


@dataclass(frozen=True, slots=True)
class CallRecord:
    """One call to a model as the ledger keeps it, failed attempts included."""

    purpose: str
    model: str
    endpoint: str
    outcome: str
    """"ok" or the code of a ModelError."""
    seconds: float
    first_token_seconds: float | None = None
    usage: Usage = field(default_factory=Usage)
    attempts: int = 1
    prompt_version: str = ""
    cost: Decimal | None = None


class LanguageModel(Protocol):
    @property
    def name(self) -> str: ...

    @property
    def context_window(self) -> int:
        """Tokens of prompt and reply together."""

    async def complete(
        self, messages: Sequence[Message], *, temperature: float = 0.0, schema: dict[str, object] | None = None
    ) -> Completion:
        """One reply. `schema` is a JSON schema; the parsed object is then in `Completion.data`. Raises ModelError."""

    def stream(self, messages: Sequence[Message], *, temperature: float = 0.0) -> AsyncIterator[str | Completion]:
        """Pieces of text, then the Completion as the last item. Raises ModelError, also after some pieces."""


class Embedder(Protocol):
    @property
    def name(self) -> str: ...

    @property
    def dimensions(self) -> int: ...

    async def embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        """Unit-length vectors, same order and number as the texts. Raises ModelError."""

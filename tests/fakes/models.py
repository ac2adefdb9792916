"""Models without a network: one hands out replies and remembers what it was asked, one makes vectors of words.

model = FakeLanguageModel("Die Gebühr beträgt drei Euro [1].")
model.calls[0][-1].text          # the prompt of the first call
"""

import asyncio
import math
import re
import zlib
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from apps.llm.errors import ModelError
from apps.llm.types import Completion, FinishReason, Message, Usage


@dataclass(frozen=True)
class Broken:
    """A reply that breaks off after `text` with an error; without text it fails at once."""

    error: ModelError
    text: str = ""


@dataclass(frozen=True)
class Finished:
    """A reply with a finish reason of its own."""

    text: str
    reason: FinishReason


@dataclass(frozen=True)
class Held:
    """A reply that waits for `release` after `text`, as a slow server does."""

    text: str
    rest: str = ""
    release: asyncio.Event = field(default_factory=asyncio.Event)


Reply = str | Broken | Finished | Held


class FakeLanguageModel:
    """Replies in their order; asking once more than there are replies is an error of the test.

    A function among the replies gets the prompt and gives back what is said to it.
    """

    def __init__(self, *replies: Reply | Callable[[str], Reply], context_window: int = 16_000) -> None:
        self.replies = list(replies)
        self.calls: list[list[Message]] = []
        self.name = "fake-model"
        self.context_window = context_window
        self.open_streams = 0

    async def complete(
        self, messages: Sequence[Message], *, temperature: float = 0.0, schema: dict[str, Any] | None = None
    ) -> Completion:
        pieces = [piece async for piece in self.stream(messages)]
        assert isinstance(pieces[-1], Completion)
        return pieces[-1]

    async def stream(self, messages: Sequence[Message], *, temperature: float = 0.0) -> AsyncIterator[str | Completion]:
        self.calls.append(list(messages))
        scripted = self.replies.pop(0)
        reply = scripted("\n".join(message.text for message in messages)) if callable(scripted) else scripted
        self.open_streams += 1
        try:
            for piece in pieces_of(reply if isinstance(reply, str) else reply.text):
                yield piece
            text = reply if isinstance(reply, str) else reply.text
            match reply:
                case Broken(error=error):
                    raise error
                case Held():
                    await reply.release.wait()
                    text += reply.rest
                    for piece in pieces_of(reply.rest):
                        yield piece
                case Finished():
                    yield Completion(reply.text, self.name, reply.reason, Usage(100, 10))
                    return
            yield Completion(text, self.name, "stop", Usage(100, 10))
        finally:
            self.open_streams -= 1


def pieces_of(text: str) -> list[str]:
    """Three characters at a time: no marker or head arrives in one piece."""
    return [text[start : start + 3] for start in range(0, len(text), 3)]


class FakeEmbedder:
    """Equal words give near vectors, so that nearest-neighbour tests mean something."""

    def __init__(self, dimensions: int = 1024, name: str = "fake-embedder", error: ModelError | None = None) -> None:
        self.dimensions = dimensions
        self.name = name
        self.error = error
        self.calls: list[list[str]] = []

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        self.calls.append(list(texts))
        if self.error:
            raise self.error
        return [self.vector(text) for text in texts]

    def vector(self, text: str) -> list[float]:
        vector = [0.0] * self.dimensions
        for word in re.findall(r"\w+", text.lower()) or ["-"]:
            vector[zlib.crc32(word.encode()) % self.dimensions] += 1.0
        length = math.sqrt(sum(value * value for value in vector))
        return [value / length for value in vector]

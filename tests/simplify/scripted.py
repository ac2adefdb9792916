"""A language model that rewrites as a test tells it to, and everything else a rewrite needs, without a database."""

import asyncio
import re
from collections.abc import AsyncGenerator, Callable, Sequence
from typing import Any

from apps.llm.call_ledger import Ledger
from apps.llm.errors import ModelError, model_error
from apps.llm.prompt_definitions import PROMPTS
from apps.llm.prompts.delimit_quoted_text import parse_block
from apps.llm.prompts.fill_published_prompt import PublishedPrompt
from apps.llm.types import CallRecord, Completion, FinishReason, Message
from apps.simplify.checks.protected_words import ProtectedWords
from apps.simplify.rewriting.load_rewrite_setup import RewriteSetup
from apps.simplify.rewriting.rewrite_language_models import Writer, built_in_writer

Reply = Callable[[str], str]


class ScriptedModel:
    """`first` answers the rewrite, `repair` the request that names violations; both get the text of the block."""

    def __init__(
        self,
        first: Reply,
        repair: Reply | None = None,
        *,
        name: str = "scripted",
        seconds: float = 0.0,
        breaks_after: int | None = None,
        pieces: int | None = None,
        pace: float = 0.0,
        finish_reason: FinishReason = "stop",
    ) -> None:
        """`pieces`: into how many the stream is cut, word by word without; `pace`: seconds between two of them."""
        self.first, self.repair = first, repair or first
        self.name = name
        self.context_window = 100_000
        self.seconds = seconds
        self.breaks_after = breaks_after
        self.pieces, self.pace = pieces, pace
        self.finish_reason = finish_reason
        self.asked: list[Sequence[Message]] = []
        self.ledger: Ledger | None = None
        self.running = self.most_at_once = 0

    async def complete(self, messages: Sequence[Message], **_options: Any) -> Completion:
        pieces = [item async for item in self.stream(messages)]
        assert isinstance(pieces[-1], Completion)
        return pieces[-1]

    async def stream(self, messages: Sequence[Message], **_options: Any) -> AsyncGenerator[str | Completion, None]:
        self.asked.append(messages)
        self.running += 1
        self.most_at_once = max(self.most_at_once, self.running)
        try:
            await asyncio.sleep(self.seconds)
            prompt = messages[-1].text
            reply = (self.repair if parse_block("fehler", prompt) else self.first)(parse_block("text", prompt))
            for place, piece in enumerate(self._cut(reply)):
                if place == self.breaks_after:
                    raise self._failed()
                await asyncio.sleep(self.pace)
                yield piece
            self._record("ok")
            yield Completion(reply, self.name, self.finish_reason)
        finally:
            self.running -= 1

    def _cut(self, reply: str) -> list[str]:
        if self.pieces is None:
            return re.findall(r"\s*\S+", reply) or [reply]
        size = max(1, len(reply) // self.pieces)
        return [reply[start : start + size] for start in range(0, len(reply), size)] or [""]

    def _failed(self) -> ModelError:
        self._record("interrupted")
        return model_error("interrupted", self.name)

    def _record(self, outcome: str) -> None:
        if self.ledger is not None:
            self.ledger.add(CallRecord("simplify", self.name, "endpoint", outcome, 0.0))


def shipped(slug: str) -> PublishedPrompt:
    return PublishedPrompt(slug, 1, PROMPTS[slug].system, PROMPTS[slug].user)


def setup_with(
    *models: ScriptedModel,
    terms: Sequence[str] = (),
    protected: ProtectedWords | None = None,
    max_input_chars: int = 9_000,
) -> RewriteSetup:
    ledger = Ledger()
    for model in models:
        model.ledger = ledger
    return RewriteSetup(
        prompt=shipped("simplify"),
        repair_prompt=shipped("simplify-repair"),
        guidance="",
        text_type="letter",
        protected=protected or ProtectedWords.of([(term, ()) for term in terms]),
        writers=tuple(Writer(model, model.name, max_input_chars, 0.1) for model in models),
        stand_in=built_in_writer(ledger, shipped("simplify")),
        ledger=ledger,
    )

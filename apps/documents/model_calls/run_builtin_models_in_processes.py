"""Runs the built-in models in other processes, so that they do not block the event loop and the database.

What many documents ask for in the same moment goes there together. Short texts are answered here: a conversation with
another process takes some milliseconds. So is everything when that process fails.
"""

import asyncio
import json
import logging
from collections.abc import Sequence

from apps.documents.model_calls.text_process_pool import TextProcesses
from apps.documents.parsing.types import ParseFailure
from apps.llm.offline import OfflineEmbedder, OfflineLanguageModel
from apps.llm.providers.pack_float32_vectors import rows_from_bytes
from apps.llm.types import Embedder, LanguageModel, Message

logger = logging.getLogger(__name__)

WORTH = 50_000
"""Characters that take some ten milliseconds."""
TOGETHER = 64
"""Prompts of one conversation: few enough for two processors to share what a batch of documents asks."""


def model_in_processes(model: LanguageModel, processes: TextProcesses) -> LanguageModel:
    """Wraps a built-in model so that it works in those processes; any other is returned as it is."""
    return BatchingModel(model, processes) if isinstance(model, OfflineLanguageModel) else model


def embedder_in_processes(embedder: Embedder, processes: TextProcesses) -> Embedder:
    return ProcessEmbedder(embedder, processes) if isinstance(embedder, OfflineEmbedder) else embedder


class BatchingModel(OfflineLanguageModel):
    """Answers together what is asked in the same turn of the event loop."""

    def __init__(self, model: OfflineLanguageModel, processes: TextProcesses) -> None:
        super().__init__(model.purpose, ledger=model._ledger, prompt_version=model._prompt_version)
        self._processes = processes
        self._waiting: list[Sequence[Message]] = []
        self._answering: asyncio.Future[list[str | None]] | None = None

    async def _answered(self, messages: Sequence[Message]) -> str:
        place = len(self._waiting)
        self._waiting.append(messages)
        if self._answering is None:
            # It runs after everybody else who is ready in this turn of the loop.
            self._answering = asyncio.ensure_future(self._answer_waiting())
        reply = (await asyncio.shield(self._answering))[place]
        return self._reply(messages) if reply is None else reply

    async def _answer_waiting(self) -> list[str | None]:
        """None for what is to be answered here: each by itself, so that a prompt that cannot be spoils no other."""
        waiting, self._waiting, self._answering = self._waiting, [], None
        if sum(len(messages[-1].text) for messages in waiting) < WORTH:
            return [None] * len(waiting)
        parts = [waiting[start : start + TOGETHER] for start in range(0, len(waiting), TOGETHER)]
        return [reply for replies in await asyncio.gather(*map(self._replies, parts)) for reply in replies]

    async def _replies(self, asked: Sequence[Sequence[Message]]) -> list[str | None]:
        prompts = [messages[-1].text for messages in asked]
        try:
            made = await self._processes.made_of(prompts, "reply", purpose=self.purpose)
        except ParseFailure as error:
            logger.warning("%d prompts are answered here, their process failed: %s", len(asked), error)
            return [None] * len(asked)
        replies: list[str | None] = json.loads(made)
        return replies


class ProcessEmbedder(OfflineEmbedder):
    """Embeds long texts in another process."""

    def __init__(self, embedder: OfflineEmbedder, processes: TextProcesses) -> None:
        super().__init__(embedder._ledger)
        self._processes = processes

    async def _rows(self, texts: Sequence[str]) -> list[Sequence[float]]:
        if sum(map(len, texts)) < WORTH:
            return await super()._rows(texts)
        try:
            return [*rows_from_bytes(await self._processes.made_of(texts, "embed"), len(texts))]
        except ParseFailure as error:
            logger.warning("The vectors of %d texts are made here, their process failed: %s", len(texts), error)
        return await super()._rows(texts)

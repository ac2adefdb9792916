"""The built-in embedding model by spelling, so that search works before any model server is configured."""

import asyncio
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from apps.llm.providers.pack_float32_vectors import pack_rows
from apps.llm.types import CallRecord

if TYPE_CHECKING:
    from apps.llm.call_ledger import Ledger

NAME = "offline-ngrams"
DIMENSIONS = 1024
THRESHOLD = 0.1
"""Least cosine of a passage worth showing. 97 % of natural questions lie above it with their paragraph
(benchmarks/offline.py), all questions taken word for word from a page above 0.3. Questions about something else reach
0.3 too, so this only cuts what shares hardly a word; refusing is the answer's task.
"""
TEXTS_IN_A_ROW = 64


class OfflineEmbedder:
    """Hashed character n-grams (ngram_vectors.py) behind the Embedder interface; a batch of 64 takes some 25 ms."""

    name = NAME
    dimensions = DIMENSIONS

    def __init__(self, ledger: "Ledger | None" = None) -> None:
        self._ledger = ledger

    async def embed(self, texts: Sequence[str]) -> list[Sequence[float]]:
        started = time.monotonic()
        rows = await self._rows(texts)
        if self._ledger is not None and texts:
            self._ledger.add(CallRecord("embed", NAME, endpoint="", outcome="ok", seconds=time.monotonic() - started))
        return rows

    async def _rows(self, texts: Sequence[str]) -> list[Sequence[float]]:
        # numpy is loaded with the first text, not with the web process.
        from apps.text.ngram_vectors import ngram_vectors

        rows: list[Sequence[float]] = []
        for start in range(0, len(texts), TEXTS_IN_A_ROW):
            if start:
                # Others go on between batches; what fits into one, such as a question, waits for nobody.
                await asyncio.sleep(0)
            rows += pack_rows(ngram_vectors(texts[start : start + TEXTS_IN_A_ROW]))
        return rows

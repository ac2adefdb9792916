"""The built-in semantic embedding model, behind the Embedder interface."""

import asyncio
import logging
import os
import time
from array import array
from collections.abc import Sequence
from typing import TYPE_CHECKING

from apps.llm.errors import ModelError
from apps.llm.semantic_embedding.talk_to_model_process import NAME, ModelProcess
from apps.llm.types import CallRecord
from apps.text.strip_unstorable_characters import strip_unstorable

if TYPE_CHECKING:
    from apps.llm.call_ledger import Ledger

DIMENSIONS = 384
QUERY_PREFIX, PASSAGE_PREFIX = "query: ", "passage: "
"""The engine writes them before the texts itself."""
THRESHOLD = 0.72
"""Least cosine of a passage worth showing. Of XQuAD's questions about every second article, in twelve languages, none
lies below it with its German paragraph; of all pairs with foreign questions a third to two thirds do. It cuts what has
nothing to do with the question; refusing is the answer's task.
"""
LONGEST_QUERY, LONGEST_PASSAGE = 1_500, 6_000
"""Bytes, since a letter of Thai is a token of its own; 1,500 of them take the model about a second. The engine crashes
on texts of 80,000."""
SHORTENED = 400
"""Characters that are left of a text on which the engine crashed."""
QUESTION_SECONDS, PASSAGE_SECONDS = 4.0, 120.0
"""Until the next vector must be there. Two of the longest passages take ten seconds of an idle processor."""

logger = logging.getLogger(__name__)

# People who wait for a search have a process of their own, which no import keeps busy.
for_questions = ModelProcess(threads=1, patience=QUESTION_SECONDS)
for_passages = ModelProcess(threads=len(os.sched_getaffinity(0)), patience=PASSAGE_SECONDS, somebody_waits=False)


class SemanticEmbedder:
    """Questions or passages, each with their own process and prefix."""

    name = NAME
    dimensions = DIMENSIONS

    def __init__(self, ledger: "Ledger | None" = None, *, is_query: bool, process: ModelProcess | None = None) -> None:
        self._ledger = ledger
        self._is_query = is_query
        self._process = process or (for_questions if is_query else for_passages)

    async def embed(self, texts: Sequence[str]) -> list[Sequence[float]]:
        """Raises ModelError when the process cannot be started, takes too long or ends again and again."""
        started = time.monotonic()
        cleaned = [self._clean(text) for text in texts]
        if rows := self._remembered(cleaned):
            return rows
        made = await asyncio.to_thread(self._rows, cleaned)
        if self._process.somebody_waits and len(cleaned) == 1:
            self._process.recent.put(cleaned[0], made[0], is_query=self._is_query)
        if self._ledger is not None and texts:
            self._ledger.add(CallRecord("embed", NAME, endpoint="", outcome="ok", seconds=time.monotonic() - started))
        return [array("f", row) for row in made]

    def _remembered(self, texts: Sequence[str]) -> list[Sequence[float]]:
        """The vector of a single question or sentence that was embedded recently; empty for others."""
        row = self._process.recent.get(texts[0], is_query=self._is_query) if len(texts) == 1 else None
        return [array("f", row)] if row else []

    @property
    def calls_in_turn(self) -> int:
        """Calls to its process, from all threads, that are running or waiting."""
        return self._process.in_turn

    def for_sentences(self) -> "SemanticEmbedder":
        """Passages by the same process: few and short ones, for which somebody waits."""
        return SemanticEmbedder(self._ledger, is_query=False, process=self._process)

    def _clean(self, text: str) -> str:
        """What the engine reads: a NUL would end the text, half a surrogate pair is no text."""
        longest = LONGEST_QUERY if self._is_query else LONGEST_PASSAGE
        return strip_unstorable(text).encode()[:longest].decode("utf-8", "ignore")

    def _rows(self, texts: Sequence[str]) -> list[bytes]:
        if self._is_query:
            return self._made(texts)
        try:
            return self._made(texts)
        except ModelError as error:
            if error.code == "unreachable":
                raise
        # One of them made the engine crash or hang: the others are embedded without it.
        return [row for text in texts for row in (self._rows([text]) if len(texts) > 1 else [self._of_beginning(text)])]

    def _of_beginning(self, text: str) -> bytes:
        """The vector of its beginning, or of an empty text, so that one text does not stop the others.

        Raises ModelError.
        """
        logger.warning("The built-in embedding model failed on a text of %d characters.", len(text))
        try:
            [row] = self._made([text[:SHORTENED]])
        except ModelError:
            [row] = self._made([""])
        return row

    def _made(self, texts: Sequence[str]) -> list[bytes]:
        return self._process.vectors(texts, is_query=self._is_query) if texts else []

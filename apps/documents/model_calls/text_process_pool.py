"""A pool of processes that need only texts: they make keyword postings and replies of the built-in models.

They are not those of the parser, which may be reading scans for minutes.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from apps.documents.keywords.build_posting_rows import PostingRows
from apps.documents.parsing.limits import ParseLimits
from apps.documents.sandbox.parser_pool import ParserPool
from apps.llm.transport.priority_semaphore import PrioritySlots
from apps.text.index_terms import Vocabulary

BATCHES = 500
"""Of texts, for one process after the other: it remembers words that it has met, and no foreign file can harm it."""


@dataclass(frozen=True, slots=True)
class TextProcesses:
    """Belongs to one event loop. What is nearly done goes first, so that it is stored while the rest is worked on."""

    pool: ParserPool
    slots: PrioritySlots

    @classmethod
    def of_size(cls, size: int) -> "TextProcesses":
        # One more at a time than there are processes, so that none of them waits for us.
        return cls(ParserPool(size, ParseLimits(files=BATCHES), preload="words"), PrioritySlots(size + 1))

    async def made_of(self, texts: Sequence[str], operation: str, **facts: object) -> bytes:
        """Raises ParseFailure, StaleParserCode."""
        async with self.slots:
            return await self.pool.made_of(texts, operation, **facts)

    async def weigh(self, texts: Mapping[int, str], vocabulary: Vocabulary | None) -> PostingRows:
        """Raises ParseFailure, StaleParserCode."""
        async with self.slots:
            return await self.pool.weigh(texts, vocabulary)

    def start(self) -> None:
        """Beforehand, so that the first texts need not wait for it."""
        self.pool.launcher.start()

    def close(self) -> None:
        self.pool.close()

"""Rewrites all parts of a text side by side, checks every sentence, measures readability before and after.

Knows no database, so that it can run in a process of its own (rewrite_child_main.py).
"""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing, suppress
from dataclasses import dataclass

from apps.simplify.rewriting.load_rewrite_setup import RewriteSetup
from apps.simplify.rewriting.rewrite_one_part import unchanged_sentence, write_part
from apps.simplify.rewriting.rewrite_outcome import RewrittenSentence, rewritten_text
from apps.simplify.rewriting.rewrite_request import RewriteRequest
from apps.simplify.text.align_draft_with_parts import split_draft
from apps.simplify.text.readability import Readability, measure_readability
from apps.simplify.text.split_long_texts import split_parts
from apps.simplify.text.split_sentences import Sentence

PARTS_AT_ONCE = 10


@dataclass(frozen=True, slots=True)
class SentencesChecked:
    """The next sentence of the rewrite; it may be shown."""

    sentence: RewrittenSentence


@dataclass(frozen=True, slots=True)
class RewriteProgress:
    """So many parts are finished, in whatever order."""

    done: int
    parts: int


@dataclass(frozen=True, slots=True)
class TextWritten:
    """The end of it: how many parts there were, and how the text reads; None for a text without words."""

    parts: int
    before: Readability | None
    after: Readability | None


WrittenEvent = SentencesChecked | RewriteProgress | TextWritten
Queue = asyncio.Queue[RewrittenSentence | None]


async def write_text(request: RewriteRequest, setup: RewriteSetup) -> AsyncGenerator[WrittenEvent, None]:
    """Sentences in the order of the text, TextWritten as the last event. Calls models, raises no ModelError."""
    parts = split_parts(request.text, setup.writers[0].max_input_chars)
    sentences: list[RewrittenSentence] = []
    if not any(letter.isalpha() for letter in request.text):
        sentences = [unchanged_sentence(sentence) for part in parts for sentence in part]
        for sentence in sentences:
            yield SentencesChecked(sentence)
    else:
        async with aclosing(write_parts(parts, request, setup)) as events:
            async for event in events:
                if isinstance(event, SentencesChecked):
                    sentences.append(event.sentence)
                yield event
    yield TextWritten(len(parts), measure_readability(request.text), measure_readability(rewritten_text(sentences)))


async def write_parts(
    parts: Sequence[Sequence[Sentence]], request: RewriteRequest, setup: RewriteSetup
) -> AsyncGenerator[SentencesChecked | RewriteProgress, None]:
    """Parts are written side by side; their sentences come in the order of the text."""
    drafts = split_draft(parts, request.draft)
    queues: list[Queue] = [asyncio.Queue() for _part in parts]
    slots = asyncio.Semaphore(PARTS_AT_ONCE)
    tasks = [
        asyncio.ensure_future(fill_queue(queue, part, setup, slots, draft, request.instruction))
        for queue, part, draft in zip(queues, parts, drafts, strict=True)
    ]
    finished = 0
    try:
        for queue in queues:
            while (sentence := await queue.get()) is not None:
                yield SentencesChecked(sentence)
            now = sum(task.done() for task in tasks)
            if now > finished:
                finished = now
                yield RewriteProgress(finished, len(parts))
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        for task in tasks:
            with suppress(asyncio.CancelledError):
                await task


async def fill_queue(
    queue: Queue, part: Sequence[Sentence], setup: RewriteSetup, slots: asyncio.Semaphore, draft: str, instruction: str
) -> None:
    """Writes a part into its queue; None says that it is complete."""
    try:
        async with slots, aclosing(write_part(part, setup, draft=draft, instruction=instruction)) as sentences:
            async for sentence in sentences:
                queue.put_nowait(sentence)
    finally:
        queue.put_nowait(None)

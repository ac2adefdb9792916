"""Rewriting a text: load, split, write the parts side by side, check every sentence, join.

    async with aclosing(rewrite(RewriteRequest(text="…"))) as events:
        async for event in events: ...            # SentencesChecked | RewriteProgress, the last one is RewriteDone

Nothing is stored here and no text is logged.
"""

import asyncio
import time
from collections import Counter
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing, suppress
from dataclasses import dataclass

from asgiref.sync import sync_to_async

from apps.llm.call_ledger import Ledger
from apps.simplify.rewriting import rewrite_metrics
from apps.simplify.rewriting.rewrite_outcome import RewriteOutcome, RewrittenSentence
from apps.simplify.rewriting.rewrite_request import RewriteRequest, prepare_request
from apps.simplify.rewriting.rewrite_setup import RewriteSetup, load_setup
from apps.simplify.rewriting.split_draft import split_draft
from apps.simplify.rewriting.write_part import unchanged, write_part
from apps.simplify.text.sentences import Sentence
from apps.simplify.text.split_long_texts import split_parts

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
class RewriteDone:
    outcome: RewriteOutcome


Event = SentencesChecked | RewriteProgress | RewriteDone
Queue = asyncio.Queue[RewrittenSentence | None]


async def rewrite(
    request: RewriteRequest, *, setup: RewriteSetup | None = None, ledger: Ledger | None = None
) -> AsyncGenerator[Event, None]:
    """Events of one rewrite in the order of the text. Calls models; reads the database once, at the beginning.

    Raises SimplifyError before any model is called. The caller saves the ledger.
    """
    started = time.perf_counter()
    request = prepare_request(request)
    setup = setup or await sync_to_async(load_setup)(request, ledger or Ledger())
    parts = split_parts(request.text, setup.writers[0].max_input_chars)
    sentences: list[RewrittenSentence] = []
    if not any(letter.isalpha() for letter in request.text):
        sentences = [unchanged(sentence) for part in parts for sentence in part]
    else:
        async with aclosing(write(parts, request, setup)) as events:
            async for event in events:
                if isinstance(event, SentencesChecked):
                    sentences.append(event.sentence)
                yield event
    result = outcome(request, sentences, parts, setup, time.perf_counter() - started)
    rewrite_metrics.count(result)
    yield RewriteDone(result)


async def rewrite_to_end(
    request: RewriteRequest, *, setup: RewriteSetup | None = None, ledger: Ledger | None = None
) -> RewriteOutcome:
    """The whole of it at once. Raises SimplifyError."""
    async with aclosing(rewrite(request, setup=setup, ledger=ledger)) as events:
        async for event in events:
            if isinstance(event, RewriteDone):
                return event.outcome
    raise RuntimeError("A rewrite ended without its outcome.")


async def write(
    parts: Sequence[Sequence[Sentence]], request: RewriteRequest, setup: RewriteSetup
) -> AsyncGenerator[SentencesChecked | RewriteProgress, None]:
    """Parts are written side by side; their sentences come in the order of the text."""
    drafts = split_draft(parts, request.draft)
    queues: list[Queue] = [asyncio.Queue() for _part in parts]
    slots = asyncio.Semaphore(PARTS_AT_ONCE)
    tasks = [
        asyncio.ensure_future(fill(queue, part, setup, slots, draft, request.instruction))
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


async def fill(
    queue: Queue, part: Sequence[Sentence], setup: RewriteSetup, slots: asyncio.Semaphore, draft: str, instruction: str
) -> None:
    """Writes a part into its queue; None says that it is complete."""
    try:
        async with slots, aclosing(write_part(part, setup, draft=draft, instruction=instruction)) as sentences:
            async for sentence in sentences:
                queue.put_nowait(sentence)
    finally:
        queue.put_nowait(None)


def outcome(
    request: RewriteRequest,
    sentences: Sequence[RewrittenSentence],
    parts: Sequence[Sequence[Sentence]],
    setup: RewriteSetup,
    seconds: float,
) -> RewriteOutcome:
    calls = setup.ledger.records
    tried = list(dict.fromkeys(call.model for call in calls))
    wrote = Counter(call.model for call in calls if call.outcome == "ok")
    totals = setup.ledger.totals()
    return RewriteOutcome(
        original=request.text,
        sentences=tuple(sentences),
        parts=len(parts),
        model=wrote.most_common(1)[0][0] if wrote else "",
        tried_models=tuple(tried),
        text_type=setup.text_type,
        prompt_version=setup.prompt.label,
        seconds=seconds,
        tokens={"input": totals["input_tokens"], "output": totals["output_tokens"]},
        stood_in=bool(setup.withheld)
        or (setup.stand_in.name in wrote and setup.writers[0].name != setup.stand_in.name),
        stand_in=stand_in_json(setup, wrote),
    )


def stand_in_json(setup: RewriteSetup, wrote: Counter[str]) -> dict[str, str] | None:
    """As in answers: who wrote in whose place and why; None when the first choice wrote all of it."""
    if setup.withheld:
        return {"model": setup.stand_in.name, "instead_of": "", "reason": setup.withheld}
    if not setup.failures:
        return None
    first = setup.failures[0]
    others = [model for model, _calls in wrote.most_common() if model != first.instead_of]
    return {"model": others[0] if others else "", "instead_of": first.instead_of, "reason": first.reason}

"""Rewrites a text: load, split, write the parts side by side, check every sentence, join.

    async with aclosing(rewrite(RewriteRequest(text="…"))) as events:
        async for event in events: ...            # SentencesChecked | RewriteProgress, the last one is RewriteDone

Long texts are worked on in a process of their own. Nothing is stored here and no text is logged.
"""

import asyncio
import time
from collections import Counter
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace
from functools import cache, partial

from apps.database.async_access import run_in_database
from apps.llm.call_ledger import Ledger
from apps.simplify.checks.rate_rewrite_safety import RewriteLevel
from apps.simplify.errors import TextTooDemanding
from apps.simplify.rewriting import rewrite_counters
from apps.simplify.rewriting.load_rewrite_setup import RewriteSetup, load_setup
from apps.simplify.rewriting.rewrite_all_parts import (
    RewriteProgress,
    SentencesChecked,
    TextWritten,
    WrittenEvent,
    write_text,
)
from apps.simplify.rewriting.rewrite_outcome import RewriteOutcome, RewrittenSentence
from apps.simplify.rewriting.rewrite_request import RewriteRequest, is_long_request
from apps.simplify.rewriting.run_rewrite_child import prepare_here_or_in_child, write_in_child
from apps.simplify.second_reading.emit_events_in_order import emit_in_order
from apps.simplify.second_reading.reader_hook import IsFaithful, OpenReader
from apps.simplify.text.language_detection import Language
from apps.simplify.text.syllables import read_hyphenation_patterns
from apps.text.entailment import warm_up_tables

__all__ = ["RewriteDone", "RewriteEvent", "RewriteProgress", "SentencesChecked", "rewrite", "rewrite_to_end"]


@dataclass(frozen=True, slots=True)
class RewriteDone:
    outcome: RewriteOutcome


MOST_SENTENCES = 10_000
"""Of a text: five times as many as the longest one has that somebody has written. Each costs others time."""
RewriteEvent = SentencesChecked | RewriteProgress | RewriteDone


async def rewrite(
    request: RewriteRequest, *, setup: RewriteSetup | None = None, ledger: Ledger | None = None
) -> AsyncGenerator[RewriteEvent, None]:
    """Events of one rewrite in the order of the text. Calls models; reads the database once, at the beginning.

    Raises SimplifyError: before any model is called, or when the process of a long text reaches its limits. The caller
    saves the ledger.
    """
    started = time.perf_counter()
    request = await prepare_here_or_in_child(request)
    if setup is None:
        setup = await run_in_database(load_setup, request, ledger or Ledger())
    sentences: list[RewrittenSentence] = []
    written = TextWritten(0, None, None)
    write = write_in_child if is_long_request(request) else write_text
    if write is write_text:
        # 18 MB and more that only web processes take which rewrite texts; nobody else waits meanwhile.
        await asyncio.to_thread(warm_up_rewriting, request.language)
    written_events = write(request, setup)
    if setup.reader is not None and not setup.withheld:
        written_events = read_again_in_order(written_events, setup.reader)
    async with aclosing(written_events) as events:
        async for event in events:
            if isinstance(event, TextWritten):
                written = event
                continue
            if isinstance(event, SentencesChecked):
                sentences.append(event.sentence)
                if len(sentences) > MOST_SENTENCES:
                    raise TextTooDemanding
            yield event
    result = build_outcome(request, sentences, written, setup, time.perf_counter() - started)
    rewrite_counters.count_rewrite(result)
    yield RewriteDone(result)


@cache
def warm_up_rewriting(language: Language | None) -> None:
    """What rewriting texts of that language needs; reads files the first time."""
    read_hyphenation_patterns()
    warm_up_tables([language] if language else [])


async def read_again_in_order(
    events: AsyncGenerator[WrittenEvent, None], open_reader: OpenReader
) -> AsyncGenerator[WrittenEvent, None]:
    """Sentences that no rule derives wait for the second reader, while the following ones are written."""
    async with (
        open_reader() as is_faithful,
        aclosing(emit_in_order(events, partial(mark_if_faithful, is_faithful))) as ordered,
    ):
        async for event in ordered:
            yield event


async def mark_if_faithful(is_faithful: IsFaithful, event: WrittenEvent) -> WrittenEvent:
    """A sentence that no rule derives, as `checked` where a second reader finds it faithful."""
    if not isinstance(event, SentencesChecked) or event.sentence.level != RewriteLevel.PLEASE_READ:
        return event
    sentence = event.sentence
    if not sentence.before or not await is_faithful(sentence.before, sentence.after):
        return event
    return SentencesChecked(replace(sentence, level=RewriteLevel.CHECKED))


async def rewrite_to_end(
    request: RewriteRequest, *, setup: RewriteSetup | None = None, ledger: Ledger | None = None
) -> RewriteOutcome:
    """The whole of it at once. Raises SimplifyError."""
    async with aclosing(rewrite(request, setup=setup, ledger=ledger)) as events:
        async for event in events:
            if isinstance(event, RewriteDone):
                return event.outcome
    raise RuntimeError("A rewrite ended without its outcome.")


def build_outcome(
    request: RewriteRequest,
    sentences: Sequence[RewrittenSentence],
    written: TextWritten,
    setup: RewriteSetup,
    seconds: float,
) -> RewriteOutcome:
    calls = setup.ledger.records
    tried = list(dict.fromkeys(call.model for call in calls))
    wrote = Counter(call.model for call in calls if call.outcome == "ok")
    totals = setup.ledger.totals()
    model = wrote.most_common(1)[0][0] if wrote else ""
    return RewriteOutcome(
        original=request.text,
        sentences=tuple(sentences),
        parts=written.parts,
        model=model,
        tried_models=tuple(tried),
        text_type=setup.text_type,
        prompt_version=setup.prompt.for_model(model).label,
        seconds=seconds,
        tokens={"input": totals["input_tokens"], "output": totals["output_tokens"]},
        readability=(written.before, written.after),
        stood_in=bool(setup.withheld)
        or (setup.stand_in.name in wrote and setup.writers[0].name != setup.stand_in.name),
        stand_in=describe_stand_in(setup, wrote),
    )


def describe_stand_in(setup: RewriteSetup, wrote: Counter[str]) -> dict[str, str] | None:
    """Describes, as in answers, who wrote in whose place and why; None when the first choice wrote all of it."""
    if setup.withheld:
        return {"model": setup.stand_in.name, "instead_of": "", "reason": setup.withheld}
    if not setup.failures:
        return None
    first = setup.failures[0]
    others = [model for model, _calls in wrote.most_common() if model != first.instead_of]
    return {"model": others[0] if others else "", "instead_of": first.instead_of, "reason": first.reason}

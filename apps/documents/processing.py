"""Runs the engine from ordinary code: commands and queue tasks enter the event loop here, and only here."""

import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from asgiref.sync import async_to_sync

from apps.documents import vector_index
from apps.documents.engine import Engine
from apps.documents.metering import Tally
from apps.documents.parsing.client import ParserPool
from apps.documents.tools import Tools, open_tools

CHUNKS_PER_DOCUMENT = 8
"""A rough guess before anything is read; it only decides whether the vector index is dropped for the import."""


@dataclass(frozen=True, slots=True)
class Processed:
    """What a run took: its model calls, and the seconds in which it waited for models."""

    tally: Tally = field(default_factory=Tally)
    model_seconds: float = 0.0


def process(revisions: Sequence[int], *, on_end: Callable[[int], None] | None = None) -> Processed:
    """Every one of these revisions to its end, at this process or another. Raises DatabaseError."""
    if not revisions:
        return Processed()
    with opened_tools() as tools:
        engine = Engine(tools, revisions=revisions, on_end=on_end)
        with vector_index.bulk_load(tools.embedding_model.pk, len(revisions) * CHUNKS_PER_DOCUMENT):
            async_to_sync(engine.run)()
    return Processed(engine.tally, tools.clock.seconds)


def drain(seconds: float) -> None:
    """Whatever waits, until nothing is left or no more should be begun. Raises DatabaseError."""
    with opened_tools() as tools:
        engine = Engine(tools, stop_claiming_at=time.monotonic() + seconds)
        async_to_sync(engine.run)()
    if engine.tally.calls:
        vector_index.analyse()
        vector_index.ensure_index(tools.embedding_model.pk)


@contextmanager
def opened_tools() -> Iterator[Tools]:
    pool = ParserPool(size=parser_processes())
    try:
        yield open_tools(pool)
    finally:
        pool.close()


def parser_processes() -> int:
    """As many files at once as there are processors for us."""
    return len(os.sched_getaffinity(0))

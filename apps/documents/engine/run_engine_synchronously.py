"""Runs the engine from ordinary code: commands and queue tasks enter the event loop here, and only here."""

import asyncio
import gc
import logging
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from types import FrameType

from asgiref.sync import async_to_sync

from apps.database.analyze_tables import analyse_tables_if_changed
from apps.database.retry_after_reconnect import separate_reader
from apps.documents.engine.engine import Engine
from apps.documents.engine.revisions_to_process import OpenRevisions
from apps.documents.engine.shutdown_signal import LEAVE_SIGNAL
from apps.documents.model_calls.cost_attribution import CallTally
from apps.documents.model_calls.load_models_and_prompts_for_stages import Resources, open_resources
from apps.documents.model_calls.text_process_pool import TextProcesses
from apps.documents.parsing.detect_stale_code import StaleParserCode
from apps.documents.sandbox.parser_pool import ParserPool
from apps.documents.step_scheduling.claims import WaitingSteps
from apps.documents.vectors import hnsw_index

logger = logging.getLogger(__name__)

SWITCH_SECONDS = 0.0005
MANY = 100
COLLECT_AFTER = (20_000, 50, 20)
"""New objects before the garbage collector looks at them, and how seldom it looks at older ones."""


@dataclass(frozen=True, slots=True)
class RunResult:
    """What a run took: its model calls, and the seconds in which it waited for models.

    `waiting_for_models` are those that were left to a worker because model servers are away.
    """

    tally: CallTally = field(default_factory=CallTally)
    model_seconds: float = 0.0
    waiting_for_models: int = 0


OnWait = Callable[[list[WaitingSteps]], None]


def process_revisions(
    open_revisions: OpenRevisions, *, on_end: Callable[[int], None] | None = None, on_wait: OnWait | None = None
) -> RunResult:
    """Every one of these revisions to its end, at this process or another, unless model servers are away.

    Raises DatabaseError, StaleParserCode, and what its arrivals raise.
    """
    while not open_revisions.revisions:
        if not open_revisions.arrive():
            return RunResult()
    with running_resources(many=len(open_revisions.revisions) >= MANY) as resources:
        engine = Engine(resources, open_revisions=open_revisions, on_end=on_end, on_wait=on_wait)
        with hnsw_index.bulk_load(resources.embedding_model.pk):
            run_engine(engine)
    return RunResult(engine.tally, resources.clock.seconds, len(open_revisions.revisions) if engine.gave_up else 0)


def drain_queue(seconds: float) -> None:
    """Whatever waits, until nothing is left, no more should be begun, or LEAVE comes. Raises DatabaseError."""
    with running_resources() as resources:
        engine = Engine(resources, stop_claiming_at=time.monotonic() + seconds)
        with leave_on_signal(engine):
            try:
                run_engine(engine)
            except StaleParserCode as error:
                logger.error("%s", error.detail)  # again and again, until somebody reads it
                return
    if engine.tally.calls and not engine.leaving:
        analyse_tables_if_changed()
        hnsw_index.ensure_index(resources.embedding_model.pk)


def run_engine(engine: Engine) -> None:
    """Runs the engine to its end. Raises DatabaseError, StaleParserCode, and KeyboardInterrupt after Ctrl-C.

    Its steps are back in the queue then.
    """
    with ctrl_c_stops(engine), short_waits_between_threads(), rare_garbage_collection(), separate_reader() as reader:
        engine.reader = reader
        try:
            async_to_sync(engine.run)()
        except asyncio.CancelledError:
            if not engine.leaving:
                raise KeyboardInterrupt from None


@contextmanager
def short_waits_between_threads() -> Iterator[None]:
    """The thread of the database asks for the interpreter some two hundred times in one transaction.

    Python lets it wait for five milliseconds each time while the event loop computes: a second for each batch.
    """
    before = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH_SECONDS)
    try:
        yield
    finally:
        sys.setswitchinterval(before)


@contextmanager
def rare_garbage_collection() -> Iterator[None]:
    """Hundreds of documents under way are no garbage: looking through them all the time takes a fifth of a run."""
    before = gc.get_threshold()
    gc.set_threshold(*COLLECT_AFTER)
    try:
        yield
    finally:
        gc.set_threshold(*before)


@contextmanager
def ctrl_c_stops(engine: Engine) -> Iterator[None]:
    """Stops the engine at Ctrl-C; Python's own KeyboardInterrupt would end this thread alone.

    The event loop runs in another one and would wait for ever for its database work to be done here. A second Ctrl-C
    is Python's own again. Where others handle the signal (the queue) or in other threads, nothing is changed.
    """
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or before is not signal.default_int_handler:
        yield
        return

    def stop(number: int, frame: FrameType | None) -> None:
        signal.signal(signal.SIGINT, before)
        engine.stop()

    signal.signal(signal.SIGINT, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def leave_on_signal(engine: Engine) -> Iterator[None]:
    """The signal LEAVE_SIGNAL ends the run without loss. In other threads than the main one nothing is changed."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(LEAVE_SIGNAL, lambda number, frame: engine.leave())
    try:
        yield
    finally:
        signal.signal(LEAVE_SIGNAL, before)


@contextmanager
def running_resources(*, many: bool = False) -> Iterator[Resources]:
    """Yields resources; with `many` documents at hand, processes start at once that fewer might never need."""
    files, texts = ParserPool(count_processors()), TextProcesses.of_size(count_processors())
    with closing(files), closing(texts):
        if many:
            texts.start()
        yield open_resources(files, texts)


def count_processors() -> int:
    """Returns how many processors we may use, so many processes work at once."""
    return len(os.sched_getaffinity(0))

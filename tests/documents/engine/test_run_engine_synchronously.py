"""Ctrl-C during an import, and the end of a worker: within seconds, and what was held is free."""

import asyncio
import gc
import os
import signal
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path

import pytest
from django.db import connection

from apps.documents.engine import run_engine_synchronously
from apps.documents.engine.engine import Engine
from apps.documents.engine.shutdown_signal import LEAVE_SIGNAL
from apps.documents.models import Step, StepState
from tests.documents import pipeline_harness
from tests.documents.engine.test_engine import TellingParser


class WaitingEmbedder:
    """Never answers; presses Ctrl-C instead."""

    name = "waiting"
    dimensions = 1024

    async def embed(self, texts: object) -> list[list[float]]:
        threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()
        await asyncio.sleep(60)
        return []


@pytest.mark.django_db
def test_ctrl_c_ends_the_run_and_frees_its_steps(tmp_path: Path) -> None:
    (tmp_path / "eins.txt").write_text("Die Gebühr beträgt drei Euro.")
    pipeline_harness.registered(tmp_path)
    # A shell that starts the tests in the background has them ignore the key.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    before = signal.getsignal(signal.SIGINT)
    engine = Engine(pipeline_harness.resources(parser=TellingParser(), embedder=WaitingEmbedder()))
    started = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        run_engine_synchronously.run_engine(engine)
    assert time.monotonic() - started < 10
    assert signal.getsignal(signal.SIGINT) is before
    assert Step.objects.exclude(state=StepState.DONE).get().state == StepState.WAITING


class ToldToLeave:
    """Answers, but is told by the signal of the queue to end while it does, and then another document arrives."""

    name = "told"
    dimensions = 1024

    def __init__(self, arrives: Path) -> None:
        self.arrives = arrives

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        os.kill(os.getpid(), LEAVE_SIGNAL)
        await asyncio.to_thread(self.register)
        return [[1.0] + [0.0] * 1023 for _ in texts]

    def register(self) -> None:
        pipeline_harness.registered(self.arrives)
        connection.close()


@pytest.mark.django_db(transaction=True)
def test_a_worker_that_is_told_to_end_stores_what_it_was_waiting_for_and_begins_nothing_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    for folder in (first, second):
        folder.mkdir()
        (folder / f"{folder.name}.txt").write_text("Die Gebühr beträgt drei Euro.")
    told = pipeline_harness.resources(parser=TellingParser(), embedder=ToldToLeave(second))
    monkeypatch.setattr(run_engine_synchronously, "running_resources", lambda: nullcontext(told))
    pipeline_harness.registered(first)
    before = signal.getsignal(LEAVE_SIGNAL)
    run_engine_synchronously.drain_queue(60.0)
    assert signal.getsignal(LEAVE_SIGNAL) is before
    steps = Step.objects.values_list("revision__document__external_id", "stage", "state")
    assert ("first.txt", "embed", StepState.DONE) in steps
    assert [step for step in steps if step[0] == "second.txt"] == [("second.txt", "extract", StepState.WAITING)]
    assert not Step.objects.filter(state=StepState.RUNNING).exists()


@pytest.mark.django_db
def test_threads_wait_for_each_other_shortly_while_a_run_lasts_and_as_before_afterwards() -> None:
    seen = []

    class Watching(Engine):
        async def run(self) -> None:
            seen.append(sys.getswitchinterval())

    before = sys.getswitchinterval()
    run_engine_synchronously.run_engine(Watching(pipeline_harness.resources()))
    assert seen == [pytest.approx(run_engine_synchronously.SWITCH_SECONDS)]
    assert sys.getswitchinterval() == before


@pytest.mark.django_db
def test_garbage_is_looked_for_seldom_while_a_run_lasts_and_as_before_afterwards() -> None:
    seen = []

    class Watching(Engine):
        async def run(self) -> None:
            seen.append(gc.get_threshold())

    before = gc.get_threshold()
    run_engine_synchronously.run_engine(Watching(pipeline_harness.resources()))
    assert seen == [run_engine_synchronously.COLLECT_AFTER]
    assert gc.get_threshold() == before

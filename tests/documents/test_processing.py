"""Ctrl-C during an import: it ends within seconds, and what it held is free."""

import asyncio
import os
import signal
import sys
import threading
import time
from pathlib import Path

import pytest

from apps.documents import processing
from apps.documents.engine import Engine
from apps.documents.models import Step
from tests.documents import workbench
from tests.documents.test_engine import TellingParser


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
    workbench.registered(tmp_path)
    # A shell that starts the tests in the background has them ignore the key.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    before = signal.getsignal(signal.SIGINT)
    engine = Engine(workbench.tools(parser=TellingParser(), embedder=WaitingEmbedder()))
    started = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        processing.run(engine)
    assert time.monotonic() - started < 10
    assert signal.getsignal(signal.SIGINT) is before
    assert Step.objects.get(stage="embed").state == Step.State.WAITING


@pytest.mark.django_db
def test_threads_wait_for_each_other_shortly_while_a_run_lasts_and_as_before_afterwards() -> None:
    seen = []

    class Watching(Engine):
        async def run(self) -> None:
            seen.append(sys.getswitchinterval())

    before = sys.getswitchinterval()
    processing.run(Watching(workbench.tools()))
    assert seen == [pytest.approx(processing.SWITCH_SECONDS)]
    assert sys.getswitchinterval() == before

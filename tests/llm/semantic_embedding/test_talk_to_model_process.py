"""The process of the built-in embedding model: it may be killed, hang or be damaged, and nothing else is."""

import os
import signal
import socket
import threading
import time
from collections.abc import Iterator

import psutil
import pytest

from apps.llm.errors import ModelError
from apps.llm.semantic_embedding import inference_worker, talk_to_model_process
from apps.llm.semantic_embedding.talk_to_model_process import ModelProcess

pytestmark = pytest.mark.meaning
MOST_MEGABYTES = 300
LONG = "Gebühr " * 700
"""Some seconds of work."""


@pytest.fixture
def process() -> Iterator[ModelProcess]:
    made = ModelProcess(threads=1, patience=30.0)
    yield made
    made.close()


def pid_of(process: ModelProcess) -> int:
    assert process._running is not None
    return process._running.process.pid


def test_a_text_gets_the_same_vector_again(process: ModelProcess) -> None:
    [first] = process.vectors(["Hundesteuer"], is_query=True)
    assert len(first) == 4 * 384
    assert process.vectors(["Hundesteuer"], is_query=True) == [first]
    assert process.vectors(["Hundesteuer"], is_query=False) != [first]


def test_it_is_told_no_key_and_no_password(process: ModelProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    monkeypatch.setenv("DATABASE_URL", "postgres://auskunft:secret@localhost/auskunft")
    process.vectors(["Hundesteuer"], is_query=True)
    assert "secret" not in str(psutil.Process(pid_of(process)).environ())


def test_a_killed_process_is_started_again(process: ModelProcess) -> None:
    before = process.vectors(["Hundesteuer"], is_query=True)
    killed = pid_of(process)
    os.kill(killed, signal.SIGKILL)
    assert process.vectors(["Hundesteuer"], is_query=True) == before
    assert pid_of(process) != killed


def test_a_process_that_is_killed_while_it_works_is_asked_again(process: ModelProcess) -> None:
    process.vectors(["warm"], is_query=True)
    killer = threading.Timer(0.3, os.kill, [pid_of(process), signal.SIGKILL])
    killer.start()
    assert len(process.vectors(["Gebühr " * 500], is_query=False)) == 1
    killer.join()


def test_a_process_that_hangs_is_ended_in_time_and_replaced(process: ModelProcess) -> None:
    process.vectors(["warm"], is_query=True)
    process._running.connection.settimeout(0.5)  # type: ignore[union-attr]
    hanging = pid_of(process)
    os.kill(hanging, signal.SIGSTOP)
    with pytest.raises(ModelError) as raised:
        process.vectors(["Hundesteuer"], is_query=True)
    assert (raised.value.code, raised.value.temporary) == ("timeout", True)
    assert not psutil.pid_exists(hanging)
    assert len(process.vectors(["Hundesteuer"], is_query=True)) == 1


@pytest.mark.parametrize("somebody_waits", [True, False])
def test_a_process_that_works_slowly_is_given_up_only_where_somebody_waits(somebody_waits: bool) -> None:
    process = ModelProcess(threads=1, patience=60.0, somebody_waits=somebody_waits)
    try:
        process.vectors(["warm"], is_query=False)
        process._running.connection.settimeout(0.6)  # type: ignore[union-attr]
        if somebody_waits:
            with pytest.raises(ModelError) as raised:
                process.vectors([LONG], is_query=False)
            assert raised.value.code == "timeout"
        else:
            assert len(process.vectors([LONG], is_query=False)) == 1
    finally:
        process.close()


def test_a_hanging_process_is_ended_in_the_background_too() -> None:
    process = ModelProcess(threads=1, patience=60.0, somebody_waits=False)
    process.vectors(["warm"], is_query=False)
    process._running.connection.settimeout(0.5)  # type: ignore[union-attr]
    hanging = pid_of(process)
    os.kill(hanging, signal.SIGSTOP)
    with pytest.raises(ModelError) as raised:
        process.vectors(["Hundesteuer"], is_query=False)
    assert raised.value.code == "timeout"
    assert not psutil.pid_exists(hanging)


def test_damaged_weights_are_not_used_and_not_tried_again_at_once(
    process: ModelProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(inference_worker, "READY", b"another answer")
    with pytest.raises(ModelError) as raised:
        process.vectors(["Hundesteuer"], is_query=True)
    assert raised.value.code == "unreachable"
    monkeypatch.setattr(talk_to_model_process, "launch_process", lambda threads: pytest.fail("it was started again"))
    with pytest.raises(ModelError):
        process.vectors(["Hundesteuer"], is_query=True)


def test_it_ends_with_those_who_started_it(process: ModelProcess) -> None:
    process.vectors(["warm"], is_query=True)
    running = process._running
    assert running is not None
    running.connection.shutdown(socket.SHUT_RDWR)
    running.process.wait(timeout=10)


def test_it_keeps_within_its_memory(process: ModelProcess) -> None:
    process.vectors(["Gebühr " * 700, "กขค" * 300], is_query=False)
    assert psutil.Process(pid_of(process)).memory_info().rss < MOST_MEGABYTES * 2**20


def test_it_is_started_with_the_first_text_only(process: ModelProcess) -> None:
    assert process._running is None
    started = time.monotonic()
    process.vectors(["Hundesteuer"], is_query=True)
    assert time.monotonic() - started < talk_to_model_process.START_SECONDS


def test_two_threads_on_one_processor_work_as_much_as_one() -> None:
    """What waits for the other does not turn in circles: a batch of six sentences took a minute where both had one
    processor, as on a busy machine or within a quota."""
    taken = {threads: seconds_on_one_processor(threads) for threads in (1, 2)}
    assert taken[2] < 5 * taken[1]


def seconds_on_one_processor(threads: int) -> float:
    """Of the processor, in the process of the model: relative to each other, so the machine's speed is no matter."""
    process = ModelProcess(threads=threads, patience=300.0, somebody_waits=False)
    try:
        running = process._started()
        os.sched_setaffinity(running.process.pid, {min(os.sched_getaffinity(0))})
        before = running.processor_seconds()
        process.vectors([f"Die Steuer beträgt jährlich {number} Euro." for number in range(12)], is_query=False)
        return running.processor_seconds() - before
    finally:
        process.close()

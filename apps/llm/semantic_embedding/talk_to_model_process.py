"""Starts the process in which the semantic model runs, sends it texts, and starts it again when it has ended.

Blocking; call it from a thread. No event loop in here, so a process outlives `asyncio.run`.
"""

import atexit
import json
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from io import BufferedWriter
from pathlib import Path
from typing import Any

from apps.llm.errors import ModelError, model_error
from apps.llm.semantic_embedding import inference_worker
from apps.llm.semantic_embedding.vector_cache import VectorCache

PROJECT = Path(__file__).resolve().parents[3]
NAME = "multilingual-e5-small"
START_SECONDS = 20.0
NEEDED_VARIABLES = frozenset(
    {"PATH", "HOME", "LANG", "TZ", "TMPDIR", "VIRTUAL_ENV", "PYTHONPATH", "PYTHONHOME", "LD_LIBRARY_PATH"}
)
PAUSE = 30.0
"""Seconds before a process that cannot even start is tried again."""


CLOCK_TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(slots=True)
class RunningProcess:
    """`owner` is the process that started it: in a fork of that one it is not ours."""

    process: subprocess.Popen[bytes]
    connection: socket.socket
    requests: BufferedWriter
    owner: int

    @property
    def is_usable(self) -> bool:
        return self.owner == os.getpid() and self.process.poll() is None

    def processor_seconds(self) -> float:
        """What it has worked since it was started; 0 when it has ended."""
        try:
            stat = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="ascii")
        except OSError:
            return 0.0
        user, system = stat.rpartition(")")[2].split()[11:13]
        return (int(user) + int(system)) / CLOCK_TICKS

    def end(self) -> None:
        self.connection.close()
        if self.owner == os.getpid():
            self.process.kill()
            self.process.wait()


@dataclass(slots=True)
class ReplyReader:
    """What the process writes. Between its messages `patience` seconds may pass, and more where nobody waits and it has
    worked in them: on a busy machine it gives way to all others, which is no reason to begin anew."""

    running: RunningProcess
    patience: float
    somebody_waits: bool

    def read(self, size: int) -> bytes:
        """Fewer bytes at the end only. Raises TimeoutError, OSError."""
        worked = self.running.processor_seconds()
        ends = worked + self.patience
        read = bytearray()
        while len(read) < size:
            try:
                piece = self.running.connection.recv(size - len(read))
            except TimeoutError:
                before, worked = worked, self.running.processor_seconds()
                if self.somebody_waits or not before < worked < ends:
                    raise
                continue
            if not piece:
                break
            read += piece
        return bytes(read)


class ModelProcess:
    """One at a time asks it. `patience` are the seconds until the next vector must be there.

    Without `somebody_waits` they are seconds in which it does nothing at all, or processor seconds that it has taken.
    """

    def __init__(self, *, threads: int, patience: float, somebody_waits: bool = True) -> None:
        self.threads = threads
        self.patience = patience
        self.somebody_waits = somebody_waits
        self.recent = VectorCache()
        self._calls: set[object] = set()
        self._lock = threading.Lock()
        self._running: RunningProcess | None = None
        self._not_before = 0.0

    @property
    def in_turn(self) -> int:
        """Calls of all threads that are worked on or wait."""
        return len(self._calls)

    def vectors(self, texts: Sequence[str], *, is_query: bool) -> list[bytes]:
        """Single precision, in the order of the texts.

        Raises ModelError: `unreachable` (cannot be started), `timeout`, `interrupted` (ended twice).
        """
        return self._in_turn({"texts": list(texts), "is_query": is_query}, len(texts))

    def languages(self, text: str) -> dict[str, float]:
        """Returns probabilities by codes of two letters. Raises ModelError as `vectors` does."""
        [reply] = self._in_turn({"of_language": [text]}, 1)
        probabilities: dict[str, float] = json.loads(reply)
        return probabilities

    def close(self) -> None:
        """Ends the process; a later text starts another one."""
        with self._lock:
            self._end()

    def _in_turn(self, request: dict[str, Any], replies: int) -> list[bytes]:
        call = object()
        self._calls.add(call)
        try:
            if not self._lock.acquire(timeout=self.patience):
                raise model_error("timeout", NAME)
            try:
                return self._asked_again(json.dumps(request).encode(), replies)
            finally:
                self._lock.release()
        finally:
            self._calls.discard(call)

    def _asked_again(self, request: bytes, replies: int) -> list[bytes]:
        """Once more when it ended: it may have been killed long before this request came."""
        try:
            return self._asked(request, replies)
        except ModelError as error:
            if error.code != "interrupted":
                raise
        return self._asked(request, replies)

    def _asked(self, request: bytes, replies: int) -> list[bytes]:
        running = self._started()
        try:
            inference_worker.send(running.requests, request)
            return [self._next(running) for _ in range(replies)]
        except TimeoutError:
            self._end()
            raise model_error("timeout", NAME) from None
        except OSError:
            self._end()
            raise model_error("interrupted", NAME) from None

    def _next(self, running: RunningProcess) -> bytes:
        message = inference_worker.receive(ReplyReader(running, self.patience, self.somebody_waits))
        if message is None:
            raise BrokenPipeError
        return message

    def _started(self) -> RunningProcess:
        if self._running is not None and self._running.is_usable:
            return self._running
        if time.monotonic() < self._not_before:
            raise model_error("unreachable", NAME)
        self._end()
        self._running = launch_process(self.threads)
        atexit.register(self.close)
        if not wait_until_ready(self._running, somebody_waits=self.somebody_waits):
            self._end()
            self._not_before = time.monotonic() + PAUSE
            raise model_error("unreachable", NAME)
        self._running.connection.settimeout(self.patience)
        return self._running

    def _end(self) -> None:
        atexit.unregister(self.close)
        if self._running is not None:
            self._running.end()
            self._running = None


def engine_environment(threads: int) -> dict[str, str]:
    # Threads that wait for each other sleep: by default they turn in circles, which takes the very processor away that
    # the other one needs. On a busy machine, or within a quota, that took 36 times the work itself.
    return {"OMP_NUM_THREADS": str(threads), "OMP_WAIT_POLICY": "passive", "OPENBLAS_NUM_THREADS": "1"}


def minimal_environment() -> dict[str, str]:
    """Keeps what an interpreter needs to start: no key, no password, no address of the database."""
    return {name: value for name, value in os.environ.items() if name in NEEDED_VARIABLES or name.startswith("LC_")}


def launch_process(threads: int) -> RunningProcess:
    ours, theirs = socket.socketpair()
    with theirs:
        process = subprocess.Popen(
            [sys.executable, "-m", inference_worker.__name__, str(theirs.fileno()), str(threads)],
            pass_fds=[theirs.fileno()],
            stdin=subprocess.DEVNULL,
            # A session of its own: Ctrl-C is for the parent, whose end closes the socket.
            start_new_session=True,
            cwd=PROJECT,
            env=minimal_environment() | engine_environment(threads),
        )
    ours.settimeout(START_SECONDS)
    return RunningProcess(process, ours, ours.makefile("wb"), os.getpid())


def wait_until_ready(running: RunningProcess, *, somebody_waits: bool) -> bool:
    try:
        return inference_worker.receive(ReplyReader(running, START_SECONDS, somebody_waits)) == inference_worker.READY
    except OSError:
        return False

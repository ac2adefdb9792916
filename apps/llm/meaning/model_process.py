"""Our end of the process in which the model works: started with the first text, and again when it has ended.

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
from io import BufferedRWPair
from pathlib import Path
from typing import Any

from apps.llm.errors import ModelError, model_error
from apps.llm.meaning import engine

PROJECT = Path(__file__).resolve().parents[3]
NAME = "multilingual-e5-small"
START_SECONDS = 20.0
NEEDED = frozenset(
    {"PATH", "HOME", "LANG", "TZ", "TMPDIR", "VIRTUAL_ENV", "PYTHONPATH", "PYTHONHOME", "LD_LIBRARY_PATH"}
)
PAUSE = 30.0
"""Seconds before a process that cannot even start is tried again."""


@dataclass(slots=True)
class Running:
    """`owner` is the process that started it: in a fork of that one it is not ours."""

    process: subprocess.Popen[bytes]
    connection: socket.socket
    stream: BufferedRWPair
    owner: int

    @property
    def is_usable(self) -> bool:
        return self.owner == os.getpid() and self.process.poll() is None

    def end(self) -> None:
        self.connection.close()
        if self.owner == os.getpid():
            self.process.kill()
            self.process.wait()


class ModelProcess:
    """One at a time asks it. `patience` are the seconds until the next vector must be there."""

    def __init__(self, *, threads: int, patience: float) -> None:
        self.threads = threads
        self.patience = patience
        self._lock = threading.Lock()
        self._running: Running | None = None
        self._not_before = 0.0

    def vectors(self, texts: Sequence[str], *, is_query: bool) -> list[bytes]:
        """Single precision, in the order of the texts.

        Raises ModelError: `unreachable` (cannot be started), `timeout`, `interrupted` (ended twice).
        """
        return self._in_turn({"texts": list(texts), "is_query": is_query}, len(texts))

    def languages(self, text: str) -> dict[str, float]:
        """Their probabilities by codes of two letters. Raises ModelError as `vectors` does."""
        [reply] = self._in_turn({"of_language": [text]}, 1)
        probabilities: dict[str, float] = json.loads(reply)
        return probabilities

    def close(self) -> None:
        """Ends the process; a later text starts another one."""
        with self._lock:
            self._end()

    def _in_turn(self, request: dict[str, Any], replies: int) -> list[bytes]:
        if not self._lock.acquire(timeout=self.patience):
            raise model_error("timeout", NAME)
        try:
            return self._asked_again(json.dumps(request).encode(), replies)
        finally:
            self._lock.release()

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
            engine.send(running.stream, request)
            return [self._next(running) for _ in range(replies)]
        except TimeoutError:
            self._end()
            raise model_error("timeout", NAME) from None
        except OSError:
            self._end()
            raise model_error("interrupted", NAME) from None

    def _next(self, running: Running) -> bytes:
        message = engine.receive(running.stream)
        if message is None:
            raise BrokenPipeError
        return message

    def _started(self) -> Running:
        if self._running is not None and self._running.is_usable:
            return self._running
        if time.monotonic() < self._not_before:
            raise model_error("unreachable", NAME)
        self._end()
        self._running = launch(self.threads)
        atexit.register(self.close)
        if not becomes_ready(self._running):
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


def environment() -> dict[str, str]:
    """Of our own only what an interpreter needs to start: no key, no password, no address of the database."""
    return {name: value for name, value in os.environ.items() if name in NEEDED or name.startswith("LC_")}


def launch(threads: int) -> Running:
    ours, theirs = socket.socketpair()
    with theirs:
        process = subprocess.Popen(
            [sys.executable, "-m", engine.__name__, str(theirs.fileno()), str(threads)],
            pass_fds=[theirs.fileno()],
            stdin=subprocess.DEVNULL,
            # A session of its own: Ctrl-C is for the parent, whose end closes the socket.
            start_new_session=True,
            cwd=PROJECT,
            env=environment() | {"OMP_NUM_THREADS": str(threads), "OPENBLAS_NUM_THREADS": "1"},
        )
    ours.settimeout(START_SECONDS)
    return Running(process, ours, ours.makefile("rwb"), os.getpid())


def becomes_ready(running: Running) -> bool:
    try:
        return engine.receive(running.stream) == engine.READY
    except OSError:
        return False

"""Starts the fork server and submits jobs to it. Uses no event loop, so a pool outlives `asyncio.run`."""

import atexit
import json
import os
import socket
import subprocess
import sys
import threading
from dataclasses import dataclass
from pathlib import Path

from apps.documents.parsing.detect_stale_code import refuse_stale_code
from apps.documents.parsing.limits import ParseLimits

PROJECT = Path(__file__).resolve().parents[3]


@dataclass(slots=True)
class ForkServerProcess:
    """A running server with the socket that controls it; closing the socket ends it and all its children."""

    process: subprocess.Popen[bytes]
    control: socket.socket
    owner: int

    @property
    def usable(self) -> bool:
        """False when it has died, and in a fork of the process that started it."""
        return self.owner == os.getpid() and self.process.poll() is None

    def close(self) -> None:
        self.control.close()
        if self.owner == os.getpid():
            try:
                self.process.wait(timeout=5)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()


def launch_fork_server(size: int, preload: str) -> ForkServerProcess:
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with theirs:
        process = subprocess.Popen(
            [sys.executable, "-m", "apps.documents.sandbox.fork_server", str(theirs.fileno()), str(size), preload],
            pass_fds=[theirs.fileno()],
            stdin=subprocess.DEVNULL,
            # A session of its own: Ctrl-C is for the parent, which then ends the server in good order.
            start_new_session=True,
            cwd=PROJECT,
            # One thread: the server forks, and a forked child has only the thread that forked it.
            env=os.environ | {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"},
        )
    return ForkServerProcess(process, ours, os.getpid())


class ForkServerLauncher:
    """Keeps one server running; starts another when it has died. Safe to use from several threads and after a fork."""

    def __init__(self, size: int, preload: str = "") -> None:
        self.size = size
        self.preload = preload
        self.lock = threading.Lock()
        self.server: ForkServerProcess | None = None

    def submit(self, preload: str, limits: ParseLimits) -> tuple[socket.socket, socket.socket]:
        """Our ends of (connection to the child, status from the server) of a new job. Raises StaleParserCode."""
        connection, child_end = socket.socketpair()
        status, host_end = socket.socketpair()
        request = json.dumps({"preload": preload, "limits": limits.as_json()}).encode()
        with child_end, host_end, self.lock:
            descriptors = [child_end.fileno(), host_end.fileno()]
            try:
                socket.send_fds(self.running_server().control, [request], descriptors)
            except OSError:  # it died between the check and the sending
                self.server = None
                socket.send_fds(self.running_server().control, [request], descriptors)
        return connection, status

    def start(self) -> None:
        """The server, before the first job. Raises StaleParserCode."""
        with self.lock:
            self.running_server()

    def running_server(self) -> ForkServerProcess:
        if self.server is None or not self.server.usable:
            if self.server is not None:
                self.server.close()
            refuse_stale_code()
            self.server = launch_fork_server(self.size, self.preload)
            atexit.register(self.close)
        return self.server

    def close(self) -> None:
        """Ends the server; a later job starts a new one."""
        with self.lock:
            # A worker opens two of them for each task, and runs for weeks.
            atexit.unregister(self.close)
            if self.server is not None:
                self.server.close()
                self.server = None

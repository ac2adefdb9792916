"""Starts the host process and submits jobs to it. Uses no event loop, so a pool outlives `asyncio.run`."""

import atexit
import json
import os
import socket
import subprocess
import sys
import threading
from dataclasses import dataclass
from pathlib import Path

from apps.documents.parsing.limits import ParseLimits
from apps.documents.parsing.stale_code import refuse_stale_code

PROJECT = Path(__file__).resolve().parents[3]


@dataclass(slots=True)
class HostProcess:
    """A running host with the socket that controls it; closing the socket ends it and all its children."""

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


def launch(size: int, preload: str) -> HostProcess:
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with theirs:
        process = subprocess.Popen(
            [sys.executable, "-m", "apps.documents.sandbox.host", str(theirs.fileno()), str(size), preload],
            pass_fds=[theirs.fileno()],
            stdin=subprocess.DEVNULL,
            # A session of its own: Ctrl-C is for the parent, which then ends the host in good order.
            start_new_session=True,
            cwd=PROJECT,
            # One thread: the host forks, and a forked child has only the thread that forked it.
            env=os.environ | {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"},
        )
    return HostProcess(process, ours, os.getpid())


class Launcher:
    """Keeps one host running; starts another when it has died. Safe to use from several threads and after a fork."""

    def __init__(self, size: int, preload: str = "") -> None:
        self.size = size
        self.preload = preload
        self.lock = threading.Lock()
        self.host: HostProcess | None = None

    def submit(self, preload: str, limits: ParseLimits) -> tuple[socket.socket, socket.socket]:
        """Our ends of (connection to the child, status from the host) of a new job. Raises StaleParserCode."""
        connection, child_end = socket.socketpair()
        status, host_end = socket.socketpair()
        request = json.dumps({"preload": preload, "limits": limits.as_json()}).encode()
        with child_end, host_end, self.lock:
            descriptors = [child_end.fileno(), host_end.fileno()]
            try:
                socket.send_fds(self.running_host().control, [request], descriptors)
            except OSError:  # it died between the check and the sending
                self.host = None
                socket.send_fds(self.running_host().control, [request], descriptors)
        return connection, status

    def start(self) -> None:
        """The host, before the first job. Raises StaleParserCode."""
        with self.lock:
            self.running_host()

    def running_host(self) -> HostProcess:
        if self.host is None or not self.host.usable:
            if self.host is not None:
                self.host.close()
            refuse_stale_code()
            self.host = launch(self.size, self.preload)
            atexit.register(self.close)
        return self.host

    def close(self) -> None:
        """Ends the host; a later job starts a new one."""
        with self.lock:
            # A worker opens two of them for each task, and runs for weeks.
            atexit.unregister(self.close)
            if self.host is not None:
                self.host.close()
                self.host = None

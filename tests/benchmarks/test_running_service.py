"""What the processes of a running service are taken for, so that the benchmark that kills them knows what it killed."""

import os
import subprocess
import time
from pathlib import Path

import psutil

from apps.documents.parsing.limits import ParseLimits
from apps.documents.sandbox.fork_server_launcher import ForkServerLauncher
from benchmarks.running_service import Service
from tests.fakes.openai_server import FakeOpenAIServer


def service_of(process: psutil.Process) -> Service:
    started: subprocess.Popen[bytes] = subprocess.Popen.__new__(subprocess.Popen)
    started.pid, started.returncode = process.pid, 0
    return Service(started, [], Path(), {}, FakeOpenAIServer())


def children_of(host: int, found: dict[str, list[psutil.Process]]) -> list[psutil.Process]:
    return [process for process in found.get("parser child", []) if process.ppid() == host]


def test_a_reader_of_files_and_the_process_that_forks_it_are_told_apart() -> None:
    launcher = ForkServerLauncher(1)
    connection, status = launcher.submit("", ParseLimits())
    try:
        service, found = service_of(psutil.Process(os.getpid())), dict[str, list[psutil.Process]]()
        deadline = time.monotonic() + 30
        assert launcher.server is not None
        host = launcher.server.process.pid
        while time.monotonic() < deadline and not children_of(host, found):
            found = service.kinds()
            time.sleep(0.05)
        # Other tests of this process may have hosts of their own.
        assert host in [process.pid for process in found["parser host"]]
        assert len(children_of(host, found)) == 1
    finally:
        connection.close()
        status.close()
        launcher.close()

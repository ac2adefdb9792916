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


def test_a_reader_of_files_and_the_process_that_forks_it_are_told_apart() -> None:
    launcher = ForkServerLauncher(1)
    connection, status = launcher.submit("", ParseLimits())
    try:
        service, found = service_of(psutil.Process(os.getpid())), dict[str, list[psutil.Process]]()
        deadline = time.monotonic() + 30
        while "parser child" not in found and time.monotonic() < deadline:
            found = service.kinds()
            time.sleep(0.05)
        assert launcher.server is not None
        assert [process.pid for process in found["parser host"]] == [launcher.server.process.pid]
        assert len(found["parser child"]) == 1
    finally:
        connection.close()
        status.close()
        launcher.close()

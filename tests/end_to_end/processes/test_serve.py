"""`manage.py serve` as people use it: real processes, real kills, on a database of its own."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil
import psycopg
import pytest

from config import localdb
from tests.embedded import remove


@dataclass
class Service:
    """A running `serve` with its data folder."""

    process: subprocess.Popen[bytes]
    port: int
    data_dir: Path
    output: Path

    def family(self) -> list[psutil.Process]:
        return psutil.Process(self.process.pid).children(recursive=True)

    def only(self, words: str) -> psutil.Process:
        """The main process whose command line contains these words."""
        (found,) = (p for p in psutil.Process(self.process.pid).children() if words in " ".join(p.cmdline()))
        return found

    def answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/healthz", timeout=5) as response:
                return bool(response.status == 200)
        except OSError:
            return False

    def heartbeat(self) -> dict[str, Any]:
        """Process number and age in seconds of the worker's heartbeat; empty without one."""
        settings = localdb.connection_settings(self.data_dir)
        question = "SELECT pid, extract(epoch FROM now() - beat_at)::float FROM config_heartbeat WHERE name = 'worker'"
        with psycopg.connect(host=settings["HOST"], user=settings["USER"], dbname=settings["NAME"]) as connection:
            row = connection.execute(question).fetchone()
        return {"pid": row[0], "age": row[1]} if row else {}


def wait_for(condition: Callable[[], object], seconds: float = 30.0) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "It did not happen in time."
        time.sleep(0.1)


@pytest.fixture(scope="module")
def service(project_folder: Path) -> Iterator[Service]:
    folder = Path(tempfile.mkdtemp(prefix="serve-"))
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    environment = os.environ | {"AUSKUNFT_DATA": str(folder / "data")}
    environment.pop("DATABASE_URL", None)
    command = [sys.executable, "manage.py", "serve", "--port", str(port)]
    with (folder / "output").open("wb") as output:
        process = subprocess.Popen(command, cwd=project_folder, env=environment, stdout=output, stderr=output)
    service = Service(process, port, folder / "data", folder / "output")
    try:
        wait_for(service.answers, 60)
        yield service
    finally:
        process.terminate()
        process.wait(timeout=60)
        remove(service.data_dir)
        shutil.rmtree(folder)


def test_it_prints_the_addresses_and_a_password_that_works(service: Service) -> None:
    wait_for(lambda: "Press Ctrl-C" in service.output.read_text())
    printed = service.output.read_text()
    assert f"http://127.0.0.1:{service.port}/admin/" in printed
    # Lines to be copied out of the console lead to this port.
    assert service.only("config.web").environ()["SITE_URL"] == f"http://localhost:{service.port}"
    file = service.data_dir / "admin-password.txt"
    assert file.read_text().strip() in printed
    assert file.stat().st_mode & 0o777 == 0o600


def test_a_killed_web_process_comes_back(service: Service) -> None:
    killed = service.only("config.web")
    killed.kill()
    wait_for(lambda: not killed.is_running() and service.answers())


def test_one_killed_child_of_the_queue_gives_a_new_cluster(service: Service) -> None:
    wait_for(service.heartbeat)
    worker = service.only("manage.py worker")
    cluster = worker.children(recursive=True)
    grandchildren = [process for process in cluster if process.ppid() != worker.pid]
    grandchildren[-1].kill()  # the last one started is the pusher, without which nothing is fetched any more
    wait_for(lambda: not any(process.is_running() for process in [worker, *cluster]))
    wait_for(lambda: service.heartbeat()["pid"] != worker.pid and service.heartbeat()["age"] < 10)


def test_a_killed_database_comes_back(service: Service) -> None:
    os.kill(localdb.status(service.data_dir)["pid"], signal.SIGKILL)
    wait_for(lambda: localdb.status(service.data_dir)["running"])
    wait_for(lambda: service.heartbeat()["age"] < 10)


def test_a_second_one_on_the_same_port_says_so(service: Service, project_folder: Path) -> None:
    command = [sys.executable, "manage.py", "serve", "--port", str(service.port)]
    environment = os.environ | {"AUSKUNFT_DATA": str(service.data_dir)}
    done = subprocess.run(command, cwd=project_folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert f"Port {service.port} on 127.0.0.1 cannot be used" in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def test_a_signal_ends_everything_it_started(service: Service) -> None:
    family = service.family()
    assert len(family) >= 6  # web, worker, sentinel, workers, monitor, pusher
    service.process.terminate()
    assert service.process.wait(timeout=45) == 0
    assert not [process for process in family if process.is_running()]
    assert localdb.status(service.data_dir)["running"] is False

"""The real service on a port and in a folder of its own, with a model server that notes who asked what and when."""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil
import psycopg

ROOT = Path(__file__).resolve().parents[1]
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from apps.documents.sandbox import fork_server  # noqa: E402 - importable once the folder is on the path
from config import localdb  # noqa: E402
from tests.embedded import remove  # noqa: E402
from tests.fakes.openai_server import FakeOpenAIServer, Request  # noqa: E402

MARK = re.compile(r"Vorgang-\d+")
COLLECTION = "ausfall"
FORK_SERVER = fork_server.__name__
"""As it stands in the command line of the server and of the children that it forks."""


@dataclass
class Service:
    """A running `serve`; everything it starts is below `process`, but for the database."""

    process: subprocess.Popen[bytes]
    command: list[str]
    folder: Path
    environment: dict[str, str]
    models: FakeOpenAIServer
    imports: dict[Path, subprocess.Popen[bytes]] = field(default_factory=dict)

    @property
    def data(self) -> Path:
        return self.folder / "data"

    @property
    def log(self) -> str:
        return (self.folder / "output").read_text(encoding="utf-8", errors="replace")

    def queue_import(self, folder: Path) -> None:
        """Does not wait: the service may be without a database just now."""
        command = [sys.executable, "manage.py", "import_documents", str(folder), "--collection", COLLECTION, "--queue"]
        with (self.folder / "imports").open("ab") as output:
            self.imports[folder] = subprocess.Popen(
                command, cwd=ROOT, env=self.environment, stdout=output, stderr=output
            )

    def start_again_if_dead(self) -> None:
        """As the system's own supervision would; its port is free as soon as what it left behind has ended."""
        if self.process.poll() is not None:
            self.process = start(self.command, self.environment, self.folder)

    def repeat_failed_imports(self) -> None:
        """As a person would whose command ended with an error because the database was down."""
        for folder, process in list(self.imports.items()):
            if process.poll():
                self.queue_import(folder)

    def ask(self, question: str) -> list[tuple[Any, ...]]:
        """Rows of the service's database. Raises psycopg.OperationalError while it is down."""
        place = localdb.connection_settings(self.data)
        with psycopg.connect(host=place["HOST"], user=place["USER"], dbname=place["NAME"], connect_timeout=5) as found:
            return found.execute(question).fetchall()

    def kinds(self) -> dict[str, list[psutil.Process]]:
        """Its processes by what they are, as they stand now; the database is none of them."""
        found: dict[str, list[psutil.Process]] = {}
        try:
            below = psutil.Process(self.process.pid).children(recursive=True)
        except psutil.NoSuchProcess:
            return found
        for process in below:
            try:
                found.setdefault(self.kind_of(process), []).append(process)
            except psutil.NoSuchProcess:
                continue
        found.pop("postgres", None)
        return found

    def kind_of(self, process: psutil.Process) -> str:
        """Raises psutil.NoSuchProcess when it is gone."""
        words, parent = " ".join(process.cmdline()), process.parent()
        if process.name().startswith("postgres"):
            return "postgres"
        if "config.web" in words:
            return "web"
        if FORK_SERVER in words:
            forked = parent is not None and FORK_SERVER in " ".join(parent.cmdline())
            return "parser child" if forked else "parser host"
        if parent is not None and parent.pid == self.process.pid:
            return "worker"
        above = parent.parent() if parent is not None else None
        return "queue sentinel" if above is not None and above.pid == self.process.pid else "queue child"


@contextmanager
def running_service(latency: float) -> Iterator[Service]:
    """Started, with the model server as its only model; ended and removed afterwards."""
    folder = Path(tempfile.mkdtemp(prefix="kills-"))
    models = model_server(latency)
    environment = os.environ | {
        "AUSKUNFT_DATA": str(folder / "data"),
        "OPENAI_BASE_URL": models.base_url,
        "OPENAI_API_KEY": "not-a-secret",
        "CHAT_MODEL": "fake-chat",
        "EMBEDDING_MODEL": "fake-embedding",
    }
    environment.pop("DATABASE_URL", None)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "manage.py", "serve", "--port", str(port)]
    service = Service(start(command, environment, folder), command, folder, environment, models)
    try:
        wait_for_start(service)
        yield service
    finally:
        service.process.send_signal(signal.SIGTERM)
        service.process.wait(timeout=60)
        models.stop()
        remove(service.data)
        shutil.rmtree(folder, ignore_errors=True)


def start(command: list[str], environment: dict[str, str], folder: Path) -> subprocess.Popen[bytes]:
    with (folder / "output").open("ab") as output:
        return subprocess.Popen(command, cwd=ROOT, env=environment, stdout=output, stderr=output)


def wait_for_start(service: Service) -> None:
    """Until the worker has written its first heartbeat. One call at a time: an import then lasts for many kills."""
    deadline = time.monotonic() + 90
    while True:
        try:
            if service.ask("SELECT 1 FROM config_heartbeat WHERE name = 'worker'"):
                service.ask("UPDATE llm_endpoint SET max_concurrency = 1 RETURNING id")
                return
        except psycopg.Error:
            pass
        if service.process.poll() is not None or time.monotonic() > deadline:
            raise RuntimeError(f"The service did not start:\n{service.log}")
        time.sleep(0.2)


def model_server(latency: float) -> FakeOpenAIServer:
    server = FakeOpenAIServer()
    server.dimensions = 1024
    server.latency = latency
    server.default_reply = reply
    server.start()
    return server


def reply(request: Request) -> str:
    """Says which document it was asked about, so that its embeddings can be told apart as well."""
    mark = MARK.findall(request.prompt)[-1]
    return json.dumps({"tags": [f"Stichwort {mark}"]}) if "response_format" in request.body else f"Kurz: {mark}."

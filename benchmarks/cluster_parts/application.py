"""Web processes and workers of the product on the machines of a trial, as deploy/ starts them."""

import os
import subprocess
import sys
import time
import urllib.request
from collections.abc import Mapping
from pathlib import Path

from benchmarks.cluster_parts.machine import ROOT, Machine

WEB_PORT = 8000
START_SECONDS = 120.0


def environment(data: Path, database_url: str) -> dict[str, str]:
    """Of all processes of a trial: built-in models, one database, keys that they share."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    return kept | {
        "AUSKUNFT_DATA": str(data),
        "DATABASE_URL": database_url,
        "SECRET_KEY": "trial-" * 12,
        "ALLOWED_HOSTS": "*",
        "UNLIMITED_ADDRESSES": "127.0.0.0/8,198.18.0.0/15",
        "MEANING": "False",
        "PYTHONUNBUFFERED": "1",
    }


def manage(*words: str, environment: Mapping[str, str], code: Path = ROOT, enter: tuple[str, ...] = ()) -> str:
    """What a command says. Raises RuntimeError with its complaint."""
    command = [*enter, sys.executable, "manage.py", *words]
    done = subprocess.run(command, cwd=code, env=dict(environment), capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{' '.join(words)}: {done.stderr[-2000:]}")
    return done.stdout.strip()


def set_up(environment: Mapping[str, str], code: Path = ROOT, enter: tuple[str, ...] = ()) -> str:
    """Tables, an administrator and a token of the interface, which is given back."""
    manage("migrate", "--noinput", environment=environment, code=code, enter=enter)
    person = {**environment, "DJANGO_SUPERUSER_PASSWORD": "trial-of-failover-1"}
    options = ("--noinput", "--username", "trial", "--email", "trial@example.org")
    manage("createsuperuser", *options, environment=person, code=code, enter=enter)
    return manage("api_token", "trial", environment=environment, code=code, enter=enter)


def start_web(machine: Machine, environment: Mapping[str, str], port: int = WEB_PORT, code: Path = ROOT) -> str:
    """The address at which it answers; waits for nothing."""
    command = [sys.executable, "-m", "config.web", "--host", machine.address, "--port", str(port)]
    machine.start("web", command, environment={**environment, "AUSKUNFT_PROCESS": "web"}, folder=code)
    return f"http://{machine.address}:{port}"


def start_worker(machine: Machine, environment: Mapping[str, str], code: Path = ROOT) -> None:
    machine.start("worker", [sys.executable, "manage.py", "worker"], environment=environment, folder=code)


def until_ready(address: str, seconds: float = START_SECONDS, path: str = "readyz") -> None:
    """A web process that answers, and a worker that lives; `healthz` asks for the first only. Raises RuntimeError when
    that takes too long."""
    deadline = time.monotonic() + seconds
    said = ""
    while time.monotonic() < deadline:
        try:
            with urllib.request.urlopen(f"{address}/{path}", timeout=5) as answer:
                if answer.status == 200:
                    return
        except OSError as error:
            said = str(error)
        time.sleep(0.3)
    raise RuntimeError(f"{address} is not ready: {said}")

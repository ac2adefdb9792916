"""The present code on a database of its own, as operators run it: by commands, in processes of their own."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.upgrade.database import Database
from tests.upgrade.dump_facts import INBOX, KEY

ROOT = Path(__file__).resolve().parent.parent.parent
NOT_OURS = ("OPENAI_BASE_URL", "OPENAI_API_KEY", "CHAT_MODEL", "EMBEDDING_MODEL", "REDIS_URL", "OIDC_ISSUER")
BROWSER = """
import json
from django.test import Client
client = Client(SERVER_NAME="localhost", raise_request_exception=False)
client.cookies["sessionid"] = {session!r}
replies = [client.get(address) for address in {addresses!r}]
print(json.dumps([[reply.status_code, reply.content.decode()] for reply in replies]))
"""


COMMAND = """
from django.core.management import call_command
call_command(*{words!r})
"""
SHELL = """
import json, sys
from contextlib import redirect_stdout
from io import StringIO
from django.db import connections
for line in sys.stdin:
    with redirect_stdout(StringIO()) as said:
        exec(json.loads(line), {})
    connections.close_all()
    print(json.dumps(said.getvalue()), flush=True)
"""


class Shell:
    """One process that runs code as it comes: to start one for each piece would take two seconds of the processor.

    Between pieces it holds no connection, so that its database can be copied.
    """

    def __init__(self) -> None:
        self.process: subprocess.Popen[str] | None = None

    def said(self, code: str, environment: dict[str, str]) -> str:
        """What the code prints; it begins with no name but Python's own. Fails when the code does."""
        if self.process is None:
            command = [sys.executable, "manage.py", "shell", "--no-imports", "-c", SHELL]
            self.process = subprocess.Popen(
                command, cwd=ROOT, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
            )
        process = self.process
        assert process.stdin
        assert process.stdout
        process.stdin.write(f"{json.dumps(code)}\n")
        process.stdin.flush()
        reply = process.stdout.readline()
        assert reply, f"The code ended with {process.wait()}; what it said stands on standard error:\n{code}"
        said: str = json.loads(reply)
        return said

    def end(self) -> None:
        if self.process:
            self.process.communicate()


@dataclass(frozen=True)
class Installation:
    database: Database
    data: Path
    shell: Shell = field(default_factory=Shell)

    @property
    def inbox(self) -> Path:
        """A folder that sources may read."""
        return self.data / "inbox"

    @property
    def environment(self) -> dict[str, str]:
        own = {
            "DATABASE_URL": self.database.url,
            "SECRET_KEY": KEY,
            "AUSKUNFT_DATA": str(self.data),
            "IMPORT_FOLDERS": f"{INBOX},{self.inbox}",
            # Keys come from variables of certain names since then; `migrate` says which endpoints name another.
            "API_KEY_VARIABLES": "*_API_KEY,MODELS_KEY",
        }
        return {name: value for name, value in os.environ.items() if name not in NOT_OURS} | own

    def run(self, *words: str) -> str:
        """What the command prints. Fails with what it said on standard error."""
        command = [sys.executable, "manage.py", *words]
        done = subprocess.run(
            command, cwd=ROOT, env=self.environment, capture_output=True, text=True, timeout=300, check=False
        )
        assert done.returncode == 0, f"{' '.join(words)} ended with {done.returncode}:\n{done.stdout}{done.stderr}"
        return done.stdout

    def json(self, *words: str) -> Any:
        """What the command prints, run by the shell: starting a process for it would take longer than most do."""
        return self.python(COMMAND.format(words=[*words, "--json"]))

    def python(self, code: str) -> Any:
        """What the code prints as JSON, with Django set up."""
        return json.loads(self.shell.said(code, self.environment).splitlines()[-1])

    def get(self, *addresses: str, session: str = "") -> list[tuple[int, str]]:
        """Status and text of each page, as whoever holds the session sees it."""
        return [(status, text) for status, text in self.python(BROWSER.format(session=session, addresses=addresses))]

    def work_until(self, finished: Callable[[], bool], seconds: float = 240.0) -> str:
        """Lets the worker run until `finished`, then stops it as an operator does. Gives back what it logged."""
        log = self.data / "worker.log"
        with log.open("w") as output:
            worker = subprocess.Popen(
                [sys.executable, "manage.py", "worker"], cwd=ROOT, env=self.environment, stdout=output, stderr=output
            )
            try:
                ends = time.monotonic() + seconds
                while not finished() and time.monotonic() < ends and worker.poll() is None:
                    time.sleep(0.5)
            finally:
                worker.terminate()
                worker.wait(timeout=120)
        return log.read_text()

"""The present code on a database of its own, as operators run it: by commands, in processes of their own."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.upgrade.database import Database
from tests.upgrade.dump_facts import KEY

ROOT = Path(__file__).resolve().parent.parent.parent
NOT_OURS = ("OPENAI_BASE_URL", "OPENAI_API_KEY", "CHAT_MODEL", "EMBEDDING_MODEL", "REDIS_URL", "OIDC_ISSUER")
BROWSER = """
import json, sys
from django.test import Client
client = Client(SERVER_NAME="localhost")
client.cookies["sessionid"] = {session!r}
reply = client.get({address!r})
print(json.dumps([reply.status_code, reply.content.decode()]))
"""


@dataclass(frozen=True)
class Installation:
    database: Database
    data: Path

    @property
    def environment(self) -> dict[str, str]:
        own = {"DATABASE_URL": self.database.url, "SECRET_KEY": KEY, "AUSKUNFT_DATA": str(self.data)}
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
        return json.loads(self.run(*words, "--json").splitlines()[-1])

    def get(self, address: str, session: str = "") -> tuple[int, str]:
        """Status and text of a page, as whoever holds the session sees it."""
        said = self.run("shell", "--no-imports", "-c", BROWSER.format(session=session, address=address))
        status, text = json.loads(said.splitlines()[-1])
        return status, text

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

"""A build by the command, in a process of its own and the database of this benchmark."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def building(slug: str) -> "subprocess.Popen[bytes]":
    """Leads a session of its own, so that it can be killed with all its children."""
    command = [sys.executable, "manage.py", "graph", "build", "--collection", slug, "--method", "model", "-v0"]
    return subprocess.Popen(
        command, cwd=ROOT, env=in_this_database(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        start_new_session=True,
    )  # fmt: skip


def in_this_database() -> dict[str, str]:
    from django.db import connection

    values = connection.settings_dict
    host = str(values["HOST"]).replace("/", "%2F")
    user = values["USER"] + (f":{values['PASSWORD']}" if values["PASSWORD"] else "")
    return {**os.environ, "DATABASE_URL": f"postgres://{user}@{host}:{values['PORT']}/{values['NAME']}"}

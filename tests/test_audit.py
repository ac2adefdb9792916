"""`make audit` names known vulnerabilities of what is pinned, and never takes silence for safety."""

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

LOCK = """\
django==5.2.1 \\
    --hash=sha256:00
    # via auskunft
pillow==11.0.0 ; sys_platform == 'linux' \\
    --hash=sha256:11
"""
KNOWN = {"id": "PYSEC-1", "fixed_in": ["11.0.1"], "summary": "A buffer overflows.", "withdrawn": None}
Answers = dict[str, object]


@pytest.fixture
def index() -> Iterator[tuple[str, Answers]]:
    """The address of an index, and what it answers by path; 404 for everything else."""
    answers: Answers = {}

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = json.dumps(answers.get(self.path)).encode()
            self.send_response(200 if self.path in answers else 404)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *arguments: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/simple/", answers
        server.shutdown()


def audit(tmp_path: Path, project_folder: Path, index: str) -> subprocess.CompletedProcess[str]:
    lock = tmp_path / "requirements.lock"
    lock.write_text(LOCK)
    environment = {**os.environ, "PIP_INDEX_URL": index, "NO_PROXY": "*", "no_proxy": "*"}
    command = [sys.executable, "bin/audit.py", str(lock)]
    return subprocess.run(
        command, cwd=project_folder, env=environment, capture_output=True, text=True, timeout=120, check=False
    )


def test_known_vulnerabilities_are_named(tmp_path: Path, project_folder: Path, index: tuple[str, Answers]) -> None:
    address, answers = index
    answers["/pypi/django/5.2.1/json"] = {"vulnerabilities": [KNOWN | {"withdrawn": "2025-01-01T00:00:00Z"}]}
    answers["/pypi/pillow/11.0.0/json"] = {"vulnerabilities": [KNOWN]}
    done = audit(tmp_path, project_folder, address)
    assert done.stdout == "pillow 11.0.0: PYSEC-1 (fixed in 11.0.1) A buffer overflows.\n"
    assert (done.returncode, "2 pinned versions" in done.stderr) == (1, True), done.stderr


def test_nothing_known_is_status_zero(tmp_path: Path, project_folder: Path, index: tuple[str, Answers]) -> None:
    address, answers = index
    for name in ("django/5.2.1", "pillow/11.0.0"):
        answers[f"/pypi/{name}/json"] = {"vulnerabilities": []}
    done = audit(tmp_path, project_folder, address)
    assert (done.returncode, done.stdout) == (0, ""), done.stderr


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ({}, "Nothing was compared"),
        ({"/pypi/django/5.2.1/json": {"info": {}}}, "Nothing was compared"),
        ({"/pypi/django/5.2.1/json": {"vulnerabilities": []}}, "1 of 2 versions could not be compared"),
    ],
)
def test_an_index_that_cannot_tell_is_no_all_clear(
    tmp_path: Path, project_folder: Path, index: tuple[str, Answers], known: Answers, said: str
) -> None:
    address, answers = index
    answers.update(known)
    done = audit(tmp_path, project_folder, address)
    assert done.returncode == 2
    assert said in done.stderr

"""Eleven hosts, three of them with clocks two hours off: one is cut off, a worker is frozen and comes back."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from benchmarks.cluster_parts import installation

ROOT = Path(__file__).resolve().parents[3]
ABSENT = ", ".join(installation.missing())
pytestmark = pytest.mark.skipif(
    bool(ABSENT),
    reason=f"lacking: {ABSENT} (Debian: patroni python3-etcd etcd-server haproxy nginx-light redis-server)",
)
SHORT = ("--upgrades", "0", "--cuts", "1", "--documents", "60", "--rest", "2", "--sockets", "1", "--before", "HEAD")


@pytest.fixture(scope="module")
def figures() -> dict[str, Any]:
    """In a process of its own, which enters a network of its own."""
    command = [sys.executable, "benchmarks/hosts.py", *SHORT, "--json"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3_000:]
    return dict(json.loads(done.stdout))


@pytest.mark.parametrize("kind", ["questions", "feedback", "documents"])
def test_nothing_that_was_confirmed_is_lost_or_doubled(figures: dict[str, Any], kind: str) -> None:
    assert figures[f"{kind}_confirmed"] > 0
    assert (figures[f"{kind}_lost"], figures[f"{kind}_doubled"]) == (0, 0)


def test_answers_are_right_and_documents_whole_although_a_worker_came_back_too_late(figures: dict[str, Any]) -> None:
    assert (figures["answers_wrong"], figures["documents_not_whole"]) == (0, 0)

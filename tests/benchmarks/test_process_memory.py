"""The peak of a process is its own, whatever the one that started it has held."""

import subprocess
import sys
from pathlib import Path

from benchmarks.process_memory import peak_megabytes

ROOT = Path(__file__).resolve().parents[2]
PRINTED = "from benchmarks.process_memory import peak_megabytes; {before}; print(peak_megabytes())"


def printed(before: str) -> float:
    command = [sys.executable, "-c", PRINTED.format(before=before)]
    return float(subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True).stdout)


def test_memory_of_the_parent_does_not_count() -> None:
    held = b"x" * 200_000_000
    assert peak_megabytes() > 200
    assert printed("pass") < 100
    assert len(held) == 200_000_000


def test_memory_given_back_counts() -> None:
    assert printed("x = b'x' * 200_000_000; del x") > 200


def test_a_process_that_has_ended_has_none() -> None:
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    assert peak_megabytes(ended.pid) == 0.0

"""A process in a session of its own gives way to others: its niceness alone would count within that session only."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

AUTOGROUP = Path("/proc/self/autogroup")
GIVING_WAY = """
import os, sys
sys.path.insert(0, {root!r})
from apps.llm.semantic_embedding.lower_process_priority import lower_priority
lower_priority(10)
lower_priority(10)
print(os.getpriority(os.PRIO_PROCESS, 0))
try:
    print(open("/proc/self/autogroup").read().split()[-1])
except OSError:
    print("none")
"""
ROOT = str(Path(__file__).resolve().parents[3])


def priorities() -> tuple[str, str]:
    """Of a process in a new session after it has given way: its own and its session's."""
    command = [sys.executable, "-c", GIVING_WAY.format(root=ROOT)]
    said = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, start_new_session=True).stdout
    own, session = said.split()
    return own, session


def test_the_process_gives_way() -> None:
    assert priorities()[0] == str(max(10, os.getpriority(os.PRIO_PROCESS, 0)))


@pytest.mark.skipif(not AUTOGROUP.exists(), reason="This system does not share processors by session.")
def test_its_session_gives_way_as_well() -> None:
    assert priorities()[1] == "10"

"""Cleans up child processes that must not outlive their parent: signals on its exit, whole sessions killed."""

import contextlib
import ctypes
import os
import signal
from pathlib import Path

PR_SET_PDEATHSIG = 1
# Looked up now: between fork and exec of a process with threads nothing must be loaded.
PRCTL = getattr(ctypes.CDLL(None, use_errno=True), "prctl", None)


def signal_on_parent_exit(number: signal.Signals = signal.SIGKILL) -> None:
    """Ask the kernel to send this process a signal when the thread that started it ends."""
    if PRCTL is not None:
        PRCTL(PR_SET_PDEATHSIG, int(number), 0, 0, 0)


def kill_session(leader: int) -> None:
    """SIGKILL to every process of the session, whatever groups it made. `leader` may be dead, but not reaped yet."""
    kill_group(leader)
    for pid in session_members(leader):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(pid, signal.SIGKILL)


def kill_group(leader: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, signal.SIGKILL)


def session_members(leader: int) -> list[int]:
    members = []
    for entry in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError, IndexError, ValueError):
            # The name in brackets may hold spaces and brackets itself, so count from the last one.
            fields = (entry / "stat").read_text(errors="replace").rpartition(")")[2].split()
            if int(fields[3]) == leader:
                members.append(int(entry.name))
    return members

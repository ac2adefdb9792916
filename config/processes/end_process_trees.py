"""Ends processes together with all that they started, by what the operating system offers for it."""

import ctypes
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress

import psutil

# From <linux/prctl.h>. Other systems know neither; there, process groups have to do.
PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36


def dies_with_parent(signal_number: int) -> Callable[[], None]:
    """A function that makes the process that calls it receive `signal_number` when its parent dies."""
    library = _c_library()

    def arrange() -> None:
        if library is not None:
            library.prctl(PR_SET_PDEATHSIG, signal_number)

    return arrange


def become_subreaper(adopt: bool) -> None:
    """Become the parent of every descendant whose own parent dies, so that none can slip away. Linux only."""
    library = _c_library()
    if library is not None:
        library.prctl(PR_SET_CHILD_SUBREAPER, int(adopt))


def descendants(process_id: int) -> list[psutil.Process]:
    """Every process below this one; empty when it is gone."""
    try:
        found: list[psutil.Process] = psutil.Process(process_id).children(recursive=True)
    except psutil.NoSuchProcess:
        return []
    return found


def kill_tree(process: subprocess.Popen[bytes]) -> None:
    """Kill a process that leads its own session, its group and everything below it, and wait for the process."""
    below = descendants(process.pid)
    kill_group(process.pid)
    kill_processes(below)
    process.wait()


def kill_group(process_id: int) -> None:
    """Kill the group that `process_id` leads; its members may live longer than the leader."""
    with suppress(ProcessLookupError, PermissionError):  # macOS says EPERM for a group of zombies
        os.killpg(process_id, signal.SIGKILL)


def kill_processes(processes: Iterable[psutil.Process]) -> None:
    for process in processes:
        with suppress(psutil.NoSuchProcess):
            process.kill()


def reap_orphans(own: set[int]) -> None:
    """Kill and reap adopted processes: direct children of ours that we did not start (`own` are those we did)."""
    for child in psutil.Process().children():
        if child.pid in own:
            continue
        kill_processes([*descendants(child.pid), child])
        with suppress(ChildProcessError):
            os.waitpid(child.pid, os.WNOHANG)


def _c_library() -> ctypes.CDLL | None:
    return ctypes.CDLL(None) if sys.platform == "linux" else None

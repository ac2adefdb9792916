"""Tells whether the process that writes an answer is gone, so that what it left open is ended at once.

Processes are told apart by what Linux says of them. Of one on another machine, in another container or before the last
start of this machine nothing is known.
"""

import os
from functools import lru_cache
from pathlib import Path

BOOT = Path("/proc/sys/kernel/random/boot_id")
NAMESPACE = Path("/proc/self/ns/pid")
BEGAN = 19
"""Place of the time of its start among what `/proc/<pid>/stat` says behind the program's name."""


def name_of_this_process() -> str:
    """ "boot namespace pid start"; empty where the system does not tell."""
    return _name_of(os.getpid())


def is_process_gone(name: str) -> bool:
    """True only if it ran here and does no more."""
    here, _, process = name.rpartition("/")
    pid, _, began = process.partition(" ")
    return bool(pid.isdigit() and here and here == _here() and began_at(int(pid)) != began)


@lru_cache(maxsize=4)
def _name_of(pid: int) -> str:
    # By number, because a fork is another process.
    here, began = _here(), began_at(pid)
    return f"{here}/{pid} {began}" if here and began else ""


@lru_cache(maxsize=1)
def _here() -> str:
    try:
        return f"{BOOT.read_text().strip()} {NAMESPACE.readlink()}"
    except OSError:
        return ""


def began_at(pid: int) -> str:
    """In ticks since the machine's start; empty if there is no such process."""
    try:
        said = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return ""
    state, *facts = said.rpartition(")")[2].split()
    return "" if state in "ZX" else facts[BEGAN - 1]

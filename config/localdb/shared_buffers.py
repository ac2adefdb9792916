"""Sizes the embedded server's shared_buffers by the memory of the machine or container."""

import os
from collections.abc import Iterable
from pathlib import Path

MEGABYTE = 2**20
SHARE = 8
"""An eighth of the memory: web process, workers and the system's own cache live beside the server."""
LEAST_MEGABYTES, MOST_MEGABYTES = 256, 2_048
"""What PostgreSQL gains ends where the vectors of 100,000 pages with their indexes fit in: 1.7 GB."""
LIMITS_OF_CONTAINERS = (Path("/sys/fs/cgroup/memory.max"), Path("/sys/fs/cgroup/memory/memory.limit_in_bytes"))


def shared_megabytes(memory: int) -> int:
    """The size of PostgreSQL's own cache on a machine with `memory` bytes.

    Memory that is never used is never taken, so a small collection stays small.
    """
    return max(LEAST_MEGABYTES, min(MOST_MEGABYTES, memory // SHARE // MEGABYTE))


def memory_bytes(limits: Iterable[Path] = LIMITS_OF_CONTAINERS) -> int:
    """The machine's memory, or the container's limit when that is lower."""
    machine = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return min([machine, *(limit for path in limits if (limit := read_memory_limit(path)) is not None)])


def read_memory_limit(path: Path) -> int | None:
    """None where nothing is limited: no such file, or the word "max"."""
    try:
        found = path.read_text(encoding="ascii").strip()
    except OSError:
        return None
    return int(found) if found.isdigit() else None

"""Limits how many tesseract processes run at a time, over all children of a server.

Each child has a place of its own, so no long scan keeps others from being read, and borrows those that stand empty.
"""

import fcntl
import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import IO

MOST_READERS = 8
"""Pages of one file that are read at the same time; each thread costs address space, which is limited."""
NEXT_LOOK = 0.02
"""Seconds between two looks for an empty place."""
OWNER_FIRST = 0.01
"""Seconds that a place stays empty after it was borrowed: its owner, who waits for it, comes first."""


@dataclass(slots=True)
class OcrSlots:
    """Locks on files without a name; the kernel frees them when their holder is killed. Linux.

    `own` is the number of the child's own place.
    """

    files: list[int]
    own: int = 0
    _own_is_taken: threading.Lock = field(default_factory=threading.Lock, init=False)

    @classmethod
    def create(cls, size: int) -> "OcrSlots":
        return cls([os.memfd_create(f"place-{number}") for number in range(size)])

    @property
    def readers(self) -> int:
        """How many pages one file may have under way."""
        return min(len(self.files), MOST_READERS)

    @contextmanager
    def one(self) -> Iterator[None]:
        """A place, for this thread; waits until there is one."""
        while True:
            if self._own_is_taken.acquire(blocking=False):
                with released(self._own_is_taken), self._open(self.own) as place:
                    fcntl.flock(place, fcntl.LOCK_EX)
                    yield
                return
            if (borrowed := self._borrow()) is not None:
                with borrowed:
                    yield
                time.sleep(OWNER_FIRST)
                return
            time.sleep(NEXT_LOOK)

    def _borrow(self) -> IO[bytes] | None:
        """A place that stands empty, locked until the file is closed."""
        for number in range(len(self.files)):
            if number != self.own:
                place = self._open(number)
                with suppress(BlockingIOError):
                    fcntl.flock(place, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    return place
                place.close()
        return None

    def _open(self, number: int) -> IO[bytes]:
        """Opened anew: a lock belongs to the opening, and what was inherited is the same opening for all children."""
        return open(f"/proc/self/fd/{self.files[number]}", "rb")


@contextmanager
def released(lock: threading.Lock) -> Iterator[None]:
    """Releases the lock, which is held already, at the end of the block."""
    try:
        yield
    finally:
        lock.release()

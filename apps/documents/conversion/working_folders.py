"""Working folders for external programs: copies of documents, removed even when a process was killed."""

import fcntl
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

YOUNGEST_LEFT = 60.0
"""Seconds. A younger folder may have been made by another process that has not locked it yet."""


@contextmanager
def working_folder(prefix: str) -> Iterator[Path]:
    """A new folder, locked while it is used and gone afterwards. Folders of this prefix that nobody locks any more are
    removed first: their process was killed, and the documents in them would stay readable on the disk.
    """
    for left in Path(tempfile.gettempdir()).glob(f"{prefix}*"):
        remove_abandoned(left)
    with tempfile.TemporaryDirectory(prefix=prefix, ignore_cleanup_errors=True) as name:
        lock = os.open(name, os.O_RDONLY | os.O_DIRECTORY)
        try:
            with suppress(OSError):  # Folders on a network may know no locks; nothing is removed there then.
                fcntl.flock(lock, fcntl.LOCK_EX)
            yield Path(name)
        finally:
            os.close(lock)


def remove_abandoned(folder: Path) -> None:
    """Leaves alone what is in use, too young, no folder, or not ours."""
    try:
        lock = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    except OSError:
        return
    try:
        if time.time() - os.fstat(lock).st_mtime >= YOUNGEST_LEFT:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(folder, ignore_errors=True)
    except OSError:
        pass  # In use, or on a network that knows no locks.
    finally:
        os.close(lock)

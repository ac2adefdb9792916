"""A lock on a kind of work with backups, which ends with the process that holds it, however that ends."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from config.localdb.errors import LocalDatabaseError


@contextmanager
def exclusive_lock(file: Path, action: str) -> Iterator[int]:
    """The lock on this file, for this action of `manage.py backup`. The file stays.

    What is given is the open file: a program that inherits it holds the lock until it ends, too. Raises OSError, and
    LocalDatabaseError while another process has the lock.
    """
    with file.open("w") as opened:
        try:
            fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise LocalDatabaseError(f"Another 'backup {action}' is under way; wait until it has ended.") from None
        yield opened.fileno()

"""The embedded PostgreSQL: one server for each data folder, started on demand, left running between commands.

Used when DATABASE_URL is unset. Knows nothing of Django. `server_paths` says where everything is, `system_user` who
runs it, `server` starts and stops it; this file is what the rest of the project uses.

May import from this app: nothing.
"""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from config.localdb import base_backup, binaries, data_folder_marker, server, server_paths, system_user
from config.localdb.errors import LocalDatabaseError
from config.localdb.server import DATABASE, USER
from config.localdb.server_paths import ServerPaths

__all__ = ["DATABASE", "USER", "LocalDatabaseError", "connection_settings", "ensure_running", "status", "stop"]


def connection_settings(data_dir: Path) -> dict[str, Any]:
    """The entry for Django's DATABASES. Starts and creates nothing."""
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": DATABASE,
        "USER": USER,
        "HOST": str(server_paths.find(Path(data_dir)).sockets),
        "PORT": str(server_paths.PORT),
    }


def ensure_running(data_dir: Path) -> None:
    """Start the server of `data_dir` unless it runs; the first time creates it. May run in many processes at once.

    Takes about 10 ms when the server runs, 0.2 s to start it, 2 s the first time.
    Raises LocalDatabaseError with a sentence for people.
    """
    with _readable_system_errors(data_dir), _start_lock(data_dir) as here:
        found = system_user.find(here)
        if data_folder_marker.has_own_home(here) and here.prepared.exists() and server.is_accepting(here, found):
            return
        data_folder_marker.prepare_server_folders(here, found)
        server.initialise(here, found)
        if not server.is_accepting(here, found):
            folder = base_backup.archive_folder()
            if folder is not None:
                base_backup.prepare_backup_folders(folder.parent, found)
            server.start(here, found, archive=folder)
        if not here.prepared.exists():
            server.create_database(here, found)
            here.prepared.touch()


def stop(data_dir: Path) -> bool:
    """Stop the server of `data_dir`; False when it did not run. Raises LocalDatabaseError."""
    if not (Path(data_dir) / "postgres").exists():
        return False
    with _readable_system_errors(data_dir), _start_lock(data_dir) as here:
        found = system_user.find(here)
        if not (data_folder_marker.has_own_home(here) and server.is_accepting(here, found)):
            return False
        server.stop(here, found)
        return True


def status(data_dir: Path) -> dict[str, object]:
    """Whether the server of `data_dir` runs, and where everything is. Changes nothing. Raises LocalDatabaseError."""
    here = server_paths.find(Path(data_dir))
    created = data_folder_marker.has_own_home(here) and here.cluster.exists()
    found = system_user.find(here) if created else None
    running = found is not None and server.is_accepting(here, found)
    return {
        "running": running,
        "pid": server.process_id(here) if running else None,
        "created": created,
        "version": binaries.MAJOR_VERSION,
        "data": str(here.cluster),
        "socket": str(here.socket),
        "programs": str(found.programs) if found else None,
        "logs": str(here.logs),
    }


@contextmanager
def _start_lock(data_dir: Path) -> Iterator[ServerPaths]:
    """One process at a time starts or stops; the places are looked up under the lock."""
    folder = Path(data_dir).resolve() / "postgres"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    descriptor = os.open(folder / "start.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield server_paths.find(Path(data_dir))
    finally:
        os.close(descriptor)


@contextmanager
def _readable_system_errors(data_dir: Path) -> Iterator[None]:
    """Turn what the system refuses into one sentence."""
    try:
        yield
    except OSError as error:
        where = error.filename or data_dir
        raise LocalDatabaseError(
            f"The embedded database of {data_dir} cannot be used: {error.strerror} ({where})."
        ) from error

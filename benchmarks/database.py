"""A database of a benchmark's own, so that it starts empty and touches nothing of the user's."""

import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]


def set_up() -> None:
    """Make the project importable and Django ready, from whatever folder a benchmark is started."""
    if str(ROOT) not in sys.path:
        sys.path.insert(0, str(ROOT))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    os.environ.setdefault("MODEL_HOSTS", "127.0.0.0/8")
    os.environ["LOG_LEVEL"] = "ERROR"
    import django

    django.setup()


@contextmanager
def own_database(name: str) -> Iterator[None]:
    """Made beside the user's, with all migrations, and dropped again."""
    start()
    users_own = make(name)
    try:
        yield
    finally:
        leave(users_own)


@contextmanager
def kept_database(name: str, *, keep: bool) -> Iterator[bool]:
    """One that an earlier run has kept, brought up to date, or else a new one, dropped again unless `keep`.

    Gives whether it was there.
    """
    start()
    was_kept = exists(name)
    users_own = make(name, keepdb=was_kept)
    try:
        yield was_kept
    finally:
        leave(users_own, keepdb=was_kept or keep)


def drop(name: str) -> None:
    """The end of one that was kept."""
    start()
    leave(make(name, keepdb=True))


def close_pool(connection: Any) -> None:
    """Of PostgreSQL alone: Django's wrappers of other databases have none."""
    connection.close_pool()


@contextmanager
def as_the_web_process() -> Iterator[None]:
    """Searches take connections from a pool, several at a time, as they do in the process that answers."""
    from django.db import connection

    from apps.database import async_access

    settings = connection.settings_dict
    kept_seconds = settings["CONN_MAX_AGE"]
    connection.close()
    # What the threads of turns have kept open belongs to no pool.
    async_access.EXECUTOR.shutdown()
    async_access.EXECUTOR = ThreadPoolExecutor(async_access.THREADS)
    settings["CONN_MAX_AGE"], settings["OPTIONS"]["pool"] = 0, {"min_size": 2, "max_size": 8, "timeout": 10}
    try:
        with async_access.use_shared_threads():
            yield
    finally:
        connection.close()
        close_pool(connection)
        settings["CONN_MAX_AGE"] = kept_seconds
        del settings["OPTIONS"]["pool"]


def start() -> None:
    """Django ready, and the embedded server running, unless there is another."""
    set_up()
    from django.conf import settings

    from config import localdb

    if not os.environ.get("DATABASE_URL"):
        localdb.ensure_running(settings.AUSKUNFT_DATA)


def make(name: str, *, keepdb: bool = False) -> str:
    """Make the database and connect to it; the name of the one in use before.

    Another process makes the tables, as in every installation: what that takes of memory would stay in this one.
    """
    from django.db import connection

    tables = f"from benchmarks.database import make_tables; make_tables({name!r}, keepdb={keepdb})"
    subprocess.run([sys.executable, "-c", tables], cwd=ROOT, check=True)
    users_own = str(connection.settings_dict["NAME"])
    connection.close()
    connection.settings_dict["NAME"] = name
    return users_own


def make_tables(name: str, *, keepdb: bool) -> None:
    start()
    from django.db import connection

    connection.settings_dict["TEST"]["NAME"] = name
    # Not as tests do it: for them Django copies everything that is there into memory.
    connection.creation.create_test_db(verbosity=0, autoclobber=True, keepdb=keepdb, serialize=False)


def leave(users_own: str, *, keepdb: bool = False) -> None:
    """Drop the database, unless it is to be kept, and go back to the user's own."""
    from django.db import connection

    if not keepdb:
        end_other_sessions()
    connection.creation.destroy_test_db(users_own, verbosity=0, keepdb=keepdb)


def end_other_sessions() -> None:
    """Of threads that still hold a connection: a database in use cannot be dropped, and the figures would be lost."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )


def exists(name: str) -> bool:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT EXISTS (SELECT FROM pg_database WHERE datname = %s)", [name])
        row = cursor.fetchone()
    return bool(row and row[0])

"""Starts and stops one PostgreSQL server; the caller holds the start lock."""

import fcntl
import os
import shutil
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from config.localdb import binaries, config_files
from config.localdb.errors import LocalDatabaseError
from config.localdb.server_paths import PORT, ServerPaths
from config.localdb.system_user import ServerOwner

DATABASE = "auskunft"
USER = "auskunft"
START_SECONDS = 60
STOP_SECONDS = 30
LOG_BEGUN = "redirecting log output"
"""PostgreSQL's last words before it writes into its log only."""


def is_accepting(places: ServerPaths, owner: ServerOwner) -> bool:
    """Whether the server answers and lets clients in."""
    if not places.socket.exists():
        return False
    return owner.run("pg_isready", "-q", "-h", str(places.sockets), "-p", str(PORT), "-d", DATABASE).returncode == 0


def initialise(places: ServerPaths, owner: ServerOwner) -> None:
    """Create the cluster when there is none. A half-made one from a killed start is thrown away."""
    version = places.cluster / "PG_VERSION"
    if version.exists():
        found = version.read_text(encoding="ascii").strip()
        if found != binaries.MAJOR_VERSION:
            raise LocalDatabaseError(
                f"{places.cluster} was written by PostgreSQL {found}, the installed one is {binaries.MAJOR_VERSION}; "
                "dump it with the old release and load it with the new one."
            )
        return
    part = places.cluster.with_name("cluster.part")
    shutil.rmtree(part, ignore_errors=True)
    # Code point order and full Unicode case rules, the same on every machine; the C library's locales differ.
    locale = ("--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8")
    done = owner.run("initdb", "-D", str(part), "-U", USER, "--auth=trust", "--encoding=UTF8", *locale)
    if done.returncode != 0:
        raise LocalDatabaseError(failure_sentence(places, done.stdout, "could not be created"))
    part.rename(places.cluster)


def start(
    places: ServerPaths, owner: ServerOwner, *, archive: Path | None = None, seconds: int = START_SECONDS
) -> None:
    """Start the server and wait until it lets clients in. `archive`: folder of its log, for backups."""
    config_files.write(places, archive)
    config_files.prune_logs(places)
    with _lock_for_server(places) as lock:
        # The lock is ours, so no process of an earlier server lives. What it left behind is stale, even if another
        # process has its number by now (after a restart of a container, say), which PostgreSQL could not tell.
        (places.cluster / "postmaster.pid").unlink(missing_ok=True)
        _clear_socket(places)
        places.start_output.unlink(missing_ok=True)
        log = ("-l", str(places.start_output))
        wait = ("-w", "-t", str(seconds))
        # The server and all its children inherit the lock and hold it until the last of them is gone.
        done = owner.run("pg_ctl", "start", "-s", "-D", str(places.cluster), *log, *wait, pass_fds=(lock,))
    if done.returncode != 0:
        raise LocalDatabaseError(failure_sentence(places, startup_output(places) or done.stdout, "did not start"))


def startup_output(places: ServerPaths) -> str:
    """What the server said until it began its log, and that log: each start has its own, named by its time."""
    said = places.start_output.read_text(errors="replace") if places.start_output.exists() else ""
    if LOG_BEGUN in said:
        said += "".join(path.read_text(errors="replace") for path in sorted(places.logs.glob("postgresql-*.log"))[-1:])
    return said


def stop(places: ServerPaths, owner: ServerOwner) -> None:
    """Stop the server; clients are disconnected, what they committed is kept."""
    for mode in ("fast", "immediate"):
        wait = ("-w", "-t", str(STOP_SECONDS))
        done = owner.run("pg_ctl", "stop", "-s", "-D", str(places.cluster), "-m", mode, *wait)
        if done.returncode == 0:
            return
    raise LocalDatabaseError(failure_sentence(places, done.stdout, "did not stop"))


def create_database(places: ServerPaths, owner: ServerOwner) -> None:
    """Create the application's database with the vector extension; may run twice."""
    exists = _sql(places, owner, "postgres", f"SELECT 1 FROM pg_database WHERE datname = '{DATABASE}'")  # noqa: S608
    if "1" not in exists:
        locale = "LOCALE_PROVIDER builtin BUILTIN_LOCALE 'C.UTF-8'"
        _sql(places, owner, "postgres", f"CREATE DATABASE {DATABASE} TEMPLATE template0 {locale}")
    _sql(places, owner, DATABASE, "CREATE EXTENSION IF NOT EXISTS vector")


def process_id(places: ServerPaths) -> int | None:
    """Number of the main process as its own file says; None when there is no such file."""
    try:
        return int((places.cluster / "postmaster.pid").read_text(encoding="utf-8").split()[0])
    except (FileNotFoundError, IndexError):
        return None


def run_statement(places: ServerPaths, owner: ServerOwner, statement: str) -> str:
    """What psql says to a statement in the application's database. Raises LocalDatabaseError."""
    return _sql(places, owner, DATABASE, statement)


def _sql(places: ServerPaths, owner: ServerOwner, database: str, statement: str) -> str:
    connect = ("-h", str(places.sockets), "-p", str(PORT), "-U", USER, "-d", database)
    done = owner.run("psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", *connect, "-c", statement)
    if done.returncode != 0:
        raise LocalDatabaseError(failure_sentence(places, done.stdout, "could not be prepared"))
    return done.stdout


@contextmanager
def _lock_for_server(places: ServerPaths) -> Iterator[int]:
    """Hold the lock that tells whether any process of a server lives.

    After a SIGKILL of the main process its children need a moment to notice; they are waited for.
    """
    descriptor = os.open(places.server_lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        deadline = time.monotonic() + START_SECONDS
        while True:
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if time.monotonic() > deadline:
                    raise LocalDatabaseError(
                        f"Processes of an earlier server still hold {places.server_lock}; end them and try again."
                    ) from None
                time.sleep(0.05)
        yield descriptor
    finally:
        os.close(descriptor)


def _clear_socket(places: ServerPaths) -> None:
    """Remove a stale socket; end a server that still listens there although its data folder was deleted."""
    note = places.socket.with_name(f"{places.socket.name}.lock")
    if _somebody_listens(places):
        os.kill(int(note.read_text(encoding="utf-8").split()[0]), signal.SIGQUIT)
        deadline = time.monotonic() + STOP_SECONDS
        while _somebody_listens(places) and time.monotonic() < deadline:
            time.sleep(0.05)
    places.socket.unlink(missing_ok=True)
    note.unlink(missing_ok=True)


def _somebody_listens(places: ServerPaths) -> bool:
    with socket.socket(socket.AF_UNIX) as probe:
        return probe.connect_ex(str(places.socket)) == 0


def failure_sentence(places: ServerPaths, said: str, what: str, written_to: Path | None = None) -> str:
    """One sentence from what PostgreSQL said; `written_to` is the folder it wrote to, where that is not its own."""
    if "No space left on device" in said:
        return f"The embedded database {what}: no space is left on the disk of {written_to or places.home}."
    lines = [line for line in said.splitlines() if "FATAL" in line or "error:" in line] or said.splitlines()[-1:]
    return f"The embedded database in {places.home} {what}: {' '.join(lines[:1]).strip() or 'no reason was given'}"

"""The embedded server's configuration files, written anew before each start."""

import os
from pathlib import Path

from config.localdb.server_paths import PORT, ServerPaths
from config.localdb.shared_buffers import memory_bytes, shared_megabytes

HALF_A_GIGABYTE = 512 * 1024**2

SETTINGS = """\
# Written by config/localdb before each start; changes made here are lost.
listen_addresses = ''
port = {port}
unix_socket_directories = '{sockets}'
unix_socket_permissions = 0700
max_connections = 100
shared_buffers = {shared_megabytes}MB
work_mem = 16MB
maintenance_work_mem = 256MB
effective_cache_size = {cached_megabytes}MB
random_page_cost = 1.1
max_wal_size = 2GB
synchronous_commit = on
autovacuum = on
# Our queries are short; compiling them costs more than it saves.
jit = off
dynamic_shared_memory_type = {shared_memory}
timezone = 'UTC'
log_timezone = 'UTC'
lc_messages = 'C'
# Files of at most {log_megabytes} MB; older ones are removed at each start of a command (see prune_logs).
logging_collector = on
log_directory = '{logs}'
log_filename = 'postgresql-%Y%m%d-%H%M%S.log'
log_rotation_age = 0
log_rotation_size = {log_megabytes}MB
log_file_mode = 0600
log_line_prefix = '%m [%p] %q%d '
# Statements carry what people asked; none of them belongs into a log.
log_min_error_statement = panic
log_error_verbosity = terse
log_checkpoints = off
"""

# Compressed, because a file is full or a minute old: one that nearly nothing was written to becomes small. Once in the
# folder a file is never changed; the same one may come twice after a crash. The folder, too, is on the disk before the
# server is told so, and throws its own file away.
ARCHIVE = """\
archive_mode = on
archive_timeout = 60
archive_command = 'if test -f {folder}/%f.gz; then gzip -dc {folder}/%f.gz | cmp -s - %p; \
else gzip -1 < %p > {folder}/%f.part && sync {folder}/%f.part && mv {folder}/%f.part {folder}/%f.gz \
&& sync {folder}; fi'
"""

ACCESS = """\
# Everybody who reaches the socket is trusted. The socket's folder has mode 0700 and belongs to the user that runs
# this server, so only that user and root reach it, and either could read the data files just as well. A password
# would have to be stored beside those files and would protect nothing more.
local all all trust
local replication all trust
"""

LOG_MEGABYTES = 8
LOGS_KEPT = 5


def write(places: ServerPaths, archive: Path | None = None) -> None:
    """Write both files in place, keeping their owner. `archive`: folder of the server's log, for backups."""
    shared = shared_megabytes(memory_bytes())
    settings = SETTINGS.format(
        port=PORT,
        shared_megabytes=shared,
        # With the system's own cache there is at least as much again.
        cached_megabytes=2 * shared,
        sockets=places.sockets,
        logs=_quoted(places.logs),
        shared_memory=_shared_memory_type(),
        log_megabytes=LOG_MEGABYTES,
    )
    if archive is not None:
        settings += ARCHIVE.format(folder=archive)
    (places.cluster / "postgresql.conf").write_text(settings, encoding="utf-8")
    write_access(places)


def write_access(places: ServerPaths) -> None:
    """Who may connect; holds for a server that runs as soon as it is told to read it."""
    (places.cluster / "pg_hba.conf").write_text(ACCESS, encoding="utf-8")


def prune_logs(places: ServerPaths) -> None:
    """Keep the newest log files, so that all of them together stay below 48 MB."""
    for old in sorted(places.logs.glob("postgresql-*.log"))[:-LOGS_KEPT]:
        old.unlink(missing_ok=True)


def _quoted(path: Path) -> str:
    return str(path).replace("'", "''")


def _shared_memory_type() -> str:
    """Containers often have only 64 MB in /dev/shm, too little to build a vector index in parallel."""
    try:
        memory = os.statvfs("/dev/shm")  # noqa: S108 (only its size is asked)
    except OSError:
        return "posix"
    return "posix" if memory.f_bavail * memory.f_frsize >= HALF_A_GIGABYTE else "mmap"

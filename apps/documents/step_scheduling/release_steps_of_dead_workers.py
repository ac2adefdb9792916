"""Releases the steps of workers that are certainly gone at once, not when their leases run out.

A worker's name says where it ran: host, process number and when the process began. Only workers of this
host can be judged. A judgement that is wrong all the same (two machines with one name) costs a model call and nothing
else, because the attempt number keeps late workers from storing.
"""

import os
import socket
import sys
from contextlib import suppress
from pathlib import Path

import psutil

from apps.database.execute_batch_sql import execute_sql, fetch_rows

WORKERS = "SELECT DISTINCT worker FROM documents_step WHERE state = 'running'"
RELEASE = """
    UPDATE documents_step SET state = 'waiting', lease_until = NULL, lost_leases = lost_leases + 1
    WHERE state = 'running' AND worker = ANY(%s)
"""
LONGEST_HOST = 60


def own_worker_name() -> str:
    return f"{host_name()}/{os.getpid()}/{process_start(psutil.Process())}"


def release_dead_workers_steps() -> int:
    """Puts back the steps of dead workers of this host; returns how many those are. Raises DatabaseError."""
    dead = [name for (name,) in fetch_rows(WORKERS, []) if is_dead_worker(name)]
    return execute_sql(RELEASE, [dead]) if dead else 0


def is_dead_worker(name: str) -> bool:
    """Whether that worker ran on this host and no longer does; False for names that say too little."""
    where, number, start = ([*name.rsplit("/", 2), "", ""])[:3]
    if where != host_name() or not (number.isdecimal() and start.isdecimal()):
        return False
    with suppress(psutil.NoSuchProcess):
        process = psutil.Process(int(number))
        # The number may belong to another process by now; a zombie does nothing any more.
        return process_start(process) != int(start) or process.status() == psutil.STATUS_ZOMBIE
    return True


def process_start(process: psutil.Process) -> int:
    """When it began, as the kernel counts. Raises psutil.NoSuchProcess.

    On Linux in ticks since the machine started: a time of day would move whenever the clock is set, and every worker
    that runs would look dead.
    """
    if sys.platform != "linux":
        return int(process.create_time())
    try:
        stat = Path(f"/proc/{process.pid}/stat").read_text(encoding="utf-8", errors="replace")
    except (FileNotFoundError, ProcessLookupError):
        raise psutil.NoSuchProcess(process.pid) from None
    # The name in brackets may hold anything; the start is the 22nd value of the line, the 20th after the name.
    return int(stat.rpartition(")")[2].split()[19])


def host_name() -> str:
    return socket.gethostname()[:LONGEST_HOST]

"""Steps of workers that are certainly gone go back into the queue at once, not when their leases run out.

A worker's name says where it ran: host, process number and the second in which the process began. Only workers of this
host can be judged. A judgement that is wrong all the same (two machines with one name) costs a model call and nothing
else, because the attempt number keeps late workers from storing.
"""

import os
import socket
from contextlib import suppress

import psutil

from apps.documents.sql import execute, fetch

WORKERS = "SELECT DISTINCT worker FROM documents_step WHERE state = 'running'"
RELEASE = """
    UPDATE documents_step SET state = 'waiting', lease_until = NULL, lost_leases = lost_leases + 1
    WHERE state = 'running' AND worker = ANY(%s)
"""
LONGEST_HOST = 60


def own_name() -> str:
    """The name of a worker in this process."""
    return f"{host()}/{os.getpid()}/{began(psutil.Process())}"


def release() -> int:
    """Puts back the steps of dead workers of this host; returns how many those are. Raises DatabaseError."""
    dead = [name for (name,) in fetch(WORKERS, []) if is_dead(name)]
    return execute(RELEASE, [dead]) if dead else 0


def is_dead(name: str) -> bool:
    """Whether that worker ran on this host and no longer does; False for names that say too little."""
    where, number, start = ([*name.rsplit("/", 2), "", ""])[:3]
    if where != host() or not (number.isdecimal() and start.isdecimal()):
        return False
    with suppress(psutil.NoSuchProcess):
        process = psutil.Process(int(number))
        # The number may belong to another process by now; a zombie does nothing any more.
        return began(process) != int(start) or process.status() == psutil.STATUS_ZOMBIE
    return True


def began(process: psutil.Process) -> int:
    return int(process.create_time())


def host() -> str:
    return socket.gethostname()[:LONGEST_HOST]

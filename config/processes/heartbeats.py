"""Heartbeats: rows that say which processes are alive, written every few seconds, for the supervisor and `/readyz`."""

import logging
import os
import socket
import threading
import time
from collections.abc import Collection
from datetime import timedelta

from django.db import DatabaseError, InterfaceError, close_old_connections, connection
from django.db.models import F, FloatField, Q
from django.db.models.functions import Extract, Now

logger = logging.getLogger(__name__)

INTERVAL = 5.0  # seconds
STALE_AFTER = 60.0  # seconds
FORGOTTEN_AFTER = timedelta(hours=1)
"""A host that has been silent for so long was taken away, and is no alarm any more. Containers have a new name of host
with each start: one that was killed would alarm though its successor lives."""
PROCESSES_BY_HOST = frozenset({"worker"})
"""Each host's beats stand in a row of their own as well. Whether a web process lives, whoever asks it learns."""


def write_heartbeat(name: str, **detail: object) -> None:
    """Write that this process lives, by the database's clock. Raises DatabaseError."""
    from config.models import Heartbeat

    detail |= {"host": socket.gethostname()}
    names = [name, on_this_host(name)] if name in PROCESSES_BY_HOST else [name]
    Heartbeat.objects.bulk_create(
        [Heartbeat(name=each, beat_at=Now(), pid=os.getpid(), detail=detail) for each in names],
        update_conflicts=True,
        unique_fields=["name"],
        update_fields=["beat_at", "pid", "detail"],
    )


def on_this_host(name: str) -> str:
    """The name of the row that only this host writes."""
    return f"{name}@{socket.gethostname()}"


def delete_of_this_host(name: str) -> None:
    """After a proper stop: nobody is to miss it."""
    from config.models import Heartbeat

    try:
        Heartbeat.objects.filter(name=on_this_host(name)).delete()
    except (DatabaseError, InterfaceError) as error:
        logger.warning("The heartbeat of %s stays: %s", name, error)


def delete_forgotten(name: str) -> None:
    """The rows of hosts that were taken away. Raises DatabaseError."""
    from config.models import Heartbeat

    Heartbeat.objects.filter(name__startswith=f"{name}@", beat_at__lt=Now() - FORGOTTEN_AFTER).delete()


def age(name: str) -> float | None:
    """Seconds since the last beat, by the database's clock; None when there was none. Raises DatabaseError."""
    return ages((name,))[name]


def ages(names: Collection[str]) -> dict[str, float | None]:
    """Returns the ages of several by name, in one query."""
    return dict.fromkeys(names) | seconds_by_name(Q(name__in=names))


def ages_by_host(name: str) -> dict[str, float]:
    """Returns the age on each host that ran such a process within an hour. One query. Raises DatabaseError."""
    return ages_of_hosts(seconds_by_name(host_rows_filter(name)), name)


def ages_and_hosts(names: Collection[str], on_hosts: str) -> tuple[dict[str, float | None], dict[str, float]]:
    """Both of these in one query."""
    found = seconds_by_name(Q(name__in=names) | host_rows_filter(on_hosts))
    return {name: found.get(name) for name in names}, ages_of_hosts(found, on_hosts)


def host_rows_filter(name: str) -> Q:
    return Q(name__startswith=f"{name}@", beat_at__gte=Now() - FORGOTTEN_AFTER)


def ages_of_hosts(found: dict[str, float], name: str) -> dict[str, float]:
    return {host[len(name) + 1 :]: seconds for host, seconds in sorted(found.items()) if host.startswith(f"{name}@")}


def seconds_by_name(condition: Q) -> dict[str, float]:
    from config.models import Heartbeat

    # A beat of the future is one from before that clock was set back, and says nothing of now.
    beats = Heartbeat.objects.filter(condition).filter(beat_at__lte=Now() + timedelta(seconds=STALE_AFTER))
    rows = beats.annotate(seconds=Extract(Now() - F("beat_at"), "epoch", output_field=FloatField()))
    return {name: max(seconds, 0.0) for name, seconds in rows.values_list("name", "seconds")}


def start(name: str) -> None:
    """Write a heartbeat every few seconds from a thread that ends with the process."""
    threading.Thread(target=_beat_for_ever, args=(name,), name=f"heartbeat-{name}", daemon=True).start()


def _beat_for_ever(name: str) -> None:
    while True:
        try_to_write_heartbeat(name)
        time.sleep(INTERVAL)


def try_to_write_heartbeat(name: str, **detail: object) -> bool:
    """Write a heartbeat; False when the database does not take it now (it restarts, say)."""
    try:
        close_old_connections()
        write_heartbeat(name, **detail)
    except (DatabaseError, InterfaceError) as error:
        logger.warning("No heartbeat of %s: %s", name, error)
        forget_connection()
        return False
    close_old_connections()  # the web process lends from a pool, and five seconds are long
    return True


def forget_connection() -> None:
    """Drop a connection that broke, so that the next beat makes a new one."""
    connection.close()

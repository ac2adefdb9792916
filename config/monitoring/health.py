"""Health checks for load balancers and supervisors: liveness and readiness."""

import threading

from django.conf import settings
from django.db import DatabaseError, InterfaceError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.urls import URLPattern, path

from config.api.protocol.errors import read_only
from config.processes import heartbeats

ALL_APPLIED = threading.Event()
"""Set once this process has seen all migrations of its code: to look anew costs some 30 ms of the processor."""


def custom_health_urls(chosen: str) -> list[URLPattern]:
    """The address that an operator has chosen beside /healthz; it goes before all others. None for an empty one."""
    return [path(chosen, live, name="own-health")] if chosen else []


@read_only
def live(request: HttpRequest) -> JsonResponse:
    """200 as long as the process answers; touches nothing else."""
    return JsonResponse({"status": settings.HEALTH_MESSAGE})


@read_only
def ready(request: HttpRequest) -> JsonResponse:
    """200 when database, migrations and worker are well, 503 with the reason otherwise. Reads the database.

    A model server that is down is named and changes nothing of the status: the search and the built-in model answer,
    and a balancer that took every process out would take that away, too.
    """
    checks = {"database": is_database_reachable(), "migrations": False, "worker": False}
    if checks["database"]:
        checks["migrations"] = has_all_migrations()
        checks["worker"] = checks["migrations"] and is_worker_alive()
    outages = model_outages() if checks["migrations"] else []
    is_ready = all(checks.values())
    said = {"ready": is_ready, "checks": checks | {"models": not outages}, "model_outages": outages}
    return JsonResponse(said, status=200 if is_ready else 503)


def model_outages() -> list[dict[str, str]]:
    """Which model servers are down, why and since when."""
    from apps.llm.outages.record_outages import open_outages

    return [
        {"endpoint": outage.endpoint, "reason": outage.reason, "since": outage.began_at.isoformat(timespec="seconds")}
        for outage in open_outages()
    ]


def is_database_reachable() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except (DatabaseError, InterfaceError):
        return False
    return True


def has_all_migrations() -> bool:
    if not ALL_APPLIED.is_set():
        executor = MigrationExecutor(connection)
        if not executor.migration_plan(executor.loader.graph.leaf_nodes()):
            ALL_APPLIED.set()
    return ALL_APPLIED.is_set()


def is_worker_alive() -> bool:
    seconds = heartbeats.age("worker")
    return seconds is not None and seconds <= heartbeats.STALE_AFTER

"""Live and ready: what a load balancer or a supervisor asks."""

from datetime import timedelta
from typing import Any

from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.utils import timezone

WORKER_SILENCE = timedelta(seconds=60)


def live(request: HttpRequest) -> JsonResponse:
    """200 as long as the process answers; touches nothing else."""
    return JsonResponse({"status": "ok"})


def ready(request: HttpRequest) -> JsonResponse:
    """200 when database, migrations and worker are well, 503 with the reason otherwise. Reads the database."""
    checks = {"database": database_answers(), "migrations": False, "worker": False}
    if checks["database"]:
        checks["migrations"] = migrations_applied()
        checks["worker"] = checks["migrations"] and worker_alive()
    return JsonResponse({"ready": all(checks.values()), "checks": checks}, status=200 if all(checks.values()) else 503)


def database_answers() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return False
    return True


def migrations_applied() -> bool:
    executor = MigrationExecutor(connection)
    plan: list[Any] = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return not plan


def worker_alive() -> bool:
    from config.models import Heartbeat

    return Heartbeat.objects.filter(name="worker", beat_at__gt=timezone.now() - WORKER_SILENCE).exists()

"""The queue's own schedule: each app lists its tasks, and every migrate creates the rows that are missing.

A task that has several things to do does each whatever becomes of the others.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import Any

from django.apps import apps
from django.db.models.signals import post_migrate
from django.utils.timezone import localtime

MINUTE, HOUR, DAY = "minute", "hour", "day"


@dataclass(frozen=True, slots=True)
class ScheduledTask:
    """`func` with its module; `every` is MINUTE, HOUR, DAY or a cron expression in local time.

    `first_at` is the local time of the first run, from which the others count; without it that is at once.
    """

    func: str
    name: str
    every: str
    first_at: time | None = None

    def columns(self) -> dict[str, Any]:
        """Returns the columns of a new row."""
        first = {} if self.first_at is None else {"next_run": coming(self.first_at)}
        return {"name": self.name, **rhythm_columns(self.every), **first}


def rhythm_columns(every: str) -> dict[str, Any]:
    from django_q.models import Schedule

    periods: dict[str, dict[str, Any]] = {
        MINUTE: {"schedule_type": Schedule.MINUTES, "minutes": 1},
        HOUR: {"schedule_type": Schedule.HOURLY},
        DAY: {"schedule_type": Schedule.DAILY},
    }
    return periods.get(every) or {"schedule_type": Schedule.CRON, "cron": every}


def coming(at: time) -> datetime:
    """The next moment at which clocks show this time."""
    now = localtime()
    today = now.replace(hour=at.hour, minute=at.minute, second=0, microsecond=0)
    return today if today > now else today + timedelta(days=1)


def make_schedules(*tasks: ScheduledTask) -> None:
    """May run twice. Rows that exist stay as they are: administrators choose another rhythm in the console, or two.

    Whoever changes a rhythm in a table therefore writes a migration for the installations that never chose one. One
    query for each task, and a write for each that lacks.
    """
    from django_q.models import Schedule

    for task in tasks:
        if not Schedule.objects.filter(func=task.func).exists():
            Schedule.objects.create(func=task.func, **task.columns())


def make_after_migrate(label: str, *tasks: ScheduledTask) -> None:
    """Makes these rows once the tables that hold the schedule are there.

    The modules of the tasks are not loaded: only the worker needs them.
    """

    def make(**signal: object) -> None:
        make_schedules(*tasks)

    queue = apps.get_app_config("django_q")
    post_migrate.connect(make, sender=queue, weak=False, dispatch_uid=f"{label}.schedules")


def run_each(*parts: Callable[[], object]) -> None:
    """Runs them in turn, each of them whatever becomes of those before it. Raises the error of the one that failed, an
    ExceptionGroup where several did: the queue keeps all of it, each with its traceback."""
    errors = []
    for part in parts:
        try:
            part()
        except Exception as error:  # noqa: BLE001 - raised below
            errors.append(error)
    if len(errors) > 1:
        raise ExceptionGroup(f"{len(errors)} of {len(parts)} steps failed", errors)
    if errors:
        raise errors[0]

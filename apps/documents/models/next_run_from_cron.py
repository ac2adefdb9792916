"""Computes when a source runs next, from its cron expression in the installation's time zone."""

import datetime

from croniter import CroniterError, croniter
from django.utils import timezone

FIELDS = 5
"""Minutes to weekdays; expressions with seconds would run a source every second."""


def next_run_time(schedule: str) -> datetime.datetime | None:
    """None for an empty expression, or one that cannot be read."""
    if not schedule or cron_problem(schedule):
        return None
    found: datetime.datetime = croniter(schedule, timezone.localtime()).get_next(datetime.datetime)
    return found


def cron_problem(schedule: str) -> str:
    """What is wrong with a cron expression, empty when it names moments that come."""
    if len(schedule.split()) != FIELDS:
        return "five fields"
    try:
        croniter(schedule, timezone.localtime()).get_next(datetime.datetime)
    except (CroniterError, ValueError) as error:
        return str(error)
    return ""

"""Puts what is due by the schedule into the queue, by the clock of the database.

django-q2 asks the clock of each host. One that is two hours ahead would move every minute's task two hours on: as long
as it lives all is well, and with it everything stops for two hours. Its own scheduler is switched off (`Q_CLUSTER`).
"""

import ast
import logging
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models.functions import Now
from django_q.models import Schedule
from django_q.tasks import async_task

from apps.database.execute_batch_sql import fetch_rows
from config.queue.next_run_times import HOUR, UNREADABLE, next_run_after
from config.queue.resume_after_clock_rollback import resume_after_clock_rollback

logger = logging.getLogger(__name__)


def enqueue_due_schedules() -> int:
    """The number of tasks enqueued. May run on all hosts at once: one handles each schedule. Raises DatabaseError.

    One that cannot be read is logged, put off, and holds up no other: people write them in the console.
    """
    with transaction.atomic():
        resume_after_clock_rollback()
        open_ones = Schedule.objects.select_for_update(skip_locked=True).exclude(repeats=0)
        due = list(open_ones.filter(next_run__lte=Now()))
        if due:
            [[now]] = fetch_rows("SELECT statement_timestamp()", [])
            return sum(enqueue_or_put_off(each, now) for each in due)
    return 0


def enqueue_or_put_off(schedule: Schedule, now: datetime) -> bool:
    try:
        enqueue_schedule(schedule, now)
    except UNREADABLE as error:
        logger.error("The schedule '%s' cannot be read, it is put off: %s", schedule.name or schedule.func, error)
        Schedule.objects.filter(pk=schedule.pk).update(next_run=now + HOUR)
        return False
    return True


def enqueue_schedule(schedule: Schedule, now: datetime) -> None:
    """Deletes a schedule that runs once only. However many runs were missed, one makes up for them. Raises UNREADABLE
    and then enqueues nothing."""
    is_for_once = schedule.schedule_type == Schedule.ONCE
    next_run = None if is_for_once else next_run_after(schedule, now)
    options = {"group": schedule.name or str(schedule.pk)}
    schedule.task = async_task(
        schedule.func,
        *parse_positional_arguments(schedule.args or ""),
        **parse_named_arguments(schedule.kwargs or ""),
        q_options=options,
    )
    if is_for_once:
        schedule.delete()
        return
    schedule.repeats = max(schedule.repeats - 1, 0) if schedule.repeats > 0 else -1
    schedule.next_run = next_run
    schedule.save()


def parse_positional_arguments(written: str) -> tuple[Any, ...]:
    """Parses what the form says: `1, 2, 'John'`, or a single one. Raises ValueError, SyntaxError."""
    if not written.strip():
        return ()
    value = ast.literal_eval(written.strip())
    return value if isinstance(value, tuple) else (value,)


def parse_named_arguments(written: str) -> dict[str, Any]:
    """Parses what the form says: `x=1, name='John'`, or a dict. Raises ValueError, SyntaxError, TypeError."""
    if written.strip().startswith("{"):
        return dict(ast.literal_eval(written.strip()))
    call = ast.parse(f"f({written})", mode="eval").body
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name) or call.args:
        raise ValueError(f"'{written}' are no named arguments.")
    names = [each.arg for each in call.keywords]
    if None in names or len(set(names)) < len(names):
        raise ValueError(f"'{written}' has a name twice or an argument without one.")
    return {str(each.arg): ast.literal_eval(each.value) for each in call.keywords}

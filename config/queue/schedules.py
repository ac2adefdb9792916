"""Puts what is due by the schedule into the queue, by the clock of the database.

django-q2 asks the clock of each host. One that is two hours ahead would move every minute's task two hours on: as long
as it lives all is well, and with it everything stops for two hours. Its own scheduler is switched off (`Q_CLUSTER`).
"""

import ast
from datetime import datetime

from croniter import croniter
from django.db import transaction
from django.db.models.functions import Now
from django.utils.timezone import localtime
from django_q.models import Schedule
from django_q.tasks import async_task

from apps.database.execute_sql import fetch


def enqueue_due() -> int:
    """How many tasks. May run on every host at once: each schedule is seen to by one. Raises DatabaseError."""
    with transaction.atomic():
        due = list(Schedule.objects.select_for_update(skip_locked=True).exclude(repeats=0).filter(next_run__lte=Now()))
        if due:
            [[now]] = fetch("SELECT statement_timestamp()", [])
            for each in due:
                enqueue(each, now)
    return len(due)


def enqueue(schedule: Schedule, now: datetime) -> None:
    """One that is for one time only goes. What was missed is made up for once."""
    schedule.task = async_task(
        schedule.func,
        *ast.literal_eval(schedule.args or "()"),
        **ast.literal_eval(schedule.kwargs or "{}"),
        q_options={"group": schedule.name or str(schedule.pk)},
    )
    if schedule.schedule_type == Schedule.ONCE:
        schedule.delete()
        return
    schedule.repeats = max(schedule.repeats - 1, 0) if schedule.repeats > 0 else -1
    schedule.next_run = next_after(schedule, now)
    schedule.save()


def next_after(schedule: Schedule, now: datetime) -> datetime:
    """The first moment of its rhythm that is later than now."""
    if schedule.schedule_type == Schedule.CRON:
        return datetime.fromtimestamp(croniter(schedule.cron, localtime(now)).get_next(), now.tzinfo)
    moment: datetime = schedule.next_run
    while moment <= now:
        moment = schedule.calculate_next_run(moment)
    return moment

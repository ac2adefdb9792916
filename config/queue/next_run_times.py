"""When a schedule runs next. Reads nothing but the schedule and the moments it is given."""

from datetime import UTC, datetime, timedelta

from croniter import croniter
from django.utils.timezone import get_current_timezone, localtime
from django_q.models import Schedule

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
UNREADABLE = (
    ValueError,
    SyntaxError,
    TypeError,
    AttributeError,
    UnboundLocalError,
    OverflowError,
    RecursionError,
    MemoryError,
)
"""What Python, croniter and django-q2 raise for arguments and rhythms that are none."""


def next_run_after(schedule: Schedule, now: datetime) -> datetime:
    """The first moment of its rhythm that is later than now. Raises UNREADABLE."""
    if schedule.schedule_type == Schedule.CRON:
        return cron_after(schedule, now)
    moment: datetime = schedule.next_run
    while moment <= now:
        moment = schedule.calculate_next_run(moment)
    return moment


def cron_after(schedule: Schedule, now: datetime) -> datetime:
    return datetime.fromtimestamp(croniter(schedule.cron, localtime(now)).get_next(), now.tzinfo)


def realign_next_run(schedule: Schedule, seen: datetime, now: datetime) -> datetime:
    """Returns the next run after the clock was set back from `seen` to `now`; the same where it need not change.

    At `seen` each run that its rhythm has chosen was at most a period away. One that is farther away somebody has put
    off. Rhythms of weeks and more are left as they are. Raises UNREADABLE.
    """
    next_run: datetime = schedule.next_run
    if schedule.schedule_type == Schedule.CRON:
        coming = cron_after(schedule, now)
        return coming if coming < next_run <= cron_after(schedule, seen) else next_run
    period = schedule_period(schedule)
    # Days by the clock on the wall: an hour of the day stays over a change of summer time.
    zone = get_current_timezone() if schedule.schedule_type == Schedule.DAILY else UTC
    moment, before, present = (each.astimezone(zone) for each in (next_run, seen, now))
    if period is None or not present + period < moment <= before + period:
        return next_run
    return moment - ((moment - present - timedelta.resolution) // period) * period


def schedule_period(schedule: Schedule) -> timedelta | None:
    """Returns the period of a schedule that counts minutes, hours or days; None for others."""
    periods = {Schedule.MINUTES: (schedule.minutes or 1) * MINUTE, Schedule.HOURLY: HOUR, Schedule.DAILY: DAY}
    return periods.get(schedule.schedule_type)

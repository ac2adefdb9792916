"""What the queue calls for the chat."""

from datetime import datetime, timedelta

from django.utils.timezone import localtime
from django_q.models import Schedule

from apps.chat.storing import close_abandoned

SWEEPER = "apps.chat.tasks.sweep"
NIGHTLY = "apps.chat.tasks.nightly"
NIGHT_HOUR = 3


def sweep() -> None:
    """Every minute: a turn whose web process died reaches an end, so that nobody waits for it."""
    close_abandoned()


def nightly() -> None:
    """Every night: what is older than promised is deleted."""
    from apps.chat.retention import expire

    expire()


def next_night() -> datetime:
    """The coming night, when few people ask."""
    tonight = localtime().replace(hour=NIGHT_HOUR, minute=10, second=0, microsecond=0)
    return tonight if tonight > localtime() else tonight + timedelta(days=1)


def ensure_schedule(**signal: object) -> None:
    """The rows of both in the queue's own schedule. May run twice; called after every migrate."""
    Schedule.objects.get_or_create(
        func=NIGHTLY,
        defaults={"name": "chat: retention", "schedule_type": Schedule.DAILY, "next_run": next_night()},
    )
    Schedule.objects.get_or_create(
        func=SWEEPER, defaults={"name": "chat: sweep", "schedule_type": Schedule.MINUTES, "minutes": 1}
    )

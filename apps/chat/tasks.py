"""What the queue calls for the chat."""

from django_q.models import Schedule

from apps.chat.storing import close_abandoned

SWEEPER = "apps.chat.tasks.sweep"


def sweep() -> None:
    """Every minute: a turn whose web process died reaches an end, so that nobody waits for it."""
    close_abandoned()


def ensure_schedule(**signal: object) -> None:
    """The sweeper's row in the queue's own schedule. May run twice; called after every migrate."""
    Schedule.objects.get_or_create(
        func=SWEEPER, defaults={"name": "chat: sweep", "schedule_type": Schedule.MINUTES, "minutes": 1}
    )

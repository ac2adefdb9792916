"""Queue tasks of plain language: kept rewrites are deleted in time."""

from django_q.models import Schedule

from apps.simplify.retention import forget_old

SWEEPER = "apps.simplify.tasks.sweep"


def sweep() -> None:
    """Every day: rewrites that are older than the organisation keeps them are deleted."""
    forget_old()


def ensure_schedule(**signal: object) -> None:
    """The sweeper's row in the queue's own schedule. May run twice; called after every migrate."""
    Schedule.objects.get_or_create(
        func=SWEEPER, defaults={"name": "simplify: forget old rewrites", "schedule_type": Schedule.DAILY}
    )

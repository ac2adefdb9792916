"""Every hour: documents that were imported before there was a keyword index become findable by their words."""

import time

from django_q.models import Schedule

FILLER = "apps.documents.keyword_tasks.fill_missing"
MOST_SECONDS = 120.0
"""After this long the rest waits for the next hour, so that imports are not kept waiting."""


def fill_missing() -> int:
    """How many documents it indexed. May run again, and beside others. Raises DatabaseError."""
    from apps.documents import keyword_index

    ends = time.monotonic() + MOST_SECONDS
    done = 0
    while time.monotonic() < ends and (indexed := keyword_index.fill()):
        done += indexed
    return done


def ensure_schedule(**signal: object) -> None:
    """Its row in the queue's own schedule. May run twice; called after every migrate."""
    Schedule.objects.get_or_create(
        func=FILLER, defaults={"name": "documents: keyword index", "schedule_type": Schedule.HOURLY}
    )

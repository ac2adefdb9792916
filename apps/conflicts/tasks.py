"""Queue tasks of conflicts: every minute, documents that are new in search are compared with the others."""

import time

from apps.conflicts.detection.compare_documents import compare_or_skip
from apps.conflicts.detection.pending_revisions import pending
from apps.database.advisory_lock import advisory_lock
from apps.documents.models import Step, StepState

LOCK = 4_180
"""The kind of advisory lock: one process compares at a time, or two would find each other's facts half stored."""
MOST_SECONDS = 20.0
"""Of each minute: others in the queue have their turn."""
AT_ONCE = 50


def sweep() -> int:
    """How many documents it compared, those that cannot be left out. Waits for imports, which somebody waits for.

    May run again.
    """
    with advisory_lock(LOCK, 0) as is_ours:
        if not is_ours or imports_wait():
            return 0
        ends = time.monotonic() + MOST_SECONDS
        done = 0
        for document in pending()[:AT_ONCE]:
            if time.monotonic() > ends:
                break
            done += compare_or_skip(document)
        return done


def imports_wait() -> bool:
    return bool(Step.objects.filter(state__in=[StepState.WAITING, StepState.RUNNING]).exists())

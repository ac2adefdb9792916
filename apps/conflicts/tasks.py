"""Queue tasks of conflicts: every minute, documents that are new in search are compared with the others."""

import time

from apps.conflicts.detection.compare_documents import compare_document_or_skip
from apps.conflicts.detection.pending_revisions import forget_hidden_revisions, pending_documents
from apps.database.advisory_lock import advisory_lock
from apps.documents.models import Step, StepState
from apps.documents.tasks import claimable_steps

COMPARISON_LOCK = 4_180
"""The kind of advisory lock: one process compares at a time, or two would find each other's facts half stored."""
MOST_SECONDS = 20.0
"""Of each minute: others in the queue have their turn."""
AT_ONCE = 50


def sweep() -> int:
    """How many documents it compared, those that cannot be left out. Waits for imports, which somebody waits for.

    May run again.
    """
    with advisory_lock(COMPARISON_LOCK, 0) as is_ours:
        if not is_ours or has_waiting_imports():
            return 0
        forget_hidden_revisions()
        ends = time.monotonic() + MOST_SECONDS
        done = 0
        for document in pending_documents()[:AT_ONCE]:
            if time.monotonic() > ends:
                break
            done += compare_document_or_skip(document)
        return done


def has_waiting_imports() -> bool:
    """Whether a step runs or could be begun now. Those that are put off, maybe until tomorrow, are not waited for."""
    return bool((claimable_steps() | Step.objects.filter(state=StepState.RUNNING)).exists())

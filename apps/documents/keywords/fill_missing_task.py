"""Queue task that adds documents to the keyword index that are missing there or were indexed by older rules.

Runs every hour, and when a collection changes its language.
"""

import time

from django_q.tasks import async_task

FILLER = "apps.documents.keywords.fill_missing_task.fill_missing"
LONGEST_SECONDS = 1_800
MOST_SECONDS = 120.0
"""After this long others in the queue have their turn."""


def fill_missing() -> int:
    """How many documents it indexed. May run again, and beside others. Raises DatabaseError."""
    from apps.documents.keywords import write_keyword_index

    ends = time.monotonic() + MOST_SECONDS
    done = 0
    while time.monotonic() < ends and (indexed := write_keyword_index.index_missing_documents()):
        done += indexed
    if done and time.monotonic() >= ends:
        enqueue_keyword_indexing()
    return done


def enqueue_keyword_indexing(**signal: object) -> None:
    """A row in the same database: within a transaction the task appears or vanishes together with the change."""
    async_task(FILLER, timeout=LONGEST_SECONDS, group="documents")

"""Priority of documents where slots are scarce: first those a person waits for, then those nearly finished.

Documents that are half done before others begin are in search sooner, and their last stages share the time with the
model calls of those after them.
"""

URGENT = 1
LAST = 100
"""Work that gains by waiting: others may join it."""


def rank_of(*, urgent: bool, stages_left: int) -> int:
    """As apps.llm.transport.priority_semaphore wants it: the lowest goes first."""
    return URGENT if urgent else URGENT + stages_left

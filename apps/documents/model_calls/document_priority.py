"""Priority of documents where slots are scarce: first those a person waits for, then those nearly finished.

Documents that are half done before others begin are in search sooner, and their last stages share the time with the
model calls of those after them.
"""

URGENT_RANK = 1


def priority_rank(*, urgent: bool, stages_left: int) -> int:
    """Returns a rank for apps.llm.transport.priority_semaphore: the lowest goes first."""
    return URGENT_RANK if urgent else URGENT_RANK + stages_left

"""Detects a full disk, the database's or our own, and postpones the steps it affects."""

import errno
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta

from django.db import DatabaseError

from apps.documents.step_scheduling import claims, document_status_updates
from apps.documents.step_scheduling.stage_interface import Job

REASON = "disk_full"
PAUSE = timedelta(seconds=60)
"""Until the work is tried again: the sweeper looks every minute."""

DISK_FULL = "53100"
"""PostgreSQL's SQLSTATE for it."""


def means_no_space(error: BaseException | None) -> bool:
    """Whether this error, or one that it was made of, says that a disk is full."""
    while error is not None:
        if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT):
            return True
        if getattr(error, "sqlstate", None) == DISK_FULL:
            return True
        error = error.__cause__ or error.__context__
    return False


def postpone_for_full_disk(held: Sequence[Job]) -> None:
    """They are tried again by themselves; the documents say why. Small changes still fit on most full disks.

    Raises DatabaseError when not even they do.
    """
    claims.postpone_steps(held, PAUSE, REASON)
    document_status_updates.explain_wait(REASON, [job.document_id for job in held])


@contextmanager
def raise_on_full_disk(refusal: Exception) -> Iterator[None]:
    """Raises `refusal` instead of what a full disk raises."""
    try:
        yield
    except (OSError, DatabaseError) as error:
        if means_no_space(error):
            raise refusal from error
        raise

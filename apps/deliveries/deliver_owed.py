"""Delivers what is owed to receivers outside, in each look of the worker what is due: the one loop for all of them.

A table of what is owed has the columns `attempts`, `next_attempt_at` and `error`, and others that say how it ended.
"""

import logging
import time
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

logger = logging.getLogger(__name__)

SECONDS = 180
"""Of sending in a look. The queue stops a process after 600, and with it whatever else that was to do."""
RETRY_PAUSES = [timedelta(minutes=minutes) for minutes in (1, 5, 30, 120, 480, 1_440)]
"""Between attempts at one row; what fails after the last one is given up."""


class NotDeliveredError(Exception):
    """`str()` says why, for the console."""

    def __init__(self, problem: str, *, is_final: bool = False, is_away: bool = False) -> None:
        super().__init__(problem)
        self.is_final = is_final
        """No later attempt would fare better."""
        self.is_away = is_away
        """Nothing else for the same receiver would fare better now."""


@dataclass(frozen=True, slots=True)
class Ends:
    """Columns and their values: of a row that was delivered, and of one that is given up."""

    delivered: Mapping[str, object]
    given_up: Mapping[str, object]


def deliver_owed(
    due: QuerySet[Any], send: Callable[[Any], None], ends: Ends, *, receiver: Callable[[Any], Hashable]
) -> int:
    """How many were delivered: those that wait longest first, as many as SECONDS allow. Uses the network.

    `send` raises NotDeliveredError. A receiver that is away is not waited for again in the same look. At least once:
    who dies between sending and writing sends again.
    """
    until = time.monotonic() + SECONDS
    away: set[Hashable] = set()
    delivered = 0
    for row in due.order_by("next_attempt_at", "pk").iterator():
        if time.monotonic() >= until:
            break
        if receiver(row) in away:
            continue
        if row.attempts > len(RETRY_PAUSES):
            # The last attempt had another end than those that `send` names.
            give_up(row, ends, "no attempt was finished")
            continue
        if not begin_attempt(row):
            continue
        error = deliver_row(row, send, ends)
        delivered += error is None
        if error is not None and error.is_away:
            away.add(receiver(row))
    return delivered


def begin_attempt(row: Any) -> bool:
    """Counts the attempt before it is made: a row at which the worker breaks keeps no other back.

    False where another process was faster, or the row is gone.
    """
    pause = RETRY_PAUSES[min(row.attempts, len(RETRY_PAUSES) - 1)]
    unchanged = type(row)._default_manager.filter(pk=row.pk, attempts=row.attempts)
    return bool(unchanged.update(attempts=row.attempts + 1, next_attempt_at=timezone.now() + pause))


def deliver_row(row: Any, send: Callable[[Any], None], ends: Ends) -> NotDeliveredError | None:
    """Writes how it ended; the attempt is counted already, `row` is as before that. Uses the network."""
    # Not saved as a whole: it may be deleted by now.
    stored = type(row)._default_manager.filter(pk=row.pk)
    try:
        send(row)
    except NotDeliveredError as error:
        is_last = error.is_final or row.attempts >= len(RETRY_PAUSES)
        if is_last:
            give_up(row, ends, str(error))
        else:
            stored.update(error=str(error)[:200])
        return error
    stored.update(error="", **ends.delivered)
    return None


def give_up(row: Any, ends: Ends, why: str) -> None:
    logger.warning("%s %s is given up: %s", row._meta.label, row.pk, why)
    type(row)._default_manager.filter(pk=row.pk).update(error=why[:200], **ends.given_up)

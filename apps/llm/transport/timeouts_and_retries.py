"""Timeouts and retries: how long a call may take and how often it is tried.

The client library's own timeout (600 s) and hidden retries are switched off."""

import random
from dataclasses import dataclass

from django.conf import settings

from apps.llm.errors import ModelError
from apps.llm.models import Purpose

REPHRASE_SECONDS = 10.0
"""The question can be searched as it stands, so nobody waits longer for a better wording."""
SEARCH_SECONDS = 15.0
"""For the vector of a question: nothing has been shown by then."""
EMBED_PURPOSE = "embed"
"""Purpose of calls to embedding models in the ledger; no order of models belongs to it."""
RERANK_SECONDS = 8.0
"""What was found has an order already, so nobody waits longer for a better one."""
READ_GAP = 20.0
"""Longest silence in a stream that has begun, in seconds. Before the first token only the call's deadline counts."""
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 8.0


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """`deadline` covers the whole call in seconds, retries included; a longer wish of the server ends the call."""

    deadline: float
    attempts: int
    longest_wait: float

    def pause_after(self, error: ModelError, attempts: int, remaining: float) -> float | None:
        """Seconds to wait before the next attempt, or None when there shall be none."""
        most = min(self.attempts, 2) if error.code == "empty" else self.attempts
        if not error.temporary or error.code == "circuit_open" or attempts >= most:
            return None
        pause = backoff(attempts) if error.retry_after is None else error.retry_after
        if pause > self.longest_wait or pause >= remaining:
            return None
        return pause


def backoff(attempts: int) -> float:
    """Doubles from half a second to 8 s, with jitter, so that many callers do not come back at once."""
    return float(min(FIRST_PAUSE * 2 ** (attempts - 1), LONGEST_PAUSE) * random.uniform(0.5, 1.0))  # noqa: S311


def retry_policy_for(purpose: str, deadline: float | None = None) -> RetryPolicy:
    """Allows few attempts and short pauses where a person waits. Everything else is batch work.

    Vectors are asked for by people and by batches: a deadline as long as BATCH_DEADLINE means a batch.
    """
    chat, batch = float(settings.CHAT_DEADLINE), float(settings.BATCH_DEADLINE)
    if purpose == Purpose.REPHRASE:
        return RetryPolicy(min(deadline or REPHRASE_SECONDS, chat), attempts=1, longest_wait=0.0)
    if purpose == Purpose.RERANK:
        return RetryPolicy(min(deadline or RERANK_SECONDS, chat), attempts=1, longest_wait=0.0)
    if purpose == EMBED_PURPOSE and (deadline is None or deadline < batch):
        return RetryPolicy(min(deadline or SEARCH_SECONDS, chat), attempts=2, longest_wait=5.0)
    if purpose == Purpose.ANSWER:
        return RetryPolicy(deadline or chat, attempts=2, longest_wait=5.0)
    return RetryPolicy(deadline or batch, attempts=5, longest_wait=60.0)

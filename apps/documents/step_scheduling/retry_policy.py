"""The retry policy: what follows a failed attempt (another one, and when, or the end of the step).

A model server that is away is nobody's fault: its documents wait for it without a failed attempt being counted. Stages
that can do without the model do so after a while.
"""

import random
from datetime import timedelta

from apps.documents.parsing.types import ParserDeath
from apps.documents.step_scheduling.stage_interface import Job
from apps.llm.errors import ModelError

MAX_FAILURES = 5
MAX_PARSER_DEATHS = 3
"""At the same file: once may be chance, so that a killed process costs no document."""
FIRST_DELAY = 2.0
GROWTH = 3.0
"""Delays of 2, 6, 18 and 54 seconds: a minute without the server is outlived, and nobody waits for longer than two."""
LONGEST_DELAY = 300.0
ABSENT = frozenset({"unreachable", "circuit_open"})
"""Nothing was asked, because there is nobody to answer."""
ABSENCE_PAUSE = 7.5
"""Seconds between two looks for a server that is away: a look costs nothing while the circuit is open."""
WITHOUT_AFTER = timedelta(minutes=30)
"""How long a stage that can do without the model waits for its server."""


def is_model_absent(error: BaseException | None) -> bool:
    return isinstance(error, ModelError) and error.code in ABSENT


def may_retry(job: Job, error: BaseException | None, *, needs_model: bool) -> bool:
    """Only after a model error that says so, or the death of a parser, and not for ever."""
    if isinstance(error, ParserDeath):
        return job.failures + 1 < MAX_PARSER_DEATHS
    if is_model_absent(error):
        return needs_model or job.age < WITHOUT_AFTER.total_seconds()
    return isinstance(error, ModelError) and error.temporary and job.failures + 1 < MAX_FAILURES


def retry_delay(job: Job, error: BaseException | None) -> timedelta:
    """Grows with each failure, is what the server asks for at least and LONGEST_DELAY at most, spread by a quarter."""
    seconds = add_jitter(FIRST_DELAY * GROWTH**job.failures)
    asked = getattr(error, "retry_after", None) or 0.0
    return timedelta(seconds=min(LONGEST_DELAY, max(seconds, asked)))


def absence_pause() -> timedelta:
    return timedelta(seconds=add_jitter(ABSENCE_PAUSE))


def add_jitter(seconds: float) -> float:
    return seconds * random.uniform(0.75, 1.25)  # noqa: S311 - no secret

"""A deadline for all that is asked of the provider: `requests` only limits the wait for each part of an answer."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from django.conf import settings

Arguments = ParamSpec("Arguments")
Answer = TypeVar("Answer")

PARTS = 3
"""Times OIDC_TIMEOUT, for one question."""
# A provider that never ends holds these threads and none of those that answer people.
THREADS = ThreadPoolExecutor(4, thread_name_prefix="sign-in")


def within_deadline(ask: Callable[Arguments, Answer], *given: Arguments.args, **named: Arguments.kwargs) -> Answer:
    """What `ask` returns or raises; it must not use the database. Raises TimeoutError."""
    return THREADS.submit(ask, *given, **named).result(settings.OIDC_TIMEOUT * PARTS)

"""Throttles callers who were just refused for asking too often: one request a second of each is looked at.

To refuse a question costs as much processor time as to answer a small request, and whoever repeats it without a pause
takes that time from everybody else. For a minute after a refusal, what comes of that network to the same part of the
site is looked at one after the other, one a second. That is faster than any allowance fills up, so it delays nobody who
keeps to what the refusal said.
"""

import time
from collections.abc import Callable
from threading import Lock

APART_SECONDS = 1.0
"""Between two requests that are looked at."""
MOST_WAITING = 10
"""Of one caller; a further request is refused unread, and its connection closed."""
KEPT_SECONDS = 60.0
"""After the last refusal."""
MOST_CALLERS = 10_000
"""That are remembered, the latest of them: about 2 MB."""

WEBSOCKETS = "ws"
"""The part of the site that their paths begin with."""

Caller = tuple[str, str]
"""Network (IPv4 address, IPv6 /64), and the first part of the path."""


class RefusedCallers:
    """When each caller who was refused is looked at again. Of one process; called by its event loop and its threads."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = Lock()
        self._turns: dict[Caller, tuple[float, float]] = {}
        """When the next request is looked at, and until when that holds; who was refused last stands last."""

    def add(self, caller: Caller) -> None:
        with self._lock:
            now = self._clock()
            turn, _until = self._turns.pop(caller, (now + APART_SECONDS, now))
            self._turns[caller] = turn, now + KEPT_SECONDS
            while len(self._turns) > MOST_CALLERS or next(iter(self._turns.values()))[1] < now:
                del self._turns[next(iter(self._turns))]

    def take_place(self, caller: Caller) -> float | None:
        """Seconds to wait, 0 for a caller who was not refused recently; None when too many are waiting already."""
        with self._lock:
            now = self._clock()
            turn, until = self._turns.get(caller, (now, 0.0))
            if until < now:
                self._turns.pop(caller, None)
                return 0.0
            wait = max(0.0, turn - now)
            if wait > MOST_WAITING * APART_SECONDS:
                return None
            self._turns[caller] = now + wait + APART_SECONDS, until
            return wait


REFUSED_CALLERS = RefusedCallers()
"""Of this process."""

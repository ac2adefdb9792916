"""A circuit breaker per endpoint: after repeated failures calls fail at once, without waiting."""

import threading
import time
from collections.abc import Callable

from apps.llm.errors import ModelErrorCode, model_error

FAILURES_TO_OPEN = 5
PAUSE = 30.0
"""Seconds between two probes of an endpoint that is down."""

DOWN: frozenset[ModelErrorCode] = frozenset({"timeout", "server_error", "unreachable", "garbage", "interrupted"})
"""Failures that speak of a server that is down. Whoever refuses a request is alive."""
REFUSALS: frozenset[ModelErrorCode] = frozenset({"unauthorised"})
"""One is enough: with the same key every call of every model fails."""


class CircuitBreaker:
    """Closed: every call may go. Open: none, but one probe every 30 s; its success closes the circuit again."""

    def __init__(self, endpoint: str, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._endpoint = endpoint
        self._clock = clock
        self._lock = threading.Lock()
        self._failures = 0
        self._next_probe = 0.0

    @property
    def is_open(self) -> bool:
        return self._failures >= FAILURES_TO_OPEN

    def enter(self) -> None:
        """Before each call. Raises ModelError `circuit_open`, with the seconds until the next probe."""
        with self._lock:
            if not self.is_open:
                return
            wait = self._next_probe - self._clock()
            if wait > 0:
                raise model_error("circuit_open", self._endpoint, retry_after=wait)
            # This call is the probe; the next one may go 30 s after it, however it ends.
            self._next_probe = self._clock() + PAUSE

    def succeeded(self) -> None:
        with self._lock:
            self._failures = 0

    def failed(self, code: ModelErrorCode) -> None:
        if code not in DOWN | REFUSALS:
            self.succeeded()
            return
        with self._lock:
            self._failures = FAILURES_TO_OPEN if code in REFUSALS else self._failures + 1
            if self.is_open:
                self._next_probe = self._clock() + PAUSE


_circuits: dict[tuple[str, str], CircuitBreaker] = {}


def circuit_breaker_of(endpoint: str, base_url: str, api_key: str) -> CircuitBreaker:
    """One for each address and key in this process, whatever the row is called by then: with a key that is put right
    calls may go at once.
    """
    return _circuits.setdefault((base_url, api_key), CircuitBreaker(endpoint))


def forget_circuit(base_url: str, api_key: str) -> None:
    """Ask this server afresh: somebody is putting right why it failed."""
    _circuits.pop((base_url, api_key), None)


def reset_circuit_breakers() -> None:
    """Forget all failures, as after a restart."""
    _circuits.clear()

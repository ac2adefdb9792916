"""How much one client may ask of us."""

import threading
import time
from collections import OrderedDict
from dataclasses import dataclass, field


@dataclass
class TokenBucket:
    """Holds `capacity` tokens and gets `per_second` new ones; each thing done takes one."""

    capacity: float
    per_second: float
    tokens: float = field(init=False)
    filled_at: float = field(init=False)

    def __post_init__(self) -> None:
        self.tokens = self.capacity
        self.filled_at = time.monotonic()

    def take(self) -> float:
        """0 when a token was taken, otherwise the seconds until there is one."""
        now = time.monotonic()
        self.tokens = min(self.capacity, self.tokens + (now - self.filled_at) * self.per_second)
        self.filled_at = now
        if self.tokens >= 1:
            self.tokens -= 1
            return 0.0
        return (1 - self.tokens) / self.per_second


def ask_bucket() -> TokenBucket:
    """Questions of one connection: five at once, ten in a minute."""
    return TokenBucket(capacity=5, per_second=10 / 60)


def frame_bucket() -> TokenBucket:
    """Frames of any kind: twenty in a second."""
    return TokenBucket(capacity=20, per_second=20)


class Buckets:
    """A bucket for each name, in this process. The names used least recently give way when there are too many."""

    def __init__(self, *, capacity: float, per_second: float, most: int = 20_000) -> None:
        self._capacity, self._per_second = capacity, per_second
        self._most = most
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()
        self._lock = threading.Lock()

    def take(self, name: str) -> float:
        """0 when a token was taken, otherwise the seconds until there is one. Safe between threads."""
        with self._lock:
            bucket = self._buckets.pop(name, None) or TokenBucket(self._capacity, self._per_second)
            self._buckets[name] = bucket
            if len(self._buckets) > self._most:
                self._buckets.popitem(last=False)
            return bucket.take()


VISITOR_QUESTIONS = Buckets(capacity=10, per_second=10 / 60)
"""Questions of one visitor on every way in: ten at once, ten in a minute."""
VISITOR_CALLS = Buckets(capacity=30, per_second=30 / 60)
"""Calls of the interface by one visitor without a token."""
TOKEN_CALLS = Buckets(capacity=120, per_second=2)
"""Calls of the interface with one token."""

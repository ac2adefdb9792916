"""The rate limit of one connection, a token bucket; what holds over all processes is in rate_allowances.py."""

import time
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


def question_token_bucket() -> TokenBucket:
    """Questions of one connection, one after another: five in quick succession, ten in a minute."""
    return TokenBucket(capacity=5, per_second=10 / 60)


def frame_token_bucket() -> TokenBucket:
    """Frames of any kind: twenty in a second."""
    return TokenBucket(capacity=20, per_second=20)

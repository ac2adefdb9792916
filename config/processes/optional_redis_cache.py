"""Redis cache backend shared by web processes; while its server is away, it behaves like an empty cache."""

import logging
import time
from collections.abc import Callable
from typing import Any, TypeVar

from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

PAUSE = 10.0
"""Seconds for which a server that did not answer is left alone: nobody waits for it with every page."""
Result = TypeVar("Result")

logger = logging.getLogger(__name__)


class OptionalRedisCache(RedisCache):
    """Django's own; while the server is away nothing is found, and nothing kept."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._away_until = 0.0

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        return self._or_without(default, lambda: super(OptionalRedisCache, self).get(key, default, version))

    def set(self, key: str, value: Any, *arguments: Any, **named: Any) -> None:
        self._or_without(None, lambda: super(OptionalRedisCache, self).set(key, value, *arguments, **named))

    def add(self, key: str, value: Any, *arguments: Any, **named: Any) -> bool:
        """True without a server: as far as anybody knows, the key was not there."""
        return self._or_without(True, lambda: super(OptionalRedisCache, self).add(key, value, *arguments, **named))

    def delete(self, key: str, version: int | None = None) -> bool:
        return self._or_without(False, lambda: super(OptionalRedisCache, self).delete(key, version))

    def _or_without(self, instead: Result, work: Callable[[], Result]) -> Result:
        if time.monotonic() < self._away_until:
            return instead
        try:
            return work()
        except RedisError as error:
            self._away_until = time.monotonic() + PAUSE
            logger.warning("The cache does not answer; without it for %.0f s: %s", PAUSE, error)
            return instead

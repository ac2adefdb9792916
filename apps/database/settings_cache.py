"""A cache of the settings that editors change: read with every question, changed rarely, never stale.

A trigger on each table of settings draws a new number in the same transaction that changes the table. A question reads
this one number and takes everything else from memory when the number is the one it was remembered under: one query
instead of six, and a switch in the admin still holds for the very next question, in every process.

    with use_settings_cache():
        profile = load_cached("profile", load_active_profile)

Outside of `use_settings_cache` nothing is remembered: commands and workers read the tables.
"""

import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import NamedTuple, TypeVar, cast

from django.db import connection

from apps.database.enable_prepared_statements import use_prepared_statements

Value = TypeVar("Value")
Key = str | tuple[str, ...]

MOST_KEYS = 200
"""Keys hold names that people type, such as collections; what is over the bound is not kept."""


class CachedValue(NamedTuple):
    stamp: int
    until: float
    value: object


# A context variable, because a question opens it once and a dozen loaders in four apps ask for it: what they load may
# be kept only when the number was read before. Commands and workers, which open nothing, read the tables.
_stamp: ContextVar[int | None] = ContextVar("configuration_stamp", default=None)
_memory: dict[Key, CachedValue] = {}


@contextmanager
def use_settings_cache() -> Iterator[None]:
    """Within it, `load_cached` may answer from the cache. One query, so not for the event loop."""
    token = _stamp.set(load_settings_stamp())
    try:
        yield
    finally:
        _stamp.reset(token)


def load_cached(key: Key, load: Callable[[], Value], *, seconds: float = math.inf) -> Value:
    """The value under this key, loaded anew when settings have changed, and after so many seconds: what no trigger
    watches, such as statistics, grows old. What it gives must never be changed.

    Two threads may load the same value at once; both get it, one of them is kept."""
    stamp = _stamp.get()
    if stamp is None:
        return load()
    found = _memory.get(key)
    if found is not None and found.stamp == stamp and time.monotonic() < found.until:
        return cast(Value, found.value)
    value = load()
    if key in _memory or len(_memory) < MOST_KEYS:
        _memory[key] = CachedValue(stamp, time.monotonic() + seconds, value)
    return value


def is_settings_cache_active() -> bool:
    """Whether what is loaded now may answer the next question, too."""
    return _stamp.get() is not None


def load_settings_stamp() -> int | None:
    """The number drawn with the last change; None before the first one, when nothing is remembered."""
    with use_prepared_statements(), connection.cursor() as cursor:
        cursor.execute("SELECT number FROM llm_configuration_stamp")
        row = cursor.fetchone()
    return int(row[0]) if row else None


def invalidate_settings_cache() -> None:
    """Draws a new number: every process reads everything anew. For what no trigger sees, such as an index."""
    with connection.cursor() as cursor:
        cursor.execute("UPDATE llm_configuration_stamp SET number = nextval('llm_configuration_number')")


def watched(table: str) -> tuple[str, str]:
    """SQL that makes every change of the table draw a new number, and SQL that undoes it; for migrations."""
    trigger = (
        f"CREATE TRIGGER configuration_stamp AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON {table}"
        " FOR EACH STATEMENT EXECUTE FUNCTION llm_draw_configuration_stamp()"
    )
    return trigger, f"DROP TRIGGER configuration_stamp ON {table}"

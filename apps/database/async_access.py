"""Database access from asynchronous code: short calls on a few threads, which share the connections.

A turn must not hold a connection while it waits for a model, nor for another piece of its own work: a pool of any size
is empty then as soon as enough people ask at once, and nobody gets on.
"""

import asyncio
import time
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import ContextVar, copy_context
from typing import Any, ParamSpec, TypeVar

from asgiref.sync import async_to_sync, sync_to_async
from django.db import Error, connection, connections

from apps.database.postgresql.outage_errors import is_outage_error

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")

THREADS = 8
"""Fewer than the pool has connections (DATABASE_POOL); more pieces wait in line, which costs nothing."""
PATIENCE, PAUSE = 40.0, 0.5
"""Seconds for which a turn waits for its database, and between two attempts. Another server leads after 20 to 30."""
EXECUTOR = ThreadPoolExecutor(max_workers=THREADS, thread_name_prefix="database")
# A context variable, because the choice is the caller's of a whole turn, while `run_in_database` is called deep inside
# of searches that commands and tests run on their own connection, too. Django's own thread context works the same way.
_shared: ContextVar[bool] = ContextVar("shared_threads", default=False)


@contextmanager
def use_shared_threads() -> Iterator[None]:
    """Within it, `run_in_database` works on the shared threads; otherwise on the thread of the caller's request."""
    token = _shared.set(True)
    try:
        yield
    finally:
        _shared.reset(token)


async def run_in_database(
    work: Callable[Arguments, Result], *arguments: Arguments.args, **named: Arguments.kwargs
) -> Result:
    """The result of `work`, which must wait for nothing but the database."""
    if not _shared.get():
        return await sync_to_async(run_and_release_connection)(lambda: work(*arguments, **named))

    def piece() -> Result:
        try:
            return work(*arguments, **named)
        finally:
            release_connections()

    # Not by sync_to_async, which takes as long as a small query: a piece hands no context variables back, nor does it
    # call asynchronous code.
    context = copy_context()
    # A function of our own: of a built-in method the loop looks long whether it is a coroutine.
    return await asyncio.get_running_loop().run_in_executor(EXECUTOR, lambda: context.run(piece))


def wait_without_connection(
    work: Callable[Arguments, Coroutine[Any, Any, Result]], *arguments: Arguments.args, **named: Arguments.kwargs
) -> Result:
    """The result of `work`, which waits for a model or another server, for a view that is not asynchronous.

    The pool gets the request's connection back before; a query within or afterwards gets another one.
    """
    release_pooled_connections()
    return async_to_sync(work)(*arguments, **named)


def run_and_release_connection(work: Callable[[], Result]) -> Result:
    """The result of `work`; then the pool has the connection back, but for one within a transaction of the caller.

    Django would keep it until the request ends, also while the turn waits for its model: as many calls as the pool has
    connections, and nobody else would be answered.
    """
    try:
        return work()
    finally:
        release_pooled_connections()


def release_pooled_connections() -> None:
    """Releases connections of this thread that came from a pool and are in no transaction."""
    for used in connections.all(initialized_only=True):
        if "pool" in used.settings_dict["OPTIONS"] and not used.in_atomic_block:
            used.close()


def release_connections() -> None:
    """To the pool of a web process. Elsewhere the thread keeps its own for the next piece: connecting for each took
    nearly half the time of an answer. Whether the server is still there is asked before it is used again."""
    for used in connections.all(initialized_only=True):
        is_old = used.close_at is not None and time.monotonic() >= used.close_at
        if "pool" in used.settings_dict["OPTIONS"] or used.errors_occurred or is_old:
            used.close()
        else:
            # As CONN_HEALTH_CHECKS does for all connections; the queue looks after its own.
            used.health_check_enabled = True  # type: ignore[attr-defined]  # the stubs lack both
            used.health_check_done = False  # type: ignore[attr-defined]


class DatabaseAway(Exception):  # noqa: N818 - what it is, not that it is wrong
    """Whoever holds no transaction may try again; `error` is what the database said."""

    def __init__(self, error: Error) -> None:
        super().__init__(str(error))
        self.error = error


async def retry_in_database(
    work: Callable[Arguments, Result], *arguments: Arguments.args, **named: Arguments.kwargs
) -> Result:
    """Repeats work that may be repeated: it outlasts a server that dies until another one leads.

    Not within a transaction of the caller, which is lost as a whole. Raises as `work` does, after PATIENCE seconds what
    the database said last.
    """
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            return await run_in_database(attempt_in_database, lambda: work(*arguments, **named))
        except DatabaseAway as away:
            if time.monotonic() >= deadline:
                raise away.error from away.error.__cause__
        await asyncio.sleep(PAUSE)


def attempt_in_database(work: Callable[[], Result]) -> Result:
    """Raises DatabaseAway where it may be repeated, on a new connection."""
    if connection.in_atomic_block:
        return work()
    try:
        return work()
    except Error as error:
        if not is_outage_error(error):
            raise
        connection.close()
        raise DatabaseAway(error) from error

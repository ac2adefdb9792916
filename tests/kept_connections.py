"""Pieces of a turn find the connection of their thread open, as they do in the web process, which has a pool.

Without one each of the forty pieces of an answer opens a connection of its own: a third of the processor's time of
tests that answer questions.
"""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from django.db import connections

from apps.database import async_access


class KeptConnections:
    """In place of Django's `connections`, for the end of a piece."""

    @staticmethod
    def close_all() -> None:
        for connection in connections.all(initialized_only=True):
            if connection.in_atomic_block or connection.errors_occurred:
                connection.close()


class ExecutorWithConnections(ThreadPoolExecutor):
    """Its threads look before each piece whether a test before has cut their connection."""

    def submit(self, work: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        def on_usable_connection() -> Any:
            for connection in connections.all(initialized_only=True):
                if connection.connection is not None and not connection.is_usable():
                    connection.close()
            return work(*arguments, **named)

        return super().submit(on_usable_connection)


def keep() -> None:
    """Replace what closes them; may be called more than once."""
    if not isinstance(async_access.EXECUTOR, ExecutorWithConnections):
        async_access.EXECUTOR = ExecutorWithConnections(async_access.THREADS, thread_name_prefix="database")
        async_access.connections = KeptConnections  # type: ignore[attr-defined]

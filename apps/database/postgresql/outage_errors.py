"""Recognises the errors of an outage: the server is away or no longer the primary, and which connections are dead."""

import select

import psycopg
from django.db import DatabaseError, InterfaceError, OperationalError

SHUTDOWN = {"57P01", "57P02", "57P03"}
"""admin_shutdown, crash_shutdown, cannot_connect_now: PostgreSQL's list of error codes, appendix A."""
LED_BEFORE = "25006"
"""read_only_sql_transaction: a server that has become a standby under a connection that was kept."""
CONNECTION = "08"


def is_outage_error(error: Exception) -> bool:
    """Whether the same work may succeed soon, at this server or at another; not after a deadlock or a time limit."""
    if not isinstance(error, DatabaseError | InterfaceError):
        return False
    state: str | None = getattr(error.__cause__, "sqlstate", None)
    if state is None:
        return isinstance(error, OperationalError | InterfaceError)
    return state in SHUTDOWN or state == LED_BEFORE or state.startswith(CONNECTION)


def is_connection_dead(connection: psycopg.Connection[object]) -> bool:
    """Asks the socket, not the server: on a connection at rest there is something to read only when its end has come,
    or a last word before it."""
    if connection.closed:
        return True
    watch = select.poll()
    watch.register(connection.fileno(), select.POLLIN | select.POLLRDHUP)
    return bool(watch.poll(0))

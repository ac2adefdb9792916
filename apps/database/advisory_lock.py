"""Advisory locks of PostgreSQL on a kind of work and a number, such as a run: they belong to no row of a table.

The database session holds them, no transaction, so they are free when their holder dies.

Five statements lock for themselves (claim_slots.py, group_refusals_into_gaps.py, store_interaction.py,
register_documents.py, migrate_database.py): their keys are texts or single numbers, and must stay, because during an
update processes of the old version take the same locks.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from psycopg.sql import SQL, Identifier

from apps.database.execute_batch_sql import fetch_rows


@contextmanager
def advisory_lock(kind: int, number: int, *, shared: bool = False) -> Iterator[bool]:
    """True inside when this session got the lock; never waits. Those who share it exclude only who wants it alone.

    `kind` is any number that nothing else in this database uses. Raises DatabaseError.
    """
    suffix = "_shared" if shared else ""
    is_ours = call_lock_function(f"pg_try_advisory_lock{suffix}", kind, number)
    try:
        yield is_ours
    finally:
        if is_ours:
            call_lock_function(f"pg_advisory_unlock{suffix}", kind, number)


@contextmanager
def wait_for_lock(kind: int) -> Iterator[None]:
    """Until no other session has this lock: for what is done in several transactions. Raises DatabaseError."""
    fetch_rows("SELECT pg_advisory_lock(%s::int, 0)", [kind])
    try:
        yield
    finally:
        call_lock_function("pg_advisory_unlock", kind, 0)


def wait_for_transaction_lock(kind: int) -> None:
    """Until no other transaction has this lock; it is free again with the end of this one. Raises DatabaseError."""
    fetch_rows("SELECT pg_advisory_xact_lock(%s::int, 0)", [kind])


def is_locked(kind: int, number: int) -> bool:
    """Whether any session of this database holds it. One query."""
    found = fetch_rows(
        "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND classid = %s AND objid = %s AND database = "
        "(SELECT oid FROM pg_database WHERE datname = current_database())",
        [kind, number],
    )
    return bool(found)


def call_lock_function(function: str, kind: int, number: int) -> bool:
    statement = SQL("SELECT {function}(%s::int, %s::int)").format(function=Identifier(function))
    [[result]] = fetch_rows(statement, [kind, number])
    return bool(result)
